/**
 * Countries by the size of their economy, the largest first, down to about 20 billion USD. Source: nominal GDP of 2024
 * in the IMF's World Economic Outlook; only the order is kept. Neighbours may have changed places since.
 */
const BY_SIZE =
  `US CN DE JP IN GB FR IT CA BR RU KR AU ES MX ID TR NL SA CH PL TW BE AR SE IE AE SG IL AT TH NO PH VN MY BD IR DK HK ZA CO EG
RO CL CZ PK PT PE IQ KZ FI DZ GR NZ NG QA HU UA MA ET KW EC SK DO KE PR AO GT OM BG VE CU UZ CR LU LK HR LT TZ RS GH UY CI PA AZ
BY SI CD MM TM TN JO UG CM MO LV BH BO LY PY SD EE SV NP HN GE CY ZM IS SN KH BA ZW PG LB YE TT AM AL MT MN GN BF ML MZ JM BJ
GA HT NE MG NI BW MK MD BN MU BS LA CG RW KG MW`
    .split(/\s+/)
    .map((code, place): [string, number] => [code, place]);

const PLACES = new Map(BY_SIZE);

/** Compares country codes, the largest economy first; codes outside the list come last, in alphabetical order. */
export function byEconomy(a: string, b: string): number {
  return (PLACES.get(a) ?? BY_SIZE.length) - (PLACES.get(b) ?? BY_SIZE.length) || a.localeCompare(b);
}

import { allCities } from "./all-cities.ts";
import { CITY_ALIASES, ENGLISH_CITY_NAMES } from "./city-names.ts";
import { nameKey } from "./normalise.ts";
import { stateNamed } from "./states.ts";

/**
 * GeoNames' first-level divisions by the part of their ISO 3166-2 codes after the country. Both codes are the same where
 * a country is missing.
 */
const GEONAMES_CODES: Readonly<Record<string, string>> = {
  AT: "1:01 2:02 3:03 4:04 5:05 6:06 7:07 8:08 9:09",
  AU: "ACT:01 NSW:02 NT:03 QLD:04 SA:05 TAS:06 VIC:07 WA:08",
  BR: "AC:01 AL:02 AP:03 AM:04 BA:05 CE:06 DF:07 ES:08 MS:11 MA:13 MT:14 MG:15 PA:16 PB:17 PR:18 PI:20 RJ:21 RN:22 RS:23 RO:24 RR:25 SC:26 SP:27 SE:28 GO:29 PE:30 TO:31",
  CA: "AB:01 BC:02 MB:03 NB:04 NL:05 NS:07 ON:08 PE:09 QC:10 SK:11 YT:12 NT:13 NU:14",
  CN: "AH:01 ZJ:02 JX:03 JS:04 JL:05 QH:06 FJ:07 HL:08 HA:09 HE:10 HN:11 HB:12 XJ:13 XZ:14 GS:15 GX:16 GZ:18 LN:19 NM:20 NX:21 BJ:22 SH:23 SX:24 SD:25 SN:26 TJ:28 YN:29 GD:30 HI:31 SC:32 CQ:33",
  DE: "BW:01 BY:02 HB:03 HH:04 HE:05 NI:06 NW:07 RP:08 SL:09 SH:10 BB:11 MV:12 SN:13 ST:14 TH:15 BE:16",
  ES: "AN:51 AR:52 AS:34 CB:39 CL:55 CM:54 CN:53 CT:56 EX:57 GA:58 IB:07 RI:27 MD:29 MC:31 NC:32 PV:59 VC:60",
  FR: "ARA:84 BFC:27 BRE:53 CVL:24 20R:94 GES:44 HDF:32 IDF:11 NOR:28 NAQ:75 OCC:76 PDL:52 PAC:93",
  ID: "AC:01 BA:02 BE:03 JK:04 JA:05 JT:07 JI:08 YO:10 KB:11 KS:12 KT:13 KI:14 LA:15 NB:17 NT:18 ST:21 SG:22 SB:24 SU:26 MA:28 MU:29 JB:30 SA:31 SS:32 BT:33 GO:34 BB:35 PA:36 RI:37 SN:38 PB:39 KR:40 SR:41 KU:42",
  IN: "AN:01 AP:02 AS:03 CH:05 DL:07 GJ:09 HR:10 HP:11 JK:12 KL:13 LD:14 MH:16 MN:17 ML:18 KA:19 NL:20 OD:21 OR:21 PY:22 PB:23 RJ:24 TN:25 TR:26 WB:28 SK:29 AR:30 MZ:31 GA:33 BR:34 MP:35 UP:36 CG:37 CT:37 JH:38 UK:39 UT:39 TG:40 TS:40 LA:41",
  IT: "21:12 23:19 25:09 32:17 34:20 36:06 42:08 45:05 52:16 55:18 57:10 62:07 65:01 67:11 72:04 75:13 77:02 78:03 82:15 88:14",
  MX: "AGU:01 BCN:02 BCS:03 CAM:04 CHP:05 CHH:06 COA:07 COL:08 CMX:09 DUR:10 GUA:11 GRO:12 HID:13 JAL:14 MEX:15 MIC:16 MOR:17 NAY:18 NLE:19 OAX:20 PUE:21 QUE:22 ROO:23 SLP:24 SIN:25 SON:26 TAB:27 TAM:28 TLA:29 VER:30 YUC:31 ZAC:32",
  MY: "01:01 02:02 03:03 04:04 05:05 06:06 07:09 08:07 09:08 10:12 11:13 12:16 13:11 14:14 15:15 16:17",
  ZA: "EC:05 FS:03 GP:06 GT:06 KZN:02 NL:02 LP:09 MP:07 NW:10 NC:08 WC:11",
};

interface Place {
  name: string;
  division: string;
}

/** Each country's places, by the look-up keys of their names. */
const places = new Map<string, Map<string, Place>>();

/** A name belongs to the country's largest place of that name. */
function placesOf(country: string): Map<string, Place> {
  const known = places.get(country);
  if (known !== undefined) return known;
  const own = allCities().filter((city) => city.country === country && city.featureCode !== "PPLX");
  const found = new Map<string, Place>();
  const add = (name: string, division: string) => {
    const key = nameKey(name);
    if (!found.has(key)) found.set(key, { name, division });
  };
  for (const { name, adminCode } of own.toSorted((a, b) => b.population - a.population)) {
    add(name, adminCode);
    add(ENGLISH_CITY_NAMES[`${name} ${country}`] ?? name, adminCode);
  }
  for (const [alias, [name, of]] of Object.entries(CITY_ALIASES)) {
    const place = of === country ? found.get(nameKey(name)) : undefined;
    if (place !== undefined) add(alias, place.division);
  }
  places.set(country, found);
  return found;
}

/**
 * Returns the names of the places in a country's (alpha-2) state, of 1,000 people and more: "Bavaria" → "Munich",
 * "München", "Augsburg". Empty for what is no state. Directories often have a city and no state.
 * @param written name or ISO 3166-2 part of the state
 */
export function citiesOfState(written: string, country: string): string[] {
  const state = stateNamed(written, country);
  if (state === null) return [];
  const codes = GEONAMES_CODES[country]?.split(" ").map((pair) => pair.split(":"));
  const division = codes === undefined ? state.code : codes.find(([iso]) => iso === state.code)?.[1];
  return [...placesOf(country).values()].filter((place) => place.division === division).map(({ name }) => name);
}

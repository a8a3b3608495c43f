import type { CompanyPage } from "../pages.ts";
import { linesOf, type Sourced, sourced } from "./sourced.ts";

/** Certificates and labels that companies claim, each with the name to report. */
const CERTIFICATES: [pattern: RegExp, name: (match: RegExpMatchArray) => string][] = [
  [
    /\b(?:DIN |EN |DIN EN )*ISO(?:\/IEC|\/TS)?[\s-]*(9001|13485|14001|14064|17025|20000|22000|22301|26000|27001|27017|27018|28000|37001|37301|45001|50001|15189|16949)(?![\d])/gi,
    ([, number]) => `ISO ${number}`,
  ],
  [/\bIATF[\s-]*16949\b/gi, () => "IATF 16949"],
  [/\b(?:AS|EN)[\s-]?9100(?:D)?\b/g, () => "AS9100"],
  [/\bOHSAS[\s-]*18001\b/gi, () => "OHSAS 18001"],
  [/\bFSSC[\s-]*22000\b/gi, () => "FSSC 22000"],
  [/\bSOC[\s-]*(1|2|3)\b(?:\s*Type\s*(I{1,2}|1|2)\b)?/g, ([, number]) => `SOC ${number}`],
  [/\bPCI[\s-]DSS\b/gi, () => "PCI DSS"],
  [/\bFSC\b(?:®|™)?/g, () => "FSC"],
  [/\bPEFC\b/g, () => "PEFC"],
  [/\b(?:Certified B Corp(?:oration)?|B Corp[ -]certified|B Corp\b)/gi, () => "B Corp"],
  [/\bEMAS\b/g, () => "EMAS"],
  [/\bHACCP\b/g, () => "HACCP"],
  [/\bBRC(?:GS)?\b/g, () => "BRCGS"],
  [/\bIFS (?:Food|Logistics|Broker|HPC)\b/g, ([all]) => all],
  [/\bGOTS\b/g, () => "GOTS"],
  [/\bOEKO[\s-]?TEX\b/gi, () => "OEKO-TEX"],
  [/\bFair[\s-]?trade\b/gi, () => "Fairtrade"],
  [/\bRSPO\b/g, () => "RSPO"],
  [/\bISCC(?: PLUS)?\b/g, () => "ISCC"],
  [
    /\bEcoVadis (Platinum|Gold|Silver|Bronze)\b/gi,
    ([, medal = ""]) => `EcoVadis ${medal[0]?.toUpperCase()}${medal.slice(1).toLowerCase()}`,
  ],
  [/\bCradle to Cradle\b/gi, () => "Cradle to Cradle"],
  [/\bSA[\s-]?8000\b/g, () => "SA8000"],
];

/** Words that make the name of a standard a claim to hold it. */
const CLAIM =
  /\b(?:certif\w*|accredit\w*|zertifi\w*|registered|attested|compliant|certifi(?:é|cado|cata|cato)\w*|gecertificeerd)/iu;
/** Matches words for a certificate not yet held, no longer held, or not held at all. */
const NOT_HELD =
  /\b(?:not|no longer|never|without|lost|lapsed|expired|withdrawn|suspended|work(?:ing)? (?:towards?|on)|aim(?:s|ing)?|plan(?:s|ned|ning)?|intend\w*|seek(?:s|ing)?|prepar\w+|pursu\w+|appl(?:ied|ying) for|target\w*|goal|soon|until|by 20\d\d|nicht|kein\w*|ohne|geplant|angestrebt|streben|anstreben)\b|n['’]t\b/iu;
/** Matches another company's certificate: the page sells help with it, or writes about others. */
const OF_OTHERS =
  /\b(?:your|clients?|customers?|suppliers?|vendors?|partners?|help\w*|consult\w*|training|courses?|audit(?:or|ors|ing)?|advis\w+|auditing|ihre[nr]?|kunden|lieferanten|beratung|schulung\w*)\b/iu;

/** Longest sentence, in characters: a longer line is a paragraph, which is read by sentences. */
const LONGEST_SENTENCE = 400;

/**
 * Returns what the company's own pages claim to be certified for. A standard's name counts in a sentence about
 * certification, or on the page about certificates. It does not count where the sentence denies it, plans it or is
 * about another company.
 */
export function findCertifications(pages: readonly CompanyPage[]): Sourced<string>[] {
  const found = new Map<string, Sourced<string>>();
  for (const page of pages) {
    for (const { certifications } of page.data.organizations)
      for (const name of certifications) if (!found.has(name)) found.set(name, sourced(name, page, name, "markup"));
    for (const sentence of linesOf(page).flatMap(sentencesOf)) {
      const isOfCertificates = page.kind === "certifications" && sentence.length < 120;
      for (const name of claimedCertifications(sentence, { isOfCertificates }))
        if (!found.has(name)) found.set(name, sourced(name, page, sentence, "text"));
    }
  }
  return [...found.values()];
}

/**
 * Returns the certificates that a company claims in a sentence by or about it.
 * @param options.isOfCertificates the sentence is in a list of certificates, and needs no word that says so
 */
export function claimedCertifications(sentence: string, { isOfCertificates = false } = {}): string[] {
  const isClaim = isOfCertificates || CLAIM.test(sentence);
  if (!isClaim || NOT_HELD.test(sentence) || OF_OTHERS.test(sentence)) return [];
  const names = CERTIFICATES.flatMap(([pattern, nameOf]) => [...sentence.matchAll(pattern)].map(nameOf));
  return [...new Set(names)];
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?])\s+(?=\p{Lu})/u).filter((sentence) => sentence.length <= LONGEST_SENTENCE);
}

import { getDomain } from "tldts";
import type { PageKind } from "./page-data.ts";

/**
 * Words by which sites name these pages, in the languages of most company sites. They must be whole words in the last
 * two parts of the path or in the link's own text, both without accents.
 */
const KIND_WORDS: [kind: PageKind, words: RegExp][] = [
  [
    "imprint",
    /\b(?:impressum|imprint|legal notice|mentions legales|aviso legal|note legali|colofon|colophon|impressum datenschutz)\b/,
  ],
  [
    "certifications",
    /\b(?:certifications?|certificates?|zertifi(?:kate|zierung|zierungen)|certificaciones|certificazioni|certificaten|accreditations?|qualitaetsmanagement|qualitatsmanagement)\b/,
  ],
  [
    "sustainability",
    /\b(?:sustainability|nachhaltigkeit|durabilite|developpement durable|sostenibilidad|sostenibilita|duurzaamheid|hallbarhet|baeredygtighed|esg|csr|rse|responsibility)\b/,
  ],
  [
    "team",
    /\b(?:team|our team|our people|management|leadership|board of directors|board|executives|geschaeftsfuehrung|geschaftsfuhrung|vorstand|equipe|equipo|direzione|ledelse|ledning)\b/,
  ],
  [
    "about",
    /\b(?:about|about us|who we are|our story|company|the company|ueber uns|uber uns|unternehmen|qui sommes nous|a propos|entreprise|quienes somos|sobre nosotros|chi siamo|azienda|over ons|om oss|om os|o nas|o firmie|sobre nos|empresa)\b/,
  ],
  ["contact", /\b(?:contacts?|contact us|kontakt|contacto|contatti|contactez nous|yhteystiedot)\b/],
];

/** Longer link texts are sentences, not names of pages. */
const LONGEST_LABEL = 40;

/** Returns the registrable domain of a host, including its private part: `acme.github.io` is a separate site. */
export function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** Whether a host is the same site, or one of the same name under another suffix: `acme.de` and `acme.com`. */
export function isSameName(domain: string, host: string): boolean {
  const label = (site: string) => site.split(".")[0];
  return label(siteOf(domain)) === label(siteOf(host));
}

/** Returns the kind of page that a link of a site leads to; null where neither its path nor its text says so. */
export function kindOfLink(url: URL, label: string): PageKind | null {
  const path = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .slice(-2)
    .map((part) => words(decoded(part).replace(/\.\w{2,5}$/, "")));
  const shown = label.length <= LONGEST_LABEL ? words(label) : "";
  for (const [kind, pattern] of KIND_WORDS) if ([...path, shown].some((name) => pattern.test(name))) return kind;
  return null;
}

function words(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

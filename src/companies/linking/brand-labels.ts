import { isGroupWord, isLegalForm } from "./legal-forms.ts";
import { wordClass } from "./word-class.ts";

/** Words that company domains append or prepend to the name: "bmwgroup", "thegap". */
const ATTACHED =
  /^(?:the|groupe?|grupo)(?=\p{L}{3})|(?<=\p{L}{3})(?:group|groupe|gruppe|grupo|gruppo|holdings?|global|corp|inc)$/gu;
/** Shortest piece of a domain that counts as a name. */
const MIN_LABEL = 3;

/** Returns a registrable domain's first label without hyphens: "acmekites" of acme-kites.com. */
export const siteLabel = (domain: string): string => domain.slice(0, domain.indexOf(".")).replaceAll("-", "");

/**
 * Returns the names that a registrable domain may consist of, as keys. They are its first label ("seagate.com"), that
 * label without group words ("nissan-global.com", "bmwgroup.com"), and a company's own top-level domain
 * ("global.toyota").
 */
export function brandLabels(domain: string): ReadonlySet<string> {
  const [first = "", ...suffix] = domain.split(".");
  const whole = first.replace(/[^a-z0-9]/g, "");
  const parts = first.split("-").filter((part) => !isGroupWord(part) && !(isLegalForm(part) && part.length > 1));
  const rest = [parts.join(""), unattached(whole), ownTopLevel(suffix)];
  return new Set([whole, ...rest.filter((label) => label.length >= MIN_LABEL)]);
}

/** Returns "bmw" of "bmwgroup", but not "super" of "supercorp": a dictionary word alone is no name. */
function unattached(label: string): string {
  const rest = label.replace(ATTACHED, "");
  return wordClass(rest) === "word" || wordClass(rest) === "place" ? "" : rest;
}

/**
 * Returns "toyota" of "global.toyota": a suffix that is neither a place nor a word belongs to a company. "" for others.
 */
function ownTopLevel(suffix: readonly string[]): string {
  const [only = ""] = suffix;
  return suffix.length === 1 && only.length > 2 && wordClass(only) !== "word" && !SHARED_SUFFIXES.has(only) ? only : "";
}

/** Top-level domains that are no word but open to anybody, and ICANN's of cities, regions and cultures. */
const SHARED_SUFFIXES = new Set(
  `com org net biz info xyz app gov edu mil int dev pro tel mobi aero coop inc ltd llc gmbh srl abudhabi africa alsace amsterdam arab asia
  barcelona bayern bcn berlin boston brussels budapest bzh capetown cat cologne corsica cymru doha dubai durban eus frl gal gent
  hamburg helsinki irish istanbul joburg kiwi koeln kyoto lat london madrid melbourne miami moscow nagoya nrw nyc okinawa osaka paris
  quebec rio ruhr ryukyu saarland scot stockholm swiss sydney taipei tatar tirol tokyo vegas vlaanderen wales wien yokohama zuerich`.split(
    /\s+/,
  ),
);

/**
 * Whether a domain consists of just this key, at a suffix of no country (siemens.com) or at a top-level domain of that
 * name.
 */
export function isOwnDomain(domain: string, key: string): boolean {
  const [first = "", ...suffix] = domain.split(".");
  if (ownTopLevel(suffix) === key) return true;
  return first.replaceAll("-", "") === key && /^(?:com|org|net|io|ai|co|global)$/.test(suffix.join("."));
}

/** Words that owners add to a name where the plain domain is taken or belongs to their shop. */
const EXTRAS =
  /^the(?=.*(?:company|co)$)|(?<=^the.*)(?:company|co)$|(?:inc|plc|group|global|international|investors?|hq)$/g;

/**
 * Whether a .com consists of just this key and words such as "inc" and "the … company": "gapinc.com",
 * "thehersheycompany.com". The label of "newscorp.com" does not, because that company goes by the whole name.
 */
export function isOwnWithExtras(domain: string, key: string): boolean {
  const [first = "", ...suffix] = domain.split(".");
  const label = first.replaceAll("-", "");
  return suffix.join(".") === "com" && label !== key && label.replace(EXTRAS, "") === key;
}

import { isLegalForm } from "./legal-forms.ts";
import { nameWords } from "./name-words.ts";
import { wordClass } from "./word-class.ts";

/** Names in a record's description beside the record's own. */
export interface DescribedNames {
  /** The name that opens the description ("Meta, Inc. develops …"); null where it opens otherwise. */
  own: string | null;
  /** Names from "formerly known as …". */
  former: string[];
  /** Names from "under the Buick, Cadillac, and Chevrolet brand names", without dictionary words. */
  brands: string[];
}

/** Matches the verbs that follow the name in descriptions, and the phrases between. */
const OWN =
  /^((?:The )?\p{Lu}[^.;:]{1,70}?(?:,? (?:Inc|Ltd|Corp|Co|S\.A|N\.V|L\.P|plc|AG|SE)\.?)?),? (?:together with|through|is an?|operates|provides|engages|develops|designs|manufactures|produces|offers|sells|owns|explores|invests|focuses|distributes|supplies|acquires|markets|researches|specializes|primarily|and its)\b/u;
const FORMER =
  /\b(?:formerly|previously) known as (?:the )?(\p{Lu}[^,;]{2,60}?)(?=,? and changed| until|,|;|\.\s|\.?$)/gu;
const BRANDS = /\bunder (?:the |its )?(\p{Lu}[^.;]{3,160}?) (?:brand(?: name)?s?|banners?|nameplates?)\b/gu;
/** Shortest word accepted as a brand or a former name. */
const MIN_BRAND = 4;

/** Reads the names in a description; none where it is empty. */
export function describedNames(description: string): DescribedNames {
  const own = OWN.exec(description)?.[1] ?? null;
  return {
    own: own !== null && nameWords(own).length <= 6 ? own : null,
    former: [...description.matchAll(FORMER)].map(([, name = ""]) => name.trim()).filter(isTelling),
    brands: [...description.matchAll(BRANDS)]
      .flatMap(([, list = ""]) => list.split(/,? and |, /))
      .map((name) => name.trim())
      .filter((name) => isTelling(name) && nameWords(name).length <= 2),
  };
}

/** Whether a name has a word without another meaning; otherwise it would be found everywhere. */
function isTelling(name: string): boolean {
  const words = nameWords(name).filter(({ key }) => !isLegalForm(key));
  return (
    words.length > 0 &&
    words.every(({ written }) => /^[\p{Lu}\d]/u.test(written)) &&
    words.some(({ key }) => key.length >= MIN_BRAND && wordClass(key) === "rare")
  );
}

/** Number of cached bare names. One plan compares each company's place with a few names. */
const REMEMBERED_NAMES = 100_000;

const PREFIX = /^(?:city of|greater|(?:north|south|east|west|central) )\s*/;
const SUFFIX =
  /\s(?:city|shi|si|gun|municipality|prefecture|utara|selatan|barat|timur|pusat|north|south|east|west|central)$/;
const bareNames = new Map<string, string>();

/**
 * Returns a place's name without the words that directories add: "shenzhen city" is Shenzhen, "seongnam-si" Seongnam.
 * "west perth" and "jakarta selatan" are parts of Perth and Jakarta. Still, "new taipei city" remains a different city
 * than Taipei.
 * @param name folded
 */
export function bareName(name: string): string {
  let bare = bareNames.get(name);
  if (bare === undefined) {
    bare = name
      .replace(/['’.]/g, "")
      .replace(/[-\s]+/g, " ")
      .trim();
    bare = bare.replace(SUFFIX, "").replace(PREFIX, "").trim() || bare;
    if (bareNames.size >= REMEMBERED_NAMES) bareNames.clear();
    bareNames.set(name, bare);
  }
  return bare;
}

/** Names whose bare form is remembered: one plan compares each company's with a few. */
const REMEMBERED_NAMES = 100_000;

const PREFIX = /^(?:city of|greater|(?:north|south|east|west|central) )\s*/;
const SUFFIX =
  /\s(?:city|shi|si|gun|municipality|prefecture|utara|selatan|barat|timur|pusat|north|south|east|west|central)$/;
const bareNames = new Map<string, string>();

/**
 * A place's name without what directories write to it: "shenzhen city" is Shenzhen, "seongnam-si" Seongnam, and "west perth" and
 * "jakarta selatan" are parts of Perth and Jakarta. "new taipei city" stays another city than Taipei.
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

import { createRequire } from "node:module";

let titles: Map<string, string> | null = null;

/** The list of the 2017 edition, the one that the package carries; its titles end in a stray "T" that marks a footnote. */
function load(): Map<string, string> {
  const entries = createRequire(import.meta.url)("naics/data/2017_NAICS_Descriptions.json") as Record<
    string,
    { Title: string }
  >;
  return new Map(Object.entries(entries).map(([code, { Title }]) => [code, Title.replace(/T? *$/, "").trim()]));
}

/** The title of a NAICS code of 2 to 6 digits, "" for one that the 2017 edition does not have. */
export function naicsTitle(code: number): string {
  titles ??= load();
  return titles.get(String(code)) ?? "";
}

let sectors: Map<number, string> | null = null;

/** Titles by sector; "31-33" is the title of three. */
function loadSectors(): Map<number, string> {
  titles ??= load();
  const found = new Map<number, string>();
  for (const [code, title] of titles) {
    const [from = 0, to = from] = code.split("-").map(Number);
    for (let sector = from; sector <= to && to < 100; sector++) found.set(sector, title);
  }
  return found;
}

/** The title of a sector, the first two digits of a code, "" for one that the 2017 edition does not have. */
export function naicsSectorTitle(sector: number): string {
  sectors ??= loadSectors();
  return sectors.get(sector) ?? "";
}

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

import { columnPositions, normaliseColumn, shownColumn, shownHeader } from "#foundation/files/header";

/** The columns of a file of ESG items, with the headings accepted for each. */
const NAMES = {
  domain: ["domain", "companyDomain", "company", "companyUrl", "website"],
  url: ["url", "link"],
  title: ["title", "headline"],
  snippet: ["snippet", "summary", "description", "text"],
  published: ["published", "publishedAt", "date", "pubDate"],
  publisher: ["publisher", "source"],
  environmental: ["environmental"],
  social: ["social"],
  governance: ["governance"],
  sentiment: ["sentiment", "sentimentScore"],
  awards: ["awards", "award"],
  certifications: ["certifications", "certification"],
  logo: ["logo", "logoUrl", "sourceLogo", "sourceLogoUrl"],
} as const;

export type EsgField = keyof typeof NAMES;

const FIELDS = Object.entries(NAMES) as [EsgField, readonly string[]][];
const KNOWN: ReadonlySet<string> = new Set([...FIELDS.flatMap(([, names]) => names.map(normaliseColumn)), "id"]);

/** The position of each field in a row. */
export interface EsgColumns {
  columns: ReadonlyMap<EsgField, number>;
  unknown: string[];
}

/** Returns whether the layout has a column of this name. */
export function isEsgColumn(name: string): boolean {
  return KNOWN.has(normaliseColumn(name));
}

/** Finds the fields of a header, in any order and case, or returns what is missing. */
export function bindEsgColumns(names: readonly string[]): EsgColumns | { problem: string } {
  const positions = columnPositions(names);
  if ("problem" in positions) return positions;
  const columns = new Map<EsgField, number>();
  for (const [field, spellings] of FIELDS) {
    const position = spellings.map((name) => positions.get(normaliseColumn(name))).find((found) => found !== undefined);
    if (position !== undefined) columns.set(field, position);
  }
  const missing = (["domain", "url", "title"] as const).filter((field) => !columns.has(field));
  if (missing.length > 0)
    return { problem: `found ${shownHeader(names)}; missing: ${missing.map((field) => `"${field}"`).join(", ")}` };
  return { columns, unknown: names.filter((name) => name.trim() !== "" && !isEsgColumn(name)).map(shownColumn) };
}

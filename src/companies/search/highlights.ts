import type { Queries } from "#foundation/db/database";

export type HighlightField = "name" | "description" | "keywords" | "industries" | "certifications";

/** A part of a company's text with words of the search. */
export interface Highlight {
  field: HighlightField;
  /** Plain text of the record, never markup. */
  text: string;
  /** The ranges of the words in `text`, in UTF-16 code units; the end is exclusive. */
  ranges: { start: number; end: number }[];
}

/** Control characters that mark the words in PostgreSQL's answer. They are removed from the record's text before. */
const OPEN = "\u0002";
const CLOSE = "\u0003";
const BETWEEN = "\u0004";
/** They replace < and >, because ts_headline removes text that looks like a tag. */
const LESS = "\u0005";
const GREATER = "\u0006";

/** Options for short texts, which are returned whole, and for longer ones, of which two fragments are returned. */
const WHOLE = `StartSel=${OPEN}, StopSel=${CLOSE}, HighlightAll=true`;
const FRAGMENTS = `StartSel=${OPEN}, StopSel=${CLOSE}, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=${BETWEEN}`;

const marked = (text: string, options: string) =>
  `ts_headline('english', translate(${text}, E'<>\\x02\\x03\\x04\\x05\\x06', E'\\x05\\x06'), q, '${options}')`;

const LABELS = ["keywords", "industries", "certifications"] as const;

const HIGHLIGHT = `
  SELECT c.id, ${marked("c.name", WHOLE)} AS name, ${marked("c.description", FRAGMENTS)} AS description,
    ${LABELS.map((field) => `ARRAY(SELECT ${marked("label", WHOLE)} FROM unnest(c.${field}) AS label) AS ${field}`).join(", ")}
  FROM companies c, to_tsquery('simple', $2) AS q WHERE c.id = ANY($1::int[])`;

type Row = { id: number; name: string; description: string } & Record<(typeof LABELS)[number], string[]>;

/** Converts a marked text to plain text and ranges; null where nothing is marked. */
function highlightOf(field: HighlightField, text: string): Highlight | null {
  const ranges: Highlight["ranges"] = [];
  let plain = "";
  for (const [at, piece] of text.split(new RegExp(`[${OPEN}${CLOSE}]`)).entries()) {
    if (at % 2 === 1) ranges.push({ start: plain.length, end: plain.length + piece.length });
    plain += piece;
  }
  if (ranges.length === 0) return null;
  return { field, text: plain.replaceAll(LESS, "<").replaceAll(GREATER, ">"), ranges };
}

/** Returns the matching texts of these companies: name, then labels, then description. One statement. */
export async function highlights(
  db: Queries,
  companyIds: readonly number[],
  query: string,
): Promise<Map<number, Highlight[]>> {
  const rows = await db.query<Row>(HIGHLIGHT, [companyIds, query]);
  return new Map(
    rows.map((row) => [
      row.id,
      [
        highlightOf("name", row.name),
        ...LABELS.flatMap((field) => row[field].map((label) => highlightOf(field, label))),
        ...row.description.split(BETWEEN).map((fragment) => highlightOf("description", fragment)),
      ].filter((found) => found !== null),
    ]),
  );
}

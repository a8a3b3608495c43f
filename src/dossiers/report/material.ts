import { z } from "zod";

/** The source of a statement. */
export const Source = z.object({
  /** The source's identity, the same in every run. */
  key: z.string(),
  /** A web page, a record of this service, or a search in its records (which may have found nothing). */
  kind: z.enum(["page", "record", "search"]),
  /** Title of the page, or a name of the record or search. */
  label: z.string(),
  url: z.string().nullable(),
  publisher: z.string(),
  /** As exactly as known; null where unknown. */
  publishedAt: z.string().nullable(),
  /** ISO 8601: when the page was read, the record last changed, or the search was made. */
  retrievedAt: z.string(),
});
export type Source = z.infer<typeof Source>;

const cites = z.array(z.string()).min(1);

/** One sentence in Markdown, and the keys of its sources. */
const Statement = z.object({ text: z.string(), cites });
export type Statement = z.infer<typeof Statement>;

const Table = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.object({ cells: z.array(z.string()), cites })),
});
export type Table = z.infer<typeof Table>;

/** A passage of a source that may answer the question: verbatim, or a fact of a record in our words. */
const Passage = z.object({
  text: z.string(),
  source: z.string(),
  /** Whether it is a fact of a record in our words, and so no quotation. */
  isFact: z.boolean().optional(),
  /** Whether it is a list of labels under their heading: nobody says it, and it answers only where no sentence does better. */
  isLabel: z.boolean().optional(),
  /** Words by which questions ask for it that it lacks: "headcount". */
  askedAs: z.string().optional(),
});
export type Passage = z.infer<typeof Passage>;

/** The material of one step: a section of the report. */
export const Material = z.object({
  heading: z.string(),
  statements: z.array(Statement),
  tables: z.array(Table),
  passages: z.array(Passage),
  sources: z.array(Source),
  /** The searched records, for statements that nothing was found: "12 articles", and the key of that search. */
  searched: z.array(z.object({ what: z.string(), source: z.string() })),
  /** Statements about one thing in which stored records differ. */
  differences: z.array(Statement).default([]),
});
export type Material = z.infer<typeof Material>;

/**
 * The kinds of sources, the most trusted first: a value of an earlier kind takes precedence over one of a later kind.
 */
export const SOURCE_KINDS = ["register", "directory", "page", "sample"] as const;

/**
 * - `register`: a public register, such as one of legal entities;
 * - `directory`: a directory of companies;
 * - `page`: a page of the company's own site;
 * - `sample`: the sample that the product ships.
 */
export type SourceKind = (typeof SOURCE_KINDS)[number];

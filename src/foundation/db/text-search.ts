/** A condition that a text contains what the parameter says, in any case and with or without accents; null asks nothing. */
export const containsSql = (sql: string, parameter: number): string =>
  `($${parameter}::text IS NULL OR strpos(unaccent(lower(${sql})), unaccent(lower($${parameter}::text))) > 0)`;

/** A condition that a text is one of the list's, whole and in any case; null asks nothing. */
export const isOneOfSql = (sql: string, parameter: number): string =>
  `lower(${sql}) = ANY(SELECT lower(name) FROM unnest($${parameter}::text[]) AS name)`;

/**
 * A text as LIKE takes it literally: `%`, `_` and the backslash lose their meaning. For Prisma's `contains`, `startsWith` and
 * `endsWith`, which become LIKE with the text as it is.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A pattern for LIKE: contains what the SQL expression gives, literally. As `escapeLike`, where the database makes the text. */
export const containsPatternSql = (sql: string): string =>
  `'%' || regexp_replace(${sql}, '([%_\\\\])', '\\\\\\1', 'g') || '%'`;

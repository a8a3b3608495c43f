/**
 * Returns a condition that a text contains the parameter, ignoring case and accents. A null parameter matches
 * everything.
 */
export const containsSql = (sql: string, parameter: number): string =>
  `($${parameter}::text IS NULL OR strpos(unaccent(lower(${sql})), unaccent(lower($${parameter}::text))) > 0)`;

/** Returns a condition that a text equals one of the list's, ignoring case. A null parameter matches everything. */
export const isOneOfSql = (sql: string, parameter: number): string =>
  `lower(${sql}) = ANY(SELECT lower(name) FROM unnest($${parameter}::text[]) AS name)`;

/**
 * Escapes `%`, `_` and the backslash, so that LIKE takes a text literally.
 * For Prisma's `contains`, `startsWith` and `endsWith`, which pass the text to LIKE unescaped.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/**
 * Returns a LIKE pattern for texts that contain the expression's value literally. Like `escapeLike`, where the database
 * makes the text.
 */
export const containsPatternSql = (sql: string): string =>
  `'%' || regexp_replace(${sql}, '([%_\\\\])', '\\\\\\1', 'g') || '%'`;

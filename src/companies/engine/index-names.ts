/** The alias of the live index, which searches use. */
export const liveAlias = (prefix: string): string => `${prefix}-companies`;

/**
 * The name of an index. `mark` is unique, so that no name is used twice, even after the database is restored from a
 * backup.
 */
export const indexName = (prefix: string, mark: string): string => `${prefix}-companies-${mark}`;

/**
 * The only alias for writing companies to an index, with `require_alias`. Otherwise a late write to a removed index
 * would create an index of that name.
 */
export const writeAlias = (index: string): string => `${index}-write`;

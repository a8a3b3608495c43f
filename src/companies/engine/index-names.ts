/** The alias under which the live index is searched. */
export const liveAlias = (prefix: string): string => `${prefix}-companies`;

/** The name of an index. `mark` is its own: a name is never used twice, also where a backup takes the database back in time. */
export const indexName = (prefix: string, mark: string): string => `${prefix}-companies-${mark}`;

/**
 * The alias through which alone companies are written to an index, with `require_alias`: a late write to an index that is gone would
 * otherwise make an index of that name.
 */
export const writeAlias = (index: string): string => `${index}-write`;

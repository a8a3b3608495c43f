/** The alias under which the live index is searched. */
export const liveAlias = (prefix: string): string => `${prefix}-companies`;

/**
 * The name of one generation of the index. Companies are written through its alias for writing alone, with
 * `require_alias`: a late write to an index that is gone would make an index of that name otherwise.
 */
export const indexName = (prefix: string, generation: number): string => `${prefix}-companies-${generation}`;

export const writeAlias = (index: string): string => `${index}-write`;

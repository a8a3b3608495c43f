/** Converts `inReview` to `IN_REVIEW`: enum values in the case that GraphQL clients expect. */
export const enumValues = <T extends string>(values: readonly T[]) =>
  Object.fromEntries(
    values.map((value) => [value.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase(), { value }]),
  ) as Record<string, { value: T }>;

/**
 * Converts `inReview` to `IN_REVIEW`: enum values in the case that GraphQL clients expect, each with what it means for
 * them.
 */
export const enumValues = <T extends string>(values: readonly T[], meanings: Readonly<Record<T, string>>) =>
  Object.fromEntries(
    values.map((value) => [
      value.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase(),
      { value, description: meanings[value] },
    ]),
  ) as Record<string, { value: T; description: string }>;

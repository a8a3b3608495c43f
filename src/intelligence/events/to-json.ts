/** Half of a surrogate pair, left where a text was cut, would make PostgreSQL refuse the whole batch. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === "string" && !value.isWellFormed() ? value.toWellFormed() : value;

/** Returns the JSON of what is to be stored. */
export const toJson = (value: unknown): string => JSON.stringify(value, wellFormed);

import { builder } from "./builder.ts";

export const SortOrder = builder.enumType("SortOrder", {
  description: "A sort direction.",
  values: {
    ASC: { value: "asc", description: "Ascending: smallest value first." },
    DESC: { value: "desc", description: "Descending: largest value first." },
  } as const,
});

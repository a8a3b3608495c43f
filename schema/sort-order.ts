import { builder } from "./builder.ts";

export const SortOrder = builder.enumType("SortOrder", {
  description: "The direction of an order.",
  values: {
    ASC: { value: "asc", description: "The least first." },
    DESC: { value: "desc", description: "The greatest first." },
  } as const,
});

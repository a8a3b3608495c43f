import { builder } from "./builder.ts";

export const SortOrder = builder.enumType("SortOrder", {
  values: { ASC: { value: "asc" }, DESC: { value: "desc" } } as const,
});

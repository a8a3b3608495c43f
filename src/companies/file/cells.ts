import type { FileField } from "./headings.ts";
import type { Column } from "./layouts.ts";

/** A row's value in a column: a cell's text, or a value of a JSON object. Never empty. */
export interface Cell {
  value: unknown;
  column: Column;
}

/** Returns a row's values for a field, the preferred column first, without empty cells. */
export type Cells = (field: FileField) => readonly Cell[];

/** Resolves a country's name or code in any spelling to ISO 3166-1 alpha-2. */
export type CountryResolver = (name: string) => string | null;

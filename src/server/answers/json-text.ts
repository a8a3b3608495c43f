/** JSON that PostgreSQL wrote, in place of the value. Only objects of the root have it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A query's data; see `JsonText`. */
export type Data = Readonly<Record<string, unknown>>;

/** Returns data as JSON, with the texts as PostgreSQL wrote them. */
export function jsonOf(data: Data): string {
  const roots = Object.entries(data).map(([key, value]) => `${JSON.stringify(key)}:${jsonOfRoot(value)}`);
  return `{${roots.join(",")}}`;
}

function jsonOfRoot(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOfRoot).join(",")}]`;
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}:${field instanceof JsonText ? field.text : JSON.stringify(field)}`,
  );
  return `{${fields.join(",")}}`;
}

/** Returns data as plain values. */
export const valuesOf = (data: Data): Data => mapped(data, (value) => valuesOfRoot(value));

function valuesOfRoot(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(valuesOfRoot);
  return mapped(value as Data, (field) => (field instanceof JsonText ? (JSON.parse(field.text) as unknown) : field));
}

const mapped = (object: Data, convert: (value: unknown) => unknown): Data =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value)]));

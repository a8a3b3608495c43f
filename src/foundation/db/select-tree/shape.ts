/** The fields of a JSON row to convert to Prisma's types. */
export interface RowShape {
  dates: string[];
  bigints: string[];
  /** Enum columns whose values have other names in PostgreSQL. */
  enums: [column: string, values: ReadonlyMap<string, string>][];
  children: [relation: string, shape: RowShape][];
}

type Row = Record<string, unknown>;

const isPlain = ({ dates, bigints, enums, children }: RowShape) =>
  dates.length + bigints.length + enums.length + children.length === 0;

/** Returns the shape of a relation's rows where they need any conversion. */
export const childShape = (relation: string, shape: RowShape): RowShape["children"] =>
  isPlain(shape) ? [] : [[relation, shape]];

/** Converts dates, bigints and enum values from their JSON forms, in place. */
export function revive(row: Row, shape: RowShape): void {
  for (const name of shape.dates) {
    const text = row[name];
    if (typeof text === "string") row[name] = new Date(text);
    else if (Array.isArray(text)) row[name] = text.map((date) => new Date(date));
  }
  for (const name of shape.bigints) if (typeof row[name] === "string") row[name] = BigInt(row[name]);
  for (const [name, values] of shape.enums) {
    const value = row[name];
    if (typeof value === "string") row[name] = values.get(value) ?? value;
  }
  for (const [name, child] of shape.children) {
    const value = row[name];
    if (Array.isArray(value)) for (const item of value) revive(item, child);
    else if (value != null) revive(value as Row, child);
  }
}

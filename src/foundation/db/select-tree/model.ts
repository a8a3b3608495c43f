import { getDatamodel } from "#generated/pothos-types";

export interface Column {
  name: string;
  /** Its name in PostgreSQL. */
  column: string;
  /** Prisma's name of the type, or of the enum. */
  type: string;
  isList: boolean;
  isRequired: boolean;
  /** For an enum whose values have other names in PostgreSQL: Prisma's names by PostgreSQL's. */
  values: ReadonlyMap<string, string> | null;
}

export interface Relation {
  name: string;
  target: string;
  isList: boolean;
  /** True for a to-one relation that every row has. */
  isRequired: boolean;
  /** Returns the condition that joins a child to its parent, by their aliases. */
  on: (parent: string, child: string) => string;
}

/** A model of Prisma's schema as statements need it. */
export interface Model {
  name: string;
  table: string;
  columns: ReadonlyMap<string, Column>;
  relations: ReadonlyMap<string, Relation>;
  /** Names of the columns of the primary key. */
  key: readonly string[];
  /** Columns of each composite unique key, by Prisma's name of the key. */
  compoundKeys: ReadonlyMap<string, readonly string[]>;
}

export type Models = ReadonlyMap<string, Model>;

/** Lists, by model and name, that Prisma's schema does not have as relations. */
export type ExtraRelations = Readonly<Record<string, Readonly<Record<string, Pick<Relation, "target" | "on">>>>>;

/** The part of the schema that `getDatamodel` lacks but Prisma's client has: the names in PostgreSQL. */
interface SchemaOfClient {
  _runtimeDataModel: {
    models: Record<string, { dbName: string | null; fields: { name: string; dbName?: string | null }[] }>;
  };
  /** Holds the schema's own text, the only place in the client with the stored names of enum values. */
  _engineConfig: { inlineSchema: string };
}

/** Returns Prisma's names by PostgreSQL's names, for each enum that renames some of its values. */
function renamedValues(schema: string): Map<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = "", body = ""] of schema.matchAll(/^enum (\w+) \{\n(.*?)^\}/gms)) {
    const values = [...body.matchAll(/^ *(\w+) +@map\("([^"]+)"\)/gm)];
    if (values.length > 0) found.set(name, new Map(values.map(([, value = "", stored = ""]) => [stored, value])));
  }
  return found;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Fields = ReturnType<typeof getDatamodel>["datamodel"]["models"][string]["fields"];

/**
 * Pairs the columns of a foreign key with those that it refers to. Prisma names only the referring columns; all of ours
 * refer to primary keys.
 */
function joined(from: readonly string[], to: readonly string[], what: string): [string, string][] {
  if (from.length !== to.length) throw new Error(`${what} does not refer to a primary key`);
  return from.map((name, i) => [name, to[i] ?? name]);
}

/**
 * Reads the models of Prisma's schema and adds the `extra` relations. `client` is a Prisma client, which knows the
 * names of tables and columns in PostgreSQL.
 */
export function readModels(client: object, extra: ExtraRelations = {}): Models {
  const { _runtimeDataModel: runtime, _engineConfig: engine } = client as SchemaOfClient;
  const renamed = renamedValues(engine.inlineSchema);
  const { models: described } = getDatamodel().datamodel;
  const keys = new Map(
    Object.entries(described).map(([name, { fields, primaryKey }]) => [
      name,
      primaryKey?.fields ?? fields.filter(({ isId }) => isId).map((field) => field.name),
    ]),
  );
  const columnsOf = (name: string, fields: Fields) => {
    const stored = new Map(runtime.models[name]?.fields.map((field) => [field.name, field.dbName ?? field.name]));
    return new Map(
      fields
        .filter(({ kind }) => kind !== "object")
        .map(({ name: field, type, isList, isRequired }): [string, Column] => [
          field,
          {
            name: field,
            column: stored.get(field) ?? field,
            type,
            isList,
            isRequired,
            values: renamed.get(type) ?? null,
          },
        ]),
    );
  };
  const columns = new Map(Object.entries(described).map(([name, { fields }]) => [name, columnsOf(name, fields)]));
  const columnIn = (model: string, field: string) => quoted(columns.get(model)?.get(field)?.column ?? field);
  const relationOf = (model: string, field: Fields[number]): Relation => {
    const { name, type: target, isList, relationName, relationFromFields: own = [] } = field;
    const other = described[target]?.fields.find(
      (back) => back.relationName === relationName && (target !== model || back.name !== name),
    );
    const what = `${model}.${name}`;
    const pairs =
      own.length > 0
        ? joined(own, keys.get(target) ?? [], what)
        : joined(other?.relationFromFields ?? [], keys.get(model) ?? [], what).map(([a, b]): [string, string] => [
            b,
            a,
          ]);
    if (pairs.length === 0) throw new Error(`${what} is joined by no columns`);
    const sql = pairs.map(([mine, theirs]) => [columnIn(model, mine), columnIn(target, theirs)] as const);
    return {
      name,
      target,
      isList,
      isRequired: field.isRequired && own.length > 0,
      on: (parent, child) => sql.map(([mine, theirs]) => `${child}.${theirs} = ${parent}.${mine}`).join(" AND "),
    };
  };
  return new Map(
    Object.entries(described).map(([name, { fields, primaryKey, uniqueIndexes }]): [string, Model] => [
      name,
      {
        name,
        table: runtime.models[name]?.dbName ?? name,
        columns: columns.get(name) ?? new Map(),
        relations: new Map([
          ...fields
            .filter(({ kind }) => kind === "object")
            .map((field) => [field.name, relationOf(name, field)] as const),
          ...Object.entries(extra[name] ?? {}).map(
            ([list, to]) => [list, { ...to, name: list, isList: true, isRequired: false }] as const,
          ),
        ]),
        key: keys.get(name) ?? [],
        compoundKeys: new Map(
          [...(primaryKey === null ? [] : [primaryKey]), ...uniqueIndexes].map((key) => [
            key.name ?? key.fields.join("_"),
            key.fields,
          ]),
        ),
      },
    ]),
  );
}

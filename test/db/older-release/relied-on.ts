import type pg from "pg";
import { cursorsOf, describable } from "../../architecture/check-statement.ts";
import { describeStatement } from "../../architecture/describe-statement.ts";
import type { Statement } from "../../architecture/statements.ts";

/** A column as a client meets it. */
export interface Column {
  /** As PostgreSQL writes it: `character varying(3)`, `integer[]`. */
  type: string;
  isNullable: boolean;
  /** A row may be inserted without naming it: it is null then, has a default, or is computed. */
  isOptional: boolean;
}

/** A constraint or a unique index. */
export interface Rule {
  table: string;
  /** Those of its own table; empty: of an expression alone. */
  columns: string[];
  /** As PostgreSQL writes it, without its name. */
  definition: string;
  /** Which rows may not be alike: `(columns) condition`; null: it asks for something else. */
  unique: string | null;
}

/** What the tables of a database promise to a program that was written for them. */
export interface Schema {
  /** Columns by table and name. */
  tables: Record<string, Record<string, Column>>;
  rules: Rule[];
  /** Labels of enums. */
  enums: Record<string, string[]>;
}

/** A statement with what it takes and gives, by the names of PostgreSQL's types. */
export interface Prepared {
  file: string;
  text: string;
  parameters: string[];
  columns: Record<string, string>;
}

/** What a release relies on. Recorded when it is made: `npm run release:record`. */
export interface ReleaseRecord {
  version: string;
  /** Of the commit that it was made of. */
  commit: string;
  /** The newest of its migrations. */
  migration: string;
  schema: Schema;
  /** Texts that make the temporary tables of its imports, in any order. */
  staging: string[];
  statements: Prepared[];
}

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
    NOT a.attnotnull OR a.atthasdef OR a.attidentity <> '' AS "isOptional"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname <> '_prisma_migrations'
  ORDER BY 1, 2`;

// That a column is not null is said of the column; a unique constraint is an index too.
const RULES = `
  SELECT c.relname AS "table", pg_get_constraintdef(r.oid) AS definition, NULL AS "unique",
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY(r.conkey) ORDER BY 1) AS columns
  FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
  WHERE c.relnamespace = 'public'::regnamespace AND r.contype IN ('f', 'c', 'x') AND c.relname <> '_prisma_migrations'
  UNION ALL
  SELECT c.relname, d.definition, regexp_replace(d.definition, '^.*? USING \\w+ ', ''),
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY(x.indkey::int2[]) ORDER BY 1)
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid,
    LATERAL (SELECT regexp_replace(pg_get_indexdef(x.indexrelid), ' INDEX \\S+ ', ' INDEX ') AS definition) d
  WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique AND c.relname <> '_prisma_migrations'
  ORDER BY 1, 2`;

const ENUMS = `
  SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`;

/** @param ignored columns that the release's client does not know, `table.column`: a later one may take them away */
export async function readSchema(client: pg.ClientBase, ignored: ReadonlySet<string> = new Set()): Promise<Schema> {
  const { rows: columns } = await client.query<Column & { table: string; name: string }>(COLUMNS);
  const { rows: rules } = await client.query<Rule>(RULES);
  const { rows: enums } = await client.query<{ name: string; labels: string[] }>(ENUMS);
  const tables: Schema["tables"] = {};
  for (const { table, name, ...column } of columns) {
    tables[table] ??= {};
    if (!ignored.has(`${table}.${name}`)) tables[table][name] = column;
  }
  return { tables, rules, enums: Object.fromEntries(enums.map(({ name, labels }) => [name, labels])) };
}

/** Columns that `schema.prisma` keeps from the client by `@ignore` or `@@ignore`, `table.column`. */
export function ignoredIn(schema: string): Set<string> {
  const ignored = new Set<string>();
  for (const [, model = "", body = ""] of schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)) {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
    const isWhole = /^\s*@@ignore\b/m.test(body);
    for (const [line, field = ""] of body.matchAll(/^ {2}(\w+) .*$/gm))
      if (isWhole || /\s@ignore\b/.test(line)) ignored.add(`${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? field}`);
  }
  return ignored;
}

/** Of the types of a database by their oids. */
export type TypeNames = ReadonlyMap<number, string>;

export async function readTypeNames(client: pg.ClientBase): Promise<TypeNames> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    "SELECT oid, format_type(oid, NULL) AS name FROM pg_type",
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

/**
 * Has PostgreSQL parse a statement, and plan it without executing it. Only planning finds out that nothing makes the
 * key of an `ON CONFLICT` unique any more.
 * @throws what PostgreSQL says of one that does not fit the schema
 */
export async function prepare(
  client: pg.ClientBase,
  text: string,
  names: TypeNames,
): Promise<Pick<Prepared, "parameters" | "columns">> {
  const { parameters, columns } = await describeStatement(client, text);
  if (/^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(text)) await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  const nameOf = (oid: number) => names.get(oid) ?? "-";
  return {
    parameters: parameters.map(nameOf),
    columns: Object.fromEntries(columns.map(({ name, type }) => [name, nameOf(type)])),
  };
}

/** The statements of a release that its sources show, each once, with what they take and give on the schema of `client`. */
export async function prepareAll(client: pg.ClientBase, statements: readonly Statement[]): Promise<Prepared[]> {
  const cursors = cursorsOf(statements);
  const names = await readTypeNames(client);
  const prepared = new Map<string, Prepared>();
  for (const { file, texts } of statements)
    for (const one of texts ?? []) {
      const text = describable(one, cursors);
      if (text === null || prepared.has(text)) continue;
      prepared.set(text, { file, text, ...(await prepare(client, text, names)) });
    }
  return [...prepared.values()];
}

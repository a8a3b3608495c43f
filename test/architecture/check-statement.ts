import type pg from "pg";
import { type DescribedStatement, describeStatement, type ResultColumn } from "./describe-statement.ts";
import type { Statement } from "./statements.ts";
import { fitsParameter, type Kinds, kindOfColumn, type PostgresType } from "./value-kinds.ts";

/** What the migrated database says of types and columns. */
export interface Catalogue {
  types: ReadonlyMap<number, PostgresType>;
  /** Columns that may be null, `table.column` by oid and number. */
  nullable: ReadonlyMap<string, string>;
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const types = await client.query<{ oid: number; name: string; isEnum: boolean }>(
    `SELECT oid, typname AS name, typtype = 'e' AS "isEnum" FROM pg_type`,
  );
  const columns = await client.query<{ key: string; name: string }>(
    `SELECT attrelid || '.' || attnum AS key, attrelid::regclass || '.' || attname AS name FROM pg_attribute
     WHERE attnum > 0 AND NOT attnotnull AND attrelid IN (SELECT oid FROM pg_class
       WHERE relnamespace = 'public'::regnamespace)`,
  );
  return {
    types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
    nullable: new Map(columns.rows.map(({ key, name }) => [key, name])),
  };
}

/** Cursors by name, with what they were declared for. */
export type Cursors = ReadonlyMap<string, string>;

const DECLARE = /^\s*DECLARE (\w+) NO SCROLL CURSOR FOR /;
const FETCH = /^\s*FETCH \d+ FROM (\w+)/;
/** Commands that have neither parameters nor a result that anybody reads. */
const COMMAND = /^\s*(?:ANALYZE|CLOSE|CREATE|ALTER|COPY|LISTEN|UNLISTEN|SET)\b/;

export function cursorsOf(statements: readonly Statement[]): Cursors {
  const declared = statements.flatMap(({ texts }) => texts ?? []).filter((text) => DECLARE.test(text));
  return new Map(declared.map((text) => [DECLARE.exec(text)?.[1] ?? "", text.replace(DECLARE, "")]));
}

/** Makes the temporary tables that imports stage rows in, in any order; they go with the connection. @throws where one cannot be made */
export async function makeStaging(client: pg.ClientBase, texts: readonly string[]): Promise<void> {
  let open = [...new Set(texts)];
  while (open.length > 0) {
    const failed: string[] = [];
    let failure: unknown;
    for (const text of open)
      try {
        const { parameters } = await describeStatement(client, text);
        await client.query(
          text.replace(/\bON COMMIT DROP\b/, ""),
          parameters.map(() => null),
        );
      } catch (error) {
        failed.push(text);
        failure = error;
      }
    if (failed.length === open.length) throw failure;
    open = failed;
  }
}

/** What PostgreSQL is asked about: of a cursor its query. Null: a command. */
export function describable(text: string, cursors: Cursors): string | null {
  const fetched = FETCH.exec(text)?.[1];
  if (fetched !== undefined) return cursors.get(fetched) ?? null;
  return COMMAND.test(text) ? null : text.replace(DECLARE, "");
}

/** What is wrong with a statement, a sentence each; nothing where it agrees with the schema. */
export async function problemsOf(
  client: pg.ClientBase,
  statement: Statement,
  catalogue: Catalogue,
  cursors: Cursors,
): Promise<string[]> {
  const problems: string[] = [];
  for (const text of statement.texts ?? []) {
    const asked = describable(text, cursors);
    if (asked === null) continue;
    try {
      problems.push(...compare(statement, await describeStatement(client, asked), catalogue));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return [...new Set(problems)].map((problem) => `${statement.file}: ${problem}, in ${statement.shown}`);
}

function compare(
  { row, values, byPrisma }: Statement,
  { parameters, columns }: DescribedStatement,
  catalogue: Catalogue,
): string[] {
  const problems: string[] = [];
  if (values !== null && values.length !== parameters.length)
    problems.push(`${parameters.length} parameters and ${values.length} values`);
  for (const [i, kinds] of (values ?? []).entries()) {
    const type = catalogue.types.get(parameters[i] ?? 0);
    const wrong = type === undefined ? [] : [...kinds].filter((kind) => !fitsParameter(kind, type));
    if (wrong.length > 0) problems.push(`$${i + 1} is ${type?.name}, and the value ${[...kinds].join(" or ")}`);
  }
  const byName = new Map(columns.map((column) => [column.name, column]));
  for (const [name, kinds] of row ?? []) {
    const column = byName.get(name);
    const problem = column === undefined ? "no column of the result" : wrongColumn(kinds, column, byPrisma, catalogue);
    if (problem !== null) problems.push(`"${name}", declared as ${[...kinds].join(" or ")}, is ${problem}`);
  }
  return problems;
}

function wrongColumn(
  kinds: Kinds,
  column: ResultColumn,
  byPrisma: boolean,
  { types, nullable }: Catalogue,
): string | null {
  if (kinds.has("any")) return null;
  const type = types.get(column.type);
  const kind = type === undefined ? undefined : kindOfColumn(type, byPrisma);
  if (type === undefined || kind === undefined) return `of a type that nothing converts: ${type?.name}`;
  if (kind !== "any" && !kinds.has(kind) && !(kind.endsWith("[]") && kinds.has("any[]")))
    return `${type.name}, which comes as ${kind}`;
  const from = nullable.get(`${column.table}.${column.column}`);
  return from !== undefined && !kinds.has("null") ? `${from}, which may be null` : null;
}

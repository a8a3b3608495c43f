import type pg from "pg";
import { prepare, type ReleaseRecord, type Rule, readSchema, readTypeNames, type Schema } from "./relied-on.ts";

/** What of a release the schema that `client` has breaks, a sentence each: what it reads, and what it writes. */
export async function brokenSchema(client: pg.ClientBase, { schema }: ReleaseRecord): Promise<string[]> {
  const now = await readSchema(client);
  return [...lost(schema, now), ...refused(schema, now)];
}

/** What it reads, or names, and does not find as it was. */
function lost(then: Schema, now: Schema): string[] {
  const columns = Object.entries(then.tables).flatMap(([table, known]) =>
    Object.entries(known).flatMap(([name, { type, isNullable }]) => {
      const column = now.tables[table]?.[name];
      if (column === undefined) return [`${table}.${name} is gone`];
      return [
        ...(column.type === type ? [] : [`${table}.${name} is ${column.type}, and was ${type}`]),
        ...(column.isNullable && !isNullable ? [`${table}.${name} may be null, and could not`] : []),
      ];
    }),
  );
  const unique = new Set(now.rules.map(({ table, unique }) => `${table} ${unique}`));
  const keys = then.rules
    .filter((rule) => rule.unique !== null && !unique.has(`${rule.table} ${rule.unique}`))
    .map((rule) => `${rule.table} ${rule.unique} is not unique any more, which ON CONFLICT needs`);
  const labels = Object.entries(then.enums).flatMap(([name, known]) =>
    known.filter((label) => !now.enums[name]?.includes(label)).map((label) => `${name} has no '${label}' any more`),
  );
  return [...columns, ...keys, ...labels];
}

/** What it writes, and the schema does not take; and what others write that it cannot read. */
function refused(then: Schema, now: Schema): string[] {
  const columns = Object.entries(then.tables).flatMap(([table, known]) =>
    Object.entries(now.tables[table] ?? {}).flatMap(([name, { isNullable, isOptional }]) => {
      const before = known[name];
      if (before === undefined) return isOptional ? [] : [`${table}.${name} is new, and a row has to have it`];
      return [
        ...(before.isNullable && !isNullable ? [`${table}.${name} may not be null any more`] : []),
        ...(before.isOptional && !isOptional ? [`${table}.${name} has to be given now`] : []),
      ];
    }),
  );
  const known = new Set(then.rules.map(({ table, definition }) => `${table} ${definition}`));
  const rules = now.rules
    .filter((rule) => !known.has(`${rule.table} ${rule.definition}`) && mayRefuse(rule, then, now))
    .map(({ table, definition }) => `${table} has a new rule: ${definition}`);
  const labels = Object.entries(then.enums).flatMap(([name, before]) =>
    (now.enums[name] ?? [])
      .filter((label) => !before.includes(label))
      .map((label) => `${name} has '${label}', which the older release cannot read`),
  );
  return [...columns, ...rules, ...labels];
}

/** Whether a new rule may refuse what a program does that does not know of it. */
function mayRefuse({ table, columns, definition, unique }: Rule, then: Schema, now: Schema): boolean {
  const known = then.tables[table];
  if (known === undefined) {
    // Rows of a table that it does not know may keep it from deleting those that it does.
    const target = /REFERENCES (\w+)\(/.exec(definition)?.[1] ?? "";
    return target in then.tables && !/ON DELETE (?:CASCADE|SET NULL)/.test(definition);
  }
  if (columns.length === 0 || columns.some((name) => name in known)) return true;
  // Only of new columns: its rows have their defaults, all the same ones. Nulls are never alike.
  return unique !== null && columns.every((name) => now.tables[table]?.[name]?.isNullable === false);
}

/**
 * Statements of a release that PostgreSQL refuses, or that take or give other types than they did, a sentence each. The temporary
 * tables of its imports have to be there, and a transaction: it goes on after a statement that is refused.
 */
export async function brokenStatements(client: pg.ClientBase, { statements }: ReleaseRecord): Promise<string[]> {
  const found: string[] = [];
  const names = await readTypeNames(client);
  await client.query("SAVEPOINT statements");
  for (const { file, text, ...then } of statements) {
    const shown = `${file}: ${text.replace(/\s+/g, " ").trim().slice(0, 140)}`;
    try {
      const now = await prepare(client, text, names);
      if (JSON.stringify(now.parameters) !== JSON.stringify(then.parameters))
        found.push(`takes ${now.parameters}, and took ${then.parameters}, in ${shown}`);
      for (const [name, type] of Object.entries(then.columns))
        if (now.columns[name] !== type) found.push(`"${name}" is ${now.columns[name]}, and was ${type}, in ${shown}`);
    } catch (error) {
      await client.query("ROLLBACK TO SAVEPOINT statements");
      found.push(`${error instanceof Error ? error.message : error}, in ${shown}`);
    }
  }
  return found;
}

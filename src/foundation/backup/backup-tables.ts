import type { Queries } from "../db/database.ts";

/** A table as a backup has it. */
export interface BackupTable {
  name: string;
  /** Without columns that PostgreSQL computes. */
  columns: string[];
}

/**
 * Selects the product's tables and the tables that each refers to. Leaves out unlogged tables, whose rows a crash may
 * lose anyway, and the table of migrations, which the header covers.
 */
const TABLES = `
  SELECT c.relname::text AS name,
    (SELECT coalesce(array_agg(a.attname::text ORDER BY a.attnum), '{}') FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT coalesce(array_agg(DISTINCT p.relname::text), '{}') FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.confrelid <> c.oid) AS parents
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname <> '_prisma_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/**
 * Returns all tables of a backup, each after those that it refers to. @throws Error where tables refer to each other in
 * a cycle
 */
export async function backupTables(db: Queries): Promise<BackupTable[]> {
  const left = await db.query<BackupTable & { parents: string[] }>(TABLES, []);
  const ordered: BackupTable[] = [];
  const placed = new Set<string>();
  while (left.length > 0) {
    const next = left.findIndex(({ parents }) => parents.every((parent) => placed.has(parent)));
    const [table] = left.splice(next, next < 0 ? 0 : 1);
    if (table === undefined) throw new Error(`these tables refer to each other: ${left.map(({ name }) => name)}`);
    placed.add(table.name);
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Formats a table as COPY takes it: `"teams" ("id", "name")`. */
export const copied = ({ name, columns }: BackupTable): string => `${quoted(name)} (${columns.map(quoted).join(", ")})`;

/** Settings that fix how COPY writes and reads values, whatever the server or the role has set. */
export const TEXT_FORMAT = `
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8'`;

import pg from "pg";
import { transactionOn } from "../db/transaction.ts";

/** The superuser that `initdb` made. It only prepares the server at a start. */
export const ADMIN = "market";
/** The role that the product connects as; it owns its database and nothing else. */
export const APP_ROLE = "market_app";
/** The product's database. */
export const DATABASE = "market";

/** Extensions that the migrations need. */
const EXTENSIONS = ["pg_trgm", "unaccent"];

export interface Login {
  role: string;
  password: string;
}

export function connectionUrl(port: number, { role, password }: Login, database = DATABASE): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Makes the database and the role that owns it, or corrects both. Transfers data of an earlier version, which connected
 * as the superuser, to the new owner. Atomic and idempotent.
 */
export async function prepareDatabase(port: number, passwords: { admin: string; app: string }): Promise<void> {
  const admin = { role: ADMIN, password: passwords.admin };
  await connected(connectionUrl(port, admin, "postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
  await connected(connectionUrl(port, admin), async (client) => {
    await transactionOn(client, async (inside) => {
      const roles = await inside.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
      if (roles.length === 0) await inside.query(`CREATE ROLE ${APP_ROLE}`);
      await inside.query(`ALTER ROLE ${APP_ROLE} LOGIN NOSUPERUSER PASSWORD ${pg.escapeLiteral(passwords.app)}`);
      await inside.query(`ALTER DATABASE ${DATABASE} OWNER TO ${APP_ROLE}`);
      for (const extension of EXTENSIONS) await inside.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
      const changes = await inside.query<{ statement: string }>(CHANGES_OF_OWNER, [APP_ROLE]);
      for (const { statement } of changes) await inside.query(statement);
    });
  });
}

/**
 * Selects statements that give the role $1 everything in the database that another role owns.
 * Objects of an extension stay the superuser's, and a column's sequence goes with its table. (REASSIGN OWNED refuses
 * objects of the first superuser.)
 */
const CHANGES_OF_OWNER = `
  WITH own_schemas AS (
    SELECT oid FROM pg_namespace WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND nspname !~ '^pg_'
  ), objects AS (
    SELECT 'pg_class'::regclass AS class, c.oid, c.relowner AS owner,
      CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
      c.oid::regclass::text AS name
    FROM pg_class c JOIN own_schemas s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL
    SELECT 'pg_type'::regclass, t.oid, t.typowner, 'TYPE', t.oid::regtype::text
    FROM pg_type t JOIN own_schemas s ON s.oid = t.typnamespace WHERE t.typtype IN ('e', 'd')
    UNION ALL
    SELECT 'pg_proc'::regclass, p.oid, p.proowner, 'ROUTINE', p.oid::regprocedure::text
    FROM pg_proc p JOIN own_schemas s ON s.oid = p.pronamespace
  )
  SELECT format('ALTER %s %s OWNER TO %I', kind, name, $1::text) AS statement
  FROM objects o
  WHERE pg_get_userbyid(owner) <> $1 AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = o.class AND d.objid = o.oid
      AND (d.deptype = 'e' OR (o.kind = 'SEQUENCE' AND d.deptype IN ('a', 'i'))))
  ORDER BY kind, name`;

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

#!/usr/bin/env node
/**
 * A drop-in for Prisma's native schema engine. The CLI downloads that binary from a host that many machines cannot
 * reach; the same engine is published as WebAssembly and comes with `npm ci`. This program speaks the binary's protocol
 * to the CLI and hands each call to the WebAssembly engine, which reaches PostgreSQL through Prisma's own pg adapter.
 *
 * The protocol, as the CLI of the pinned version uses it:
 * - `schema-engine [--datamodels FILE]… --datasource JSON`: JSON-RPC 2.0, one message a line on stdin and stdout;
 * - `schema-engine --datasource JSON cli can-connect-to-database | create-database | drop-database`: exit code, and on
 *   failure log lines of JSON on stderr;
 * - `schema-engine --version`.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

const CONNECT_TIMEOUT_MS = 5_000;

/** The JSON-RPC method names that the WebAssembly engine calls otherwise. */
const RENAMED = { getDatabaseVersion: "version" };

/** SQLSTATE of a failed connection → Prisma's error code, where the CLI acts on the difference. */
const PRISMA_CODE = { "3D000": "P1003", "28P01": "P1000", 28000: "P1000" };

/** The JSON-RPC code that the native engine gives to every failure; the CLI reads the data beside it. */
const RPC_ERROR = 4466;

/** Type ids of PostgreSQL's catalogue. */
const OID_CHAR = 18;
const OID_TEXT = 25;

/**
 * PostgreSQL's catalogue has columns of the internal one-byte type "char". The adapter refuses them and the engine insists
 * on them: their values pass as text and are announced as characters afterwards.
 */
function passCharacters(queryable) {
  const performIO = queryable.performIO.bind(queryable);
  const queryRaw = queryable.queryRaw.bind(queryable);
  /** Rows of a result → its columns of type "char". */
  const columnsOf = new WeakMap();
  queryable.performIO = async (query) => {
    const result = await performIO(query);
    const chars = (result.fields ?? []).flatMap(({ dataTypeID }, index) => (dataTypeID === OID_CHAR ? [index] : []));
    for (const index of chars) result.fields[index].dataTypeID = OID_TEXT;
    columnsOf.set(result.rows, chars);
    return result;
  };
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of columnsOf.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return queryable;
}

/** Runs `work` on a connection of its own and closes it. */
async function withClient(config, work) {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Opens Prisma's adapter on `config`. */
async function connect(config, schema) {
  // One connection for statements and one for a transaction beside it.
  const pool = new pg.Pool({ ...config, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const adapter = passCharacters(await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect());
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => passCharacters(await startTransaction(isolationLevel));
  // The adapter cuts a script at every semicolon, which breaks function bodies and string literals. PostgreSQL takes
  // the whole script as one simple query.
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error) => adapter.onError(error));
  };
  return adapter;
}

/** What the engine asks for connections: the database itself, and an empty shadow of it to replay migrations in. */
class Connections {
  provider = "postgres";
  adapterName = "@prisma/adapter-pg";
  /** How to remove each shadow database that is still there. */
  #shadows = [];

  constructor(url, shadowUrl) {
    this.config = parseIntoClientConfig(url);
    this.schema = new URL(url).searchParams.get("schema") ?? undefined;
    this.shadowUrl = shadowUrl;
  }

  connect() {
    return connect(this.config, this.schema);
  }

  /**
   * Prisma's own factory passes both the connection string and the shadow's name, and pg prefers the string. The replay
   * would then run in the real database. Here the parsed settings are used, in which the name counts.
   */
  async connectToShadowDb() {
    if (this.shadowUrl !== undefined) {
      const config = parseIntoClientConfig(this.shadowUrl);
      await withClient(config, (client) => client.query("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public"));
      return connect(config);
    }
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    await withClient(this.config, (client) => client.query(`CREATE DATABASE "${database}"`));
    const adapter = await connect({ ...this.config, database });
    const closePool = adapter.dispose.bind(adapter);
    const remove = async () => {
      await closePool();
      await withClient(this.config, (client) => client.query(`DROP DATABASE "${database}" WITH (FORCE)`));
    };
    this.#shadows.push(remove);
    // The engine disposes of a shadow when it likes, or never; `removeShadows` decides.
    adapter.dispose = async () => {};
    return adapter;
  }

  /** To be called before a call is answered: the CLI ends this process as soon as it has what it wants. */
  async removeShadows() {
    for (const remove of this.#shadows.splice(0)) await remove();
  }
}

/**
 * The engine leaves its last words here before a panic traps. The trap itself says only "unreachable" and surfaces
 * outside of the call that caused it. So the process ends with the exit code of a panic, as the native engine does.
 */
const EXIT_PANIC = 101;
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    report(`The schema engine panicked: ${message}`, null);
    process.exit(EXIT_PANIC);
  },
};

/** Loads the engine's WebAssembly. Its entry module imports the .wasm file, which Node does only behind a flag. */
async function loadEngine() {
  const script = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = readFileSync(new URL("schema_engine_bg.wasm", script));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine;
}

/** Calls one method of the engine with the parameters of a request. */
async function call(engine, method, params) {
  const name = RENAMED[method] ?? method;
  if (typeof engine[name] !== "function") throw new Error(`The schema engine has no method ${method}`);
  if (method !== "evaluateDataLoss" && method !== "createMigration") return engine[name](params);

  const { migrationsList, schema, filters } = params;
  // These two only read what an earlier call remembered of the migrations; this one remembers it.
  await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: true });
  const result = await engine[name](params);

  // What is remembered lacks the partial indexes, a preview feature: each of them would be made again in every new
  // migration. `diff` reads the migrations afresh and right, so it has the last word.
  const from = { tag: "migrations", ...migrationsList };
  const to = { tag: "schemaDatamodel", ...schema };
  const { stdout: script, exitCode } = await engine.diff({ from, to, filters, script: true, exitCode: true });
  const changed = exitCode !== 0;
  if (method === "createMigration") return { ...result, migrationScript: changed || params.draft ? script : null };
  if (!changed) return { migrationSteps: 0, unexecutableSteps: [], warnings: [] };
  const warnings = result.warnings.filter(({ message }) => !/unique constraint/.test(message) || /UNIQUE/.test(script));
  return { ...result, warnings };
}

/** Answers JSON-RPC until stdin ends: one call at a time, in the order in which they came. */
async function serve({ datamodels, datasource }) {
  const SchemaEngine = await loadEngine();
  const files = datamodels.length > 0 ? datamodels.map((file) => [file, readFileSync(file, "utf8")]) : undefined;
  const engines = new Map();

  /** One engine a database: `migrate diff` may name another than the configured one. */
  function engineFor(url) {
    const target = url ?? datasource.url;
    // The native engine compares files without a database; this one always asks the server for its version first.
    if (target === undefined)
      throw new Error("The schema engine needs a database, also to compare files: set DATABASE_URL");
    if (!engines.has(target)) {
      const connections = new Connections(target, datasource.shadowDatabaseUrl);
      const factory = bindMigrationAwareSqlAdapterFactory(connections);
      engines.set(target, { connections, ready: SchemaEngine.new({ datamodels: files }, () => {}, factory) });
    }
    return engines.get(target);
  }

  async function answer({ id, method, params = {} }) {
    // The database exists by now: the CLI makes it with `cli create-database` before it starts the engine.
    if (method === "createDatabase") return { id, result: { databaseName: "" } };
    let connections;
    try {
      const engine = engineFor(
        params.datasource?.url ?? params.datasourceType?.url ?? params.from?.url ?? params.to?.url,
      );
      connections = engine.connections;
      const result = (await call(await engine.ready, method, params)) ?? null;
      // The native engine prints by a request of its own to the CLI; the WebAssembly one returns the text.
      if (method === "diff" && result?.stdout)
        send({ id: "print", method: "print", params: { content: result.stdout } });
      return { id, result };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const data = { message: error.message, error_code: error.code ?? null, is_panic: false, meta: null };
      return { id, error: { code: RPC_ERROR, message: error.message, data } };
    } finally {
      await connections?.removeShadows();
    }
  }

  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = JSON.parse(line);
    // Without a method it is the CLI's receipt for a printed text.
    if (message.method !== undefined) send(await answer(message));
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** `cli …`: one errand, then exit. Resolves to the exit code. */
async function runErrand(errand, url) {
  const config = parseIntoClientConfig(url);
  const target = pg.escapeIdentifier(config.database ?? "");
  const atServer = { ...config, database: "postgres" };
  try {
    if (errand === "can-connect-to-database") await withClient(config, async () => {});
    else if (errand === "create-database")
      await withClient(atServer, (client) => client.query(`CREATE DATABASE ${target}`));
    else if (errand === "drop-database")
      await withClient(atServer, (client) => client.query(`DROP DATABASE IF EXISTS ${target}`));
    else throw new Error(`Unknown command ${errand}`);
    return 0;
  } catch (error) {
    const code = PRISMA_CODE[error.code] ?? "P1001";
    const where = `${config.host ?? "localhost"}:${config.port ?? 5432}`;
    const reason = error.message || error.code;
    report(code === "P1001" ? `Can't reach the database server at ${where}: ${reason}` : `${where}: ${reason}`, code);
    return 1;
  }
}

/** Writes an error as the CLI reads it: it skips the first line of stderr and parses every other one as JSON. */
function report(message, code) {
  const opening = { level: "INFO", fields: { message: "schema engine" } };
  const failure = {
    level: "ERROR",
    target: "schema_engine::logger",
    fields: { message, error_code: code, is_panic: false },
  };
  // The last line has no line end: the CLI would parse the empty line behind it.
  writeSync(process.stderr.fd, `${JSON.stringify(opening)}\n${JSON.stringify(failure)}`);
}

const { values, positionals } = parseArgs({
  options: {
    datamodels: { type: "string", multiple: true, default: [] },
    datasource: { type: "string", default: "{}" },
    version: { type: "boolean", default: false },
  },
  allowPositionals: true,
  // The CLI passes options that only the native engine understands.
  strict: false,
});
const datasource = JSON.parse(values.datasource);

if (values.version) console.log("schema-engine-cli webassembly");
else if (positionals[0] === "cli") process.exitCode = await runErrand(positionals[1], datasource.url);
else {
  await serve({ datamodels: values.datamodels, datasource });
  // Idle connections of the pools would keep the process.
  process.exit(0);
}

import { writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import { importCompanies } from "#companies/import-companies";
import { createFetcher } from "#providers/fetching/fetcher";
import { addSource } from "#sources/manage-sources";
import { syncSource } from "#sources/sync-source";
import { emptyTables } from "../support/database.ts";
import { startLocalServer } from "../support/local-server.ts";
import { startSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { leiOf } from "./layouts.ts";

export const ACME = {
  domain: "acme-kites.com",
  name: "Acme Kites GmbH",
  description: "Acme makes kites.",
  country: "DE",
  city: "Munich",
};
export const [LEI, PARENT_LEI] = [leiOf("529900ACMEKITES"), leiOf("529900BOREASHOLD")];

const COMPANY_FIELDS = `
  name domain country state city employees revenueUsd founded
  parent { domain } identifiers { scheme value }
  records { source kind licence fetchedAt facts }`;

/** What stands for the publishers, and may change while they are read. */
interface Published {
  /** What the publishers have, by path. */
  published: Record<string, string | Buffer>;
  requests: { path: string; range: string | undefined; known: string | undefined }[];
  /** How much of the next answer is sent before the connection breaks. */
  cutOffAfter: number | null;
  dataDir: string;
}

const nothing = (): Published => ({ published: {}, requests: [], cutOffAfter: null, dataDir: "" });

/** Answers as a publisher's server does: with ranges, and by the tag of a file that the client knows. */
const publishing =
  (state: Published): RequestListener =>
  ({ url = "", headers }, response) => {
    state.requests.push({ path: url, range: headers.range, known: headers["if-none-match"] });
    const file = state.published[url];
    if (file === undefined) return void response.writeHead(404).end();
    const body = Buffer.from(file);
    const etag = `"${body.length}-${body.at(-5)}"`;
    if (headers["if-none-match"] === etag) return void response.writeHead(304).end();
    const from = headers["if-range"] === etag ? Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    const part = body.subarray(from);
    const range = from > 0 ? { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { etag, "content-length": part.length, ...range });
    if (state.cutOffAfter === null) return void response.end(part);
    response.write(part.subarray(0, state.cutOffAfter), () => setTimeout(() => response.destroy(), 50));
    state.cutOffAfter = null;
  };

/** The product, and the publishers of its sources. */
export async function startPublisher() {
  const state = nothing();
  const server = await startLocalServer(publishing(state));
  const allowed = new Set([server.hostAndPort]);
  const system = await startSystem({ environment: { FETCH_ALLOW: server.hostAndPort } });
  const fetcher = createFetcher(system.config.fetching);
  const { db } = system.database;
  return Object.assign(state, {
    server,
    system,
    db,
    /** The addresses that may be fetched. */
    allowed,
    /** What a sync is given. */
    reading: () => ({ db, fetcher, dataDir: state.dataDir }),
    /** Empties the directory and what is published. */
    async reset() {
      await emptyTables(
        db,
        "TRUNCATE companies, directory_state, sources, source_syncs, identifier_mappings RESTART IDENTITY CASCADE",
      );
      Object.assign(state, nothing(), { dataDir: await temporaryFolder() });
    },
    async directory(rows: object[]): Promise<void> {
      const path = join(state.dataDir, "directory.ndjson");
      await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"));
      await importCompanies(db, path);
    },
    /** Publishes a file and reads it. */
    async sync(layout: string, file: string | Buffer, name = layout) {
      state.published[`/${name}`] = file;
      const known = await db.query("SELECT FROM sources WHERE name = $1", [name]);
      if (known.length === 0) await addSource(db, { layout, name, url: `${server.url}/${name}` }, allowed);
      const { sync: done, ...report } = await syncSource({ db, fetcher, dataDir: state.dataDir }, name);
      return { ...report, ...done };
    },
    /** A company as the graph has it. */
    async company(domain: string) {
      const { key } = await system.team();
      const { data, errors } = await system.graph(key, `{ company(identifier: "${domain}") { ${COMPANY_FIELDS} } }`);
      expect(errors).toBeUndefined();
      return data?.company;
    },
    async stop() {
      await fetcher.close();
      await system.stop();
      await server.stop();
    },
  });
}

export type Publisher = Awaited<ReturnType<typeof startPublisher>>;

import type { Client } from "@opensearch-project/opensearch";
import { afterAll, beforeAll, expect, it } from "vitest";
import { weightedStems } from "#companies/analysis/weighted-words";
import { type CompanyDocument, companyDocuments, withVectors } from "#companies/engine/company-document";
import { openEngineClient } from "#companies/engine/engine-client";
import { indexBody } from "#companies/engine/index-mapping";
import { indexName } from "#companies/engine/index-names";
import { inverseDocumentFrequency } from "#foundation/language/bm25";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { testSearchEngine } from "../support/search-engine.ts";

const config = testSearchEngine();
const index = indexName(config.prefix, "1");
let database: TestDatabase;
let client: Client;
let documents: CompanyDocument[];

beforeAll(async () => {
  database = await createTestDatabase();
  await importTestCompanies(database.db);
  client = openEngineClient(config);
  const body = indexBody(config, { vectors: { words: { model: "a test", dimensions: 2 } }, lexicon: null });
  await client.indices.create({ index, body });
  const rows = await database.db.query<{ id: number }>("SELECT id FROM companies ORDER BY id");
  documents = await companyDocuments(
    database.db,
    rows.map(({ id }) => id),
  );
  const stored = withVectors(documents, { words: documents.map((_, at) => Float32Array.of(1, at)) });
  await client.bulk({
    refresh: true,
    body: stored.flatMap((document) => [{ index: { _index: index, _id: String(document.id) } }, document]),
  });
});

afterAll(async () => {
  await client?.indices.delete({ index });
  await client?.close();
  await database?.drop();
});

it("every company of the directory has a document, and none is refused by the mapping", async () => {
  const { body } = await client.count({ index });
  expect(body.count).toBe(TEST_COMPANIES.length);
});

it("a lexeme's score is what the embedded index says that it weighs, to the last digit", async () => {
  const [posting] = await database.db.query<{ id: number; impact: number }>(
    `SELECT (get_byte(postings, 0) << 8 | get_byte(postings, 1)) + 8192 * segment AS id,
       get_byte(postings, 2) << 8 | get_byte(postings, 3) AS impact
     FROM company_postings WHERE field = 'word' AND term = 'oresund'`,
  );
  const { body } = await client.search({ index, body: { query: { term: { lexemes: "oresund" } } } });
  expect(body.hits.hits.map(({ _id, _score }) => [_id, _score])).toEqual([[String(posting?.id), posting?.impact]]);
});

it("a stem is found by BM25 of its weighted counts", async () => {
  const { body } = await client.search({ index, body: { size: 1, query: { term: { stems: "bread" } } } });
  const counted = documents.map(({ company }) => weightedStems(company));
  const lengths = counted.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const scores = counted.map((counts, at) => {
    const count = counts.get("bread") ?? 0;
    return count / (count + 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / usual));
  });
  const holders = counted.filter((counts) => counts.has("bread")).length;
  const best = inverseDocumentFrequency(counted.length, holders) * Math.max(...scores);
  expect(body.hits.hits[0]?._score).toBeCloseTo(best, 5);
});

it("vectors are searched and are no part of what is read back", async () => {
  const { body } = await client.search({
    index,
    body: { size: 1, query: { knn: { wordVector: { vector: [0, 1], k: 1 } } } },
  });
  const [hit] = body.hits.hits;
  expect(hit?._source?.domain).toBe(documents.at(-1)?.company.domain);
  expect(hit?._source).not.toHaveProperty("wordVector");
});

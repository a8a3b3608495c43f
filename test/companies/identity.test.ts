import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { type InputValueDefinitionNode, parse, print } from "graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { findCompany } from "#companies/directory";
import { findDuplicates } from "#companies/identity/find-duplicates";
import { linkParents } from "#companies/identity/link-parents";
import { mergeCompanies, splitCompany, unmergeCompany } from "#companies/identity/merge-companies";
import { compareCompanies } from "#companies/identity/same-company-score";
import { importCompanies } from "#companies/import-companies";
import { refreshCompanyNames } from "#companies/linking/name-table";
import { idsOfDomains, survivingDomains } from "#companies/look-up";
import { provenanceOf } from "#companies/records/provenance";
import { recordsApart, recordsOfCompanies } from "#companies/records/read-records";
import type { SourceKind } from "#companies/records/source-kind";
import { MarketAtDocument, MarketChangesDocument } from "#generated/tests/graphql";
import { storeAnalysis } from "#pipeline/analyses/market-analyses";
import { emptyTables } from "../support/database.ts";
import { seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let system: TestSystem;
let folder: string;
let ids: number[];
const db = () => system.database.db;
const WHY = { by: "operator", reason: "one company" };
const SITES = ["honda.com", "honda.co.jp", "ebay.com", "ebayinc.com", "1und1.ag"];

async function load(rows: object[], name = "companies", kind: SourceKind = "directory") {
  const path = join(folder, `${name}.ndjson`);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return importCompanies(db(), path, { kind });
}

beforeAll(async () => {
  [system, folder] = await Promise.all([startSystem(), temporaryFolder()]);
});
afterAll(() => system?.stop());
beforeEach(async () => {
  await emptyTables(
    db(),
    "TRUNCATE companies, company_identity_log, directory_state, markets, news_items, events RESTART IDENTITY CASCADE",
  );
  await load(SITES.map((domain, i) => ({ domain, name: `Company ${i}`, country: "DE", employees: 10 + i })));
  await load([{ domain: "honda.co.jp", name: "Honda Motor", keywords: ["cars"] }], "second");
  ids = [...(await idsOfDomains(db(), SITES)).values()].sort((a, b) => a - b);
  const { teamId } = await system.team();
  await seedColumn(await seedMarket(db(), teamId, ids.slice(0, 4)));
  await seedMarket(db(), teamId, ids.slice(2));
  await seedNews(db(), ids.slice(0, 3), 2, "shared");
  await seedNews(db(), ids.slice(3), 1, "own");
  const eventId = await seedEvent(db(), { title: "Strike", companyIds: ids.slice(1, 4) });
  for (const id of ids) {
    const entity = { name: `Company ${id}`, entityType: "company" };
    const events = { create: { ...entity, eventId } };
    await db().prisma.entity.create({ data: { ...entity, key: `company ${id}`, companyId: id, events } });
    await seedEsgItem(db(), id, "https://paper.com/same");
    const person = await db().prisma.person.create({
      data: {
        companyId: id,
        name: "Ada Kite",
        nameKey: "ada kite",
        role: "Chief Executive Officer",
        isFormer: false,
        rank: 1,
        firstSeenAt: new Date("2026-05-01"),
        lastSeenAt: new Date("2026-05-01"),
      },
    });
    await db().prisma.personSighting.create({
      data: {
        personId: person.id,
        url: `https://a.com/${id}`,
        name: "Ada",
        role: "CEO",
        isFormer: false,
        rank: 1,
        quote: "",
        retrievedAt: new Date("2026-05-01"),
      },
    });
  }
});

/** A column of the market, with an answer for each of its companies. */
async function seedColumn(marketId: number): Promise<void> {
  const column = { name: "Exports", question: "Does it export?", kind: "text" as const, createdBy: randomUUID() };
  const { id } = await db().prisma.marketColumn.create({ data: { ...column, marketId } });
  await db().query(
    `INSERT INTO market_cells (column_id, company_id, market_id, state, value, quote, source_kind, source_url, source_date)
     SELECT $1, company_id, market_id, 'said', 'yes, ' || company_id, 'We export.', 'page', 'https://a.com', now()
     FROM market_companies WHERE market_id = $2`,
    [id, marketId],
  );
}

const TABLES =
  `source_records market_companies market_cells market_company_history market_reviews candidates candidate_hits company_news event_companies esg_items people
  person_sightings company_identifiers dossiers company_names entities event_entities`.split(/\s+/);

/** Every row of the companies and of what belongs to them. */
async function state(without: readonly string[] = []): Promise<string> {
  await refreshCompanyNames(db());
  const rows: unknown[] = [];
  for (const table of ["companies", ...TABLES, "company_merges"])
    rows.push(
      table,
      ...(await db().query(`SELECT to_jsonb(t) - $1::text[] AS row FROM ${table} t ORDER BY to_jsonb(t)::text`, [
        without,
      ])),
    );
  const moves = `SELECT to_jsonb(t) - '{id}'::text[] AS row FROM company_moves t ORDER BY to_jsonb(t) - '{id}'::text[]`;
  return JSON.stringify([...rows, ...(await db().query(moves, []))], null, 1);
}

/** Arguments and fields of input types whose names match, as `Type.field(argument)` and `Type.field`. */
function argumentsLike(pattern: RegExp): string[] {
  const { definitions } = parse(readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8"));
  const takesIdentifier = ({ name, type }: InputValueDefinitionNode) =>
    pattern.test(name.value) && /^\[?(?:String|ID)\b/.test(print(type));
  return definitions.flatMap((type) => {
    if (type.kind === "InputObjectTypeDefinition")
      return (type.fields ?? []).filter(takesIdentifier).map(({ name }) => `${type.name.value}.${name.value}`);
    if (type.kind !== "ObjectTypeDefinition") return [];
    return (type.fields ?? []).flatMap((field) =>
      (field.arguments ?? [])
        .filter(takesIdentifier)
        .map(({ name }) => `${type.name.value}.${field.name.value}(${name.value})`),
    );
  });
}

async function companyIds<Domains extends string[]>(...domains: Domains): Promise<{ [At in keyof Domains]: number }> {
  const ids = await idsOfDomains(db(), domains);
  return domains.map((domain) => ids.get(domain) ?? 0) as { [At in keyof Domains]: number };
}

const merge = (company: number, into: number) =>
  mergeCompanies(db(), { company: String(company), into: String(into) }, WHY);
const unmerge = (company: number) => unmergeCompany(db(), String(company), WHY);

describe("merges of companies", () => {
  it("at random, taken back in any order, leave the state they found, byte for byte, and depend on nothing but themselves", async () => {
    const before = await state();
    const pick = fc.nat({ max: SITES.length - 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), pick, pick), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (steps, random) => {
          const merged = new Map<number, number>();
          const end = (id: number): number => (merged.has(id) ? end(merged.get(id) ?? id) : id);
          for (const [isMerge, at, other] of steps) {
            const [company, into] = [ids[at] ?? 0, ids[other] ?? 0];
            if (isMerge && !merged.has(company) && end(into) !== company) {
              expect(await merge(company, into)).toBe(end(into));
              merged.set(company, into);
            } else if (!isMerge && merged.delete(company)) await unmerge(company);
            for (const id of ids) expect((await findCompany(db(), id))?.id).toBe(end(id));
          }
          const without = ["updated_at", "merged_at"];
          const together = await state(without);
          const edges = [...merged];
          const shuffled = () => {
            const keys = edges.map((edge) => ({ edge, key: random.next().value }));
            return keys.sort((a, b) => a.key - b.key).map(({ edge }) => edge);
          };
          for (const [company] of shuffled()) await unmerge(company);
          expect(await state()).toBe(before);
          for (const [company, into] of shuffled()) await merge(company, into);
          expect(await state(without)).toBe(together);
          for (const [company] of shuffled()) await unmerge(company);
          expect(await state()).toBe(before);
        },
      ),
      { numRuns: 12 },
    );
  }, 240_000);

  it("are taken back where what was set aside has gone in the meantime: an event, a column, a market", async () => {
    const [one = 0, two = 0, three = 0] = ids.slice(1);
    await merge(two, one);
    await merge(three, one);
    const gone = [
      "DELETE FROM events",
      "DELETE FROM market_columns",
      "DELETE FROM markets WHERE id = (SELECT max(id) FROM markets)",
    ];
    for (const statement of gone) await db().query(`${statement} RETURNING 1`, []);
    await unmerge(two);
    await unmerge(three);
    for (const id of ids) expect((await findCompany(db(), id))?.id).toBe(id);
    // What is still there has come back.
    const places = "SELECT company_id FROM market_companies ORDER BY company_id";
    expect(await db().query(places, [])).toEqual(ids.slice(0, 4).map((company_id) => ({ company_id })));
    const people = `SELECT count(DISTINCT company_id)::int AS companies, count(*)::int AS sightings
      FROM people p JOIN person_sightings s ON s.person_id = p.id`;
    expect(await db().query(people, [])).toEqual([{ companies: ids.length, sightings: ids.length }]);
  });

  it("know every table that belongs to a company", async () => {
    const keys = await db().query<{ key: string }>(
      `SELECT c.conrelid::regclass || '.' || a.attname AS key FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.confrelid = 'companies'::regclass AND c.contype = 'f' ORDER BY 1`,
    );
    // What goes with a row that a merge sets aside is set aside too.
    const below = await db().query<{ key: string }>(
      `SELECT DISTINCT c.conrelid::regclass::text AS key FROM pg_constraint c
       JOIN company_relations() r ON c.confrelid = r.relation::regclass AND cardinality(r.once) > 0
       WHERE c.contype = 'f' AND c.confdeltype = 'c' ORDER BY 1`,
    );
    expect(below.map(({ key }) => key)).toEqual(["market_cells", "person_sightings"]);
    const moved = await db().query<{ key: string }>(
      "SELECT relation || '.' || owner AS key FROM company_relations() ORDER BY 1",
    );
    const own = [
      "companies_to_name.company_id",
      "company_merges.survivor_id",
      "company_moves.survivor_id",
      "company_names.company_id",
    ];
    expect(keys.map(({ key }) => key).filter((key) => !own.includes(key))).toEqual(moved.map(({ key }) => key));
  });

  it("carry what belongs to a company to its survivor, in the graph too, and what its source says later goes with it", async () => {
    const [jp = 0, com = 0] = [
      (await findCompany(db(), "honda.co.jp"))?.id,
      (await findCompany(db(), "honda.com"))?.id,
    ];
    const key = await system.key((await system.team()).teamId, ["impact:read"]);
    const nodeId = Buffer.from(`Company:${jp}`).toString("base64");
    const asked = `{ node(id: "${nodeId}") { ... on Company { domain employees keywords } } company(identifier: "www.honda.co.jp") { domain } }`;
    await merge(jp, com);
    expect(await system.graph(key, asked)).toMatchObject({
      data: { node: { domain: "honda.com", keywords: ["cars"] }, company: { domain: "honda.com" } },
    });
    expect(await idsOfDomains(db(), ["honda.co.jp"])).toEqual(new Map([["honda.co.jp", com]]));
    expect(await load([{ domain: "honda.co.jp", name: "Honda", employees: 99 }], "third")).toMatchObject({
      inserted: 0,
      updated: 0,
    });
    expect(await findCompany(db(), com)).toMatchObject({ name: "Company 0", employees: 10, keywords: ["cars"] });
    await unmerge(jp);
    expect(await findCompany(db(), jp)).toMatchObject({ domain: "honda.co.jp", name: "Honda", employees: 99 });
    expect(await findCompany(db(), com)).toMatchObject({ domain: "honda.com", keywords: [], employees: 10 });
    expect(await system.graph(key, asked)).toMatchObject({ data: { node: { domain: "honda.co.jp", employees: 99 } } });
  });

  it("are no changes of a market: at an earlier moment the survivor has the place, and after an unmerge the company has it again", async () => {
    const [first = 0, , third = 0, , last = 0] = ids;
    const [{ marketId = 0, teamId = 0 } = {}] = await db().query<{ marketId: number; teamId: number }>(
      `SELECT m.id AS "marketId", m.team_id AS "teamId" FROM market_companies s JOIN markets m ON m.id = s.market_id WHERE s.company_id = $1`,
      [last],
    );
    const key = await system.key(teamId, SCOPES);
    const domains = async (at: string) => {
      const { market } = await system.answer(key, MarketAtDocument, { marketId, at });
      return market?.asOf?.companies.edges.map(({ node: { domain } }) => domain);
    };
    const counts = async (from: string) => {
      const { market } = await system.answer(key, MarketChangesDocument, { marketId, from });
      return market?.changes?.counts;
    };
    const domainOf = async (id: number) => (await findCompany(db(), id))?.domain;
    const moment = async () => {
      await sleep(3);
      const now = new Date().toISOString();
      await sleep(3);
      return now;
    };
    const before = await moment();
    const then = await domains(before);
    const lastDomain = await domainOf(last);
    expect(then).toContain(lastDomain);

    await merge(last, first);
    const firstDomain = await domainOf(first);
    const swapped = then?.map((domain) => (domain === lastDomain ? firstDomain : domain));
    expect([await domains(before), await domains(await moment())]).toEqual([swapped, swapped]);
    expect(await counts(before)).toEqual({ entered: 0, left: 0, moved: 0, rescored: 0 });
    await unmerge(last);
    expect([await domains(before), await domains(await moment())]).toEqual([then, then]);
    expect(await counts(before)).toEqual({ entered: 0, left: 0, moved: 0, rescored: 0 });

    // One that had left the market takes the place of the other: it has a history of its own, and comes back by it.
    await db().query("DELETE FROM market_companies WHERE market_id = $1 AND company_id = $2 RETURNING 1", [
      marketId,
      third,
    ]);
    const thirdDomain = await domainOf(third);
    await merge(last, third);
    const present = then?.filter((domain) => domain !== thirdDomain);
    expect(await domains(await moment())).toEqual(
      present?.map((domain) => (domain === lastDomain ? thirdDomain : domain)),
    );
    await unmerge(last);
    expect(await domains(await moment())).toEqual(present);
    expect(await domains(before)).toEqual(then);
  });

  it("are for the platform's keys in the graph, which list what may be one, merge, split and take back", async () => {
    await load([
      { domain: "acme.de", name: "Acme AG", country: "DE" },
      { domain: "acme.com", name: "Acme", country: "DE" },
    ]);
    const list =
      "{ companyDuplicates(outcomes: [SAME]) { outcome one { domain } other { domain } grounds { ground } } }";
    const mergeThem = `mutation { mergeCompanies(company: "acme.de", into: "acme.com", reason: "one") { domain } }`;
    const takeBack = `mutation { unmergeCompany(company: "acme.de", reason: "two") { domain } }`;
    const { teamId } = await system.team();
    const ofTeam = await system.key(teamId, SCOPES);
    for (const query of [list, mergeThem, takeBack])
      expect((await system.graph(ofTeam, query)).errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    const platform = await system.key(null, SCOPES);
    expect(await system.graph(platform, list)).toMatchObject({
      data: { companyDuplicates: [{ outcome: "SAME", one: { domain: "acme.com" }, other: { domain: "acme.de" } }] },
    });
    expect(await system.graph(platform, mergeThem)).toMatchObject({ data: { mergeCompanies: { domain: "acme.com" } } });
    expect(await system.graph(platform, list)).toMatchObject({ data: { companyDuplicates: [] } });
    expect(await system.graph(platform, takeBack)).toMatchObject({ data: { unmergeCompany: { domain: "acme.de" } } });
    // Whoever takes a merge back has said that they are two.
    expect(await system.graph(platform, list)).toMatchObject({ data: { companyDuplicates: [] } });
    const log = await db().query(
      "SELECT operation::text, reason FROM company_identity_log ORDER BY id DESC LIMIT 2",
      [],
    );
    expect(log).toEqual([
      { operation: "unmerge", reason: "two" },
      { operation: "merge", reason: "one" },
    ]);
  });

  it("keep parents and subsidiaries, which are relations and no duplicates", async () => {
    const description = "Kite Steel is a subsidiary of Kite Works Limited. It rolls steel.";
    await load([
      { domain: "kitesteel.com", name: "Kite Steel", country: "DE", description },
      { domain: "kiteworks.com", name: "Kite Works", country: "DE" },
      { domain: "kiteworks.us", name: "Kite Works, Inc.", country: "US" },
      { domain: "kites.de", name: "Kites", country: "DE" },
    ]);
    // Of namesakes the one in the same country.
    expect(await linkParents(db())).toBe(1);
    const key = await system.key((await system.team()).teamId, ["impact:read"]);
    const house = async () => {
      const query = `{ steel: company(identifier: "kitesteel.com") { parent { domain } subsidiaries { domain } provenance(fields: [PARENT]) { basis sentence } }
        works: company(identifier: "kiteworks.com") { parent { domain } subsidiaries { domain } } }`;
      const { data, errors } = await system.graph(key, query);
      expect(errors).toBeUndefined();
      return data;
    };
    const [works, kites] = await companyIds("kiteworks.com", "kites.de");
    const sentence = "Kite Steel is a subsidiary of Kite Works Limited.";
    const steel = { subsidiaries: [], provenance: [{ basis: "STATED", sentence }] };
    expect(await house()).toEqual({
      steel: { ...steel, parent: { domain: "kiteworks.com" } },
      works: { parent: null, subsidiaries: [{ domain: "kitesteel.com" }] },
    });
    await merge(works, kites);
    expect(await house()).toEqual({
      steel: { ...steel, parent: { domain: "kites.de" } },
      works: { parent: null, subsidiaries: [{ domain: "kitesteel.com" }] },
    });
    await unmerge(works);
    expect(await house()).toMatchObject({ steel: { parent: { domain: "kiteworks.com" } } });
  });

  it("are not asked about again once a person has told two companies apart", async () => {
    await load([
      { domain: "acme.de", name: "Acme AG", country: "DE" },
      { domain: "acme.com", name: "Acme", country: "DE" },
      { domain: "acme.net", name: "Acme", country: "DE" },
    ]);
    const env = { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir, NODE_ENV: "test" };
    const market = (...args: string[]) => marketCommand(["companies", ...args], env);
    const unsure = await market("duplicates");
    expect(unsure.stdout).toContain("3 more are same: --outcome same lists them.");
    await market("distinguish", "acme.de", "--from", "acme.com", "--reason", "two firms");
    const pairs = (await findDuplicates(db(), ["same", "unsure"])).map(({ one, other }) => [one.domain, other.domain]);
    expect(pairs.map((pair) => pair.sort())).toEqual([
      ["acme.com", "acme.net"],
      ["acme.de", "acme.net"],
    ]);
    // What the survivor of a merge is told apart from stays told.
    await mergeCompanies(db(), { company: "acme.com", into: "acme.net" }, WHY);
    expect(await findDuplicates(db(), ["same", "unsure"])).toEqual([]);
  });

  it("leave the survivor what its own records say, whatever the other's are", async () => {
    await load([{ domain: "enercon.de", name: "Enercon", country: "DE", city: "Aurich" }], "sample", "sample");
    const site = { domain: "nordex-online.com", name: "Enercon (nordex-online.com)", country: "DE", city: "Hamburg" };
    await load([{ ...site, employees: 7 }], "directory");
    const [survivor, other] = await companyIds("enercon.de", "nordex-online.com");
    await merge(other, survivor);
    const merged = { name: "Enercon", city: "Aurich", employees: 7 };
    expect(await findCompany(db(), survivor)).toMatchObject(merged);
    await load([{ ...site, city: "Rostock", employees: 8 }], "directory");
    expect(await findCompany(db(), survivor)).toMatchObject({ ...merged, employees: 8 });
    const [name] = provenanceOf(await recordsOfCompanies(db()).load(survivor), ["name"]);
    expect(name).toMatchObject({ value: "Enercon", others: [{ value: site.name }, { value: site.name }] });
  });

  it("resolve wherever the graph takes a company, and in what was stored before", async () => {
    const { teamId } = await system.team();
    const [key, platform] = [await system.key(teamId, SCOPES), await system.key(null, SCOPES)];
    const [jp, com, ebay] = await companyIds("honda.co.jp", "honda.com", "ebay.com");
    const marketId = await seedMarket(db(), teamId, [jp, ebay]);
    const { id: jobId } = await db().prisma.job.findFirstOrThrow({ where: { marketId } });
    const verdict = { verdict: "in", reason: "", score: 1, criteria: [], judgedBy: "x", judgedInJob: jobId } as const;
    await db().prisma.candidate.create({
      data: { ...verdict, jobId, companyId: jp, marketId, domain: "honda.co.jp" },
    });
    const companies = [jp, com, ebay].map((companyId) => ({ companyId, weight: 0.5 }));
    const topics = { topics: [{ label: "cars", share: 1, terms: [], companies }], notes: [] };
    await storeAnalysis(db(), "topics", { marketId, jobId }, topics);
    await merge(jp, com);
    const global = Buffer.from(`Company:${jp}`).toString("base64");
    const inMarket = (fields: string) => [`{ market(marketId: ${marketId}) { ${fields} } }`];
    const byDomain = (query: (company: string) => string) => ["honda.co.jp", "www.honda.com"].map(query);
    const byAny = (query: (company: string) => string) => ["honda.co.jp", String(jp)].map(query);
    const asked: Record<string, string[]> = {
      "Query.node(id)": [`{ node(id: "${global}") { ... on Company { domain } } }`],
      "Query.nodes(ids)": [`{ nodes(ids: ["${global}"]) { ... on Company { domain } } }`],
      "Query.company(identifier)": byAny((company) => `{ company(identifier: "${company}") { domain } }`),
      "CompanySearchInput.keyword": byDomain(
        (keyword) =>
          `{ companies(first: 1, search: { keyword: "${keyword}", searchType: DOMAIN }) { edges { node { domain } } } }`,
      ),
      "CreateDossierInput.company": byAny(
        (company) =>
          `mutation { createDossier(input: { agentType: COMPANY, query: "What?", company: "${company}" }) { company { domain } } }`,
      ),
      "EsgFilterInput.domains": inMarket(
        `esgItems(filter: { domains: ["honda.co.jp"] }) { edges { node { company { domain } } } }`,
      ),
      "Market.candidate(domain)": byDomain(
        (domain) => `{ market(marketId: ${marketId}) { candidate(domain: "${domain}") { company { domain } } } }`,
      ),
      "ReviewCompanyInput.domain": byDomain(
        (domain) =>
          `mutation { reviewCompany(input: { marketId: ${marketId}, domain: "${domain}", decision: ACCEPTED }) { review { company { domain } } } }`,
      ),
      "WithdrawReviewInput.domain": [
        `mutation { withdrawReview(input: { marketId: ${marketId}, domain: "honda.com" }) { market { candidate(domain: "honda.com") { company { domain } } } } }`,
      ],
      "Mutation.distinguishCompanies(company)": byAny(
        (company) =>
          `mutation { distinguishCompanies(company: "${company}", from: "ebay.com", reason: "no") { domain } }`,
      ),
      "Mutation.distinguishCompanies(from)": byAny(
        (from) => `mutation { distinguishCompanies(company: "ebay.com", from: "${from}", reason: "no") { domain } }`,
      ),
      "Mutation.mergeCompanies(into)": byAny(
        (into) => `mutation { mergeCompanies(company: "1und1.ag", into: "${into}", reason: "try") { domain } }
`,
      ),
      "an analysis": inMarket("topics { topics { companies { edges { node { domain } } } } }"),
    };
    for (const [argument, queries] of Object.entries(asked))
      for (const query of queries) {
        const { data, errors } = await system.graph(argument.startsWith("Mutation") ? platform : key, query);
        expect(errors, argument).toBeUndefined();
        expect(JSON.stringify(data), argument).toContain('"honda.com"');
        if (argument.endsWith("(into)")) await unmergeCompany(db(), "1und1.ag", WHY);
      }
    const [list] = inMarket("topics { topics { companies { totalCount } } }");
    expect(await system.graph(key, list ?? "")).toMatchObject({
      data: { market: { topics: { topics: [{ companies: { totalCount: 2 } }] } } },
    });
    expect(await survivingDomains(db(), ["honda.co.jp", "ebay.com", "new.com"])).toEqual([
      "honda.com",
      "ebay.com",
      "new.com",
    ]);
    // Asked elsewhere: of discoveries by `survivingDomains`, of the log in `graph/identity-log.test.ts`, of the other
    // operations above and below.
    const elsewhere = [
      "Market.whyNot(domain)",
      "Mutation.mergeCompanies(company)",
      "Mutation.splitCompany(company)",
      "Mutation.unmergeCompany(company)",
      "Query.companyIdentityLog(company)",
      "SearchCriteriaInput.seedDomains",
    ];
    const noCompany = [
      "CreateTeamInput.domain",
      "Mutation.splitCompany(domain)",
      "Query.event(id)",
      "TeamUserFilterInput.id",
      "CompanyFilterInput.companyKeyword",
    ];
    const taken = argumentsLike(/compan|domain|identifier|^(?:into|from|ids?)$/i);
    expect(taken.filter((name) => !(name in asked) && ![...elsewhere, ...noCompany].includes(name))).toEqual([]);
  });

  it("are refused into itself, twice, without a reason, and of what is not there", async () => {
    const [a = 0, b = 0] = ids;
    await expect(merge(a, a)).rejects.toThrow("is");
    await merge(a, b);
    await expect(merge(a, b)).rejects.toThrow("already merged");
    await expect(merge(b, a)).rejects.toThrow("already");
    await expect(unmerge(b)).rejects.toThrow("is not merged");
    await expect(merge(9_999, b)).rejects.toThrow("9999");
    await expect(
      mergeCompanies(db(), { company: "1und1.ag", into: String(b) }, { by: "x", reason: " " }),
    ).rejects.toThrow("reason");
  });
});

describe("a split", () => {
  it("gives records that were kept apart a company of their own, and a merge undoes it", async () => {
    await load([{ domain: "oracle.com", name: "Oracle", country: "US", city: "Austin" }], "one");
    await load(
      [{ domain: "oracle.com", name: "Oracle Financial Services Software", country: "IN", city: "Mumbai" }],
      "two",
    );
    const oracle = (await findCompany(db(), "oracle.com"))?.id ?? 0;
    const [apart] = await recordsApart(db()).load(oracle);
    const split = (domain: string, recordIds: number[]) =>
      splitCompany(db(), { company: "oracle.com", recordIds, domain }, WHY);
    const id = await split("ofss.oracle.co.in", [apart?.id ?? 0]);
    expect(await findCompany(db(), id)).toMatchObject({ domain: "oracle.co.in", city: "Mumbai", country: "IN" });
    await expect(split("ebay.com", [apart?.id ?? 0])).rejects.toThrow(
      "a company with the domain ebay.com already exists",
    );
    await expect(split("new.com", [apart?.id ?? 0])).rejects.toThrow("records that do not belong to");
    await merge(id, oracle);
    expect((await findCompany(db(), id))?.id).toBe(oracle);
  });
});

describe("two companies", () => {
  const company = (fields: object) => ({
    name: "Acme",
    domain: "acme.com",
    country: "DE",
    city: null,
    isin: null,
    lei: null,
    description: "",
    ...fields,
  });

  it("are one by name, site and place together; an ISIN alone makes nobody one", () => {
    const outcome = (one: object, other: object) => compareCompanies(company(one), company(other)).outcome;
    expect(outcome({ name: "Acme SE" }, { domain: "acme.de" })).toBe("same");
    expect(outcome({ isin: "DE0001234561" }, { name: "Kites", domain: "kites.com", isin: "DE0001234561" })).toBe(
      "different",
    );
    const told = { name: "Hannover Rück SE", country: "DE", description: "Hannover Rück SE reinsures insurers." };
    const ownWords = { name: "Hannover Re", description: "Reinsures other insurers." };
    expect(outcome(told, ownWords)).toBe("same");
    for (const description of ["Makes and sells sofas.", "Designs, makes and sells parts.", "Broker of securities."])
      expect(outcome({ name: "Acme SE" }, { domain: "acme.de", description })).toBe("same");
    for (const description of [
      "Mars makes chocolate.",
      "Compass operates canteens.",
      "Staples, a retailer, sells paper.",
    ])
      expect(outcome({ name: "Acme SE" }, { domain: "acme.de", description })).toBe("unsure");
    const share = { isin: "DE0001234561" };
    const abroad = { ...share, domain: "acme-frontline.com", country: "CY", city: "Limassol" };
    expect(outcome(share, abroad)).toBe("unsure");
    const registered = { lei: "529900T8BM49AURSDO55" };
    expect(outcome({ ...share, ...registered }, { ...abroad, lei: "5493001KJTIIGC8Y1R12" })).toBe("related");
    expect(outcome({}, { domain: "acme.co.jp", country: "JP" })).not.toBe("same");
    expect(outcome({ name: "Acme India Limited", country: "IN", domain: "acme.in" }, {})).toBe("related");
    expect(outcome({ lei: "529900T8BM49AURSDO55" }, { domain: "other.com", lei: "5493001KJTIIGC8Y1R12" })).not.toBe(
      "same",
    );
  });
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { importCompanies } from "#companies/import-companies";
import { idsOfDomains } from "#companies/look-up";
import { IdentityLogDocument, type IdentityLogQueryVariables } from "#generated/tests/graphql";
import { emptyTables } from "../support/database.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SITES = ["honda.com", "honda.co.jp", "honda.de", "ebay.com"];

let system: TestSystem;
let folder: string;
let platform: string;
let ids: Map<string, number>;
const db = () => system.database.db;

async function load(name: string, rows: object[]): Promise<void> {
  const path = join(folder, `${name}.ndjson`);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await importCompanies(db(), path);
}

beforeAll(async () => {
  [system, folder] = await Promise.all([startSystem(), temporaryFolder()]);
  platform = await system.key(null, SCOPES);
});
afterAll(() => system?.stop());
beforeEach(async () => {
  await emptyTables(db(), "TRUNCATE companies, company_identity_log, directory_state RESTART IDENTITY CASCADE");
  await load(
    "companies",
    SITES.map((domain, i) => ({ domain, name: `Company ${i}`, country: "DE" })),
  );
  await load("second", [{ domain: "ebay.com", name: "Company 3", country: "DE", keywords: ["auctions"] }]);
  ids = await idsOfDomains(db(), SITES);
});

/** Runs a mutation of `schema/company-identity.ts` with the platform's key. */
async function run(operation: string): Promise<void> {
  const { errors } = await system.graph(platform, `mutation { ${operation} { domain } }`);
  expect(errors).toBeUndefined();
}
const merge = (company: string, into: string, reason = "one company") =>
  run(`mergeCompanies(company: "${company}", into: "${into}", reason: "${reason}")`);
const unmerge = (company: string, reason = "two companies") =>
  run(`unmergeCompany(company: "${company}", reason: "${reason}")`);
const distinguish = (company: string, from: string, reason = "different") =>
  run(`distinguishCompanies(company: "${company}", from: "${from}", reason: "${reason}")`);

const log = async (variables: IdentityLogQueryVariables = {}) =>
  (await system.answer(platform, IdentityLogDocument, variables)).companyIdentityLog;
const entries = async (variables: IdentityLogQueryVariables = {}) =>
  (await log(variables)).edges.map(({ node }) => node);
/** What the entries say: "MERGE honda.co.jp honda.com". */
const said = async (variables: IdentityLogQueryVariables = {}) =>
  (await entries(variables)).map(({ operation, company, other }) => `${operation} ${company.domain} ${other.domain}`);

describe("the identity log of companies", () => {
  it("names the companies, the author, the reason and the time of every operation, newest first", async () => {
    const { data: viewer } = await system.graph(platform, "{ viewer { keyPrefix } }");
    const { keyPrefix } = present(viewer).viewer as { keyPrefix: string };
    const { data } = await system.graph(platform, `{ company(identifier: "ebay.com") { records { recordId } } }`);
    const { records } = present(data).company as { records: { recordId: number }[] };
    expect(await log()).toMatchObject({ totalCount: 0, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });

    const began = new Date();
    await merge("honda.co.jp", "honda.com", "  two sites ");
    await distinguish("honda.de", "honda.co.jp", "a dealer");
    await unmerge("honda.co.jp", "listed apart");
    await run(
      `splitCompany(company: "ebay.com", recordIds: [${records.at(-1)?.recordId}], domain: "auctions.com", reason: "sold")`,
    );

    const named = (domain: string) => ({ companyId: ids.get(domain), domain, leadsTo: { domain } });
    const [com, jp, de, ebay] = [named("honda.com"), named("honda.co.jp"), named("honda.de"), named("ebay.com")];
    const auctions = { companyId: expect.any(Number), domain: "auctions.com", leadsTo: { domain: "auctions.com" } };
    const all = await entries();
    const by = `key ${keyPrefix}`;
    expect(all).toMatchObject([
      { operation: "SPLIT", company: auctions, other: ebay, by, reason: "sold" },
      { operation: "UNMERGE", company: jp, other: com, by, reason: "listed apart" },
      // Whoever is told apart from a merged company is told apart from its survivor.
      { operation: "DISTINGUISH", company: de, other: com, by, reason: "a dealer" },
      { operation: "MERGE", company: jp, other: com, by, reason: "two sites" },
    ]);
    expect(all.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    const times = all.map(({ at }) => Date.parse(at)).reverse();
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // The database has a clock of its own.
    expect(Math.abs((times[0] ?? 0) - began.getTime())).toBeLessThan(60_000);
  });

  it("shows the history of a merged company and of its survivor alike, by id and by domain, for as long as they are one", async () => {
    await distinguish("honda.co.jp", "ebay.com");
    await distinguish("honda.com", "honda.de");
    await distinguish("honda.de", "ebay.com");
    const ofJp = { company: "honda.co.jp" };
    expect(await said(ofJp)).toEqual(["DISTINGUISH honda.co.jp ebay.com"]);

    await merge("honda.co.jp", "honda.com");
    const both = ["MERGE honda.co.jp honda.com", "DISTINGUISH honda.com honda.de", "DISTINGUISH honda.co.jp ebay.com"];
    const names = ["honda.co.jp", "honda.com", "https://www.honda.co.jp/about"];
    for (const company of [...names, String(ids.get("honda.co.jp")), String(ids.get("honda.com"))])
      expect([company, await said({ company })]).toEqual([company, both]);
    expect(await log(ofJp)).toMatchObject({ totalCount: 3 });
    const [{ company, other } = {}] = await entries(ofJp);
    // A merged company keeps its number and its domain in the log.
    expect(company).toEqual({
      companyId: ids.get("honda.co.jp"),
      domain: "honda.co.jp",
      leadsTo: { domain: "honda.com" },
    });
    expect(other).toEqual({ companyId: ids.get("honda.com"), domain: "honda.com", leadsTo: { domain: "honda.com" } });

    // Through two merges too.
    await merge("honda.com", "honda.de");
    const three = ["MERGE honda.com honda.de", both[0], "DISTINGUISH honda.de ebay.com", ...both.slice(1)];
    for (const company of ["honda.co.jp", "honda.com", "honda.de"])
      expect([company, await said({ company })]).toEqual([company, three]);
    expect((await entries(ofJp)).map((entry) => entry.company.leadsTo?.domain)).toEqual(three.map(() => "honda.de"));

    await unmerge("honda.com");
    await unmerge("honda.co.jp");
    expect(await said(ofJp)).toEqual([
      "UNMERGE honda.co.jp honda.com",
      "MERGE honda.co.jp honda.com",
      "DISTINGUISH honda.co.jp ebay.com",
    ]);
    expect(await said()).toHaveLength(7);
  });

  it("is read page by page, and a new entry moves none to another page", async () => {
    for (let i = 1; i <= 7; i++) await distinguish("honda.de", "ebay.com", `reason ${i}`);
    await distinguish("honda.com", "honda.co.jp", "of others");
    const ofEbay = { company: "ebay.com" };
    const first = await log({ ...ofEbay, first: 3 });
    expect(first).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    await distinguish("ebay.com", "honda.de", "reason 8");

    const pages = [first];
    for (let page = first; page.pageInfo.hasNextPage; pages.push(page))
      page = await log({ ...ofEbay, first: 3, after: page.pageInfo.endCursor ?? null });
    const reasons = (list: typeof pages) => list.map(({ edges }) => edges.map(({ node }) => node.reason.slice(-1)));
    expect(reasons(pages)).toEqual([["7", "6", "5"], ["4", "3", "2"], ["1"]]);
    expect(pages.at(-1)?.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(reasons([await log({ ...ofEbay, first: 2, offset: 1 })])).toEqual([["7", "6"]]);
    const cursor = first.edges[1]?.cursor ?? null;
    expect(reasons([await log({ ...ofEbay, after: cursor, first: 1 })])).toEqual([["5"]]);
    expect(await log()).toMatchObject({ totalCount: 9 });

    // A page takes as many statements as an entry.
    const statements = async (variables: IdentityLogQueryVariables) => {
      system.statements();
      await log(variables);
      return system.statements().length;
    };
    expect(await statements({ first: 9 })).toBe(await statements({ first: 1 }));
  });

  it.each([
    [`first: 0`, "INVALID_INPUT"],
    [`first: 101`, "INVALID_INPUT"],
    [`after: "x"`, "INVALID_INPUT"],
    [`company: "nobody.example.com"`, "NOT_FOUND"],
    [`company: "999999"`, "NOT_FOUND"],
    [`company: "9999999999"`, "NOT_FOUND"],
    [`company: ""`, "NOT_FOUND"],
  ])("answers %s with %s", async (args, code) => {
    const { errors } = await system.graph(platform, `{ companyIdentityLog(${args}) { totalCount } }`);
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });

  it("is refused as the duplicates are, to every key of a team and to nobody's, whatever company they name", async () => {
    await merge("honda.co.jp", "honda.com");
    const { teamId } = await system.team();
    const asked = (field: string) => `{ asked: ${field} }`;
    const duplicates = asked("companyDuplicates { score }");
    const lists = ["", "(first: 0)", `(company: "honda.com")`, `(company: "nobody.example.com")`].map((args) =>
      asked(`companyIdentityLog${args} { totalCount edges { node { reason } } }`),
    );
    const callers: [string | undefined, string][] = [
      [await system.key(teamId, SCOPES, ["events-monitor"]), "FORBIDDEN"],
      [await system.key(teamId, []), "FORBIDDEN"],
      [undefined, "UNAUTHORISED"],
      ["mk_test_AAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "UNAUTHORISED"],
    ];
    for (const [key, code] of callers) {
      const refused = await system.graph(key, duplicates);
      expect(refused.errors).toMatchObject([{ extensions: { code } }]);
      for (const list of lists) {
        const { data, errors } = await system.graph(key, list);
        const without = (all: typeof errors) =>
          all?.map(({ message, path, extensions }) => [message, path, extensions.code]);
        expect([list, data, without(errors)]).toEqual([list, refused.data, without(refused.errors)]);
      }
    }
    // The scope of the platform suffices; the companies themselves need more.
    const bare = await system.key(null, []);
    const query = "{ companyIdentityLog { edges { node { reason company { domain } } } } }";
    expect((await system.graph(bare, query)).data).toEqual({
      companyIdentityLog: { edges: [{ node: { reason: "one company", company: { domain: "honda.co.jp" } } }] },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EsgFilterInput, MarketEsgItemsDocument, MarketPeopleDocument } from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish, start, WIND_CRITERIA } from "../support/discovery.ts";
import { seedCompany, seedEsgItem, seedMarket } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let otherKey: string;
let marketId: number;
let kites: { id: number };

const FLAGS = { runNews: true, runEsg: true, runPeople: true };

/** Publishes with the flags and gives their jobs, newest first as the market lists them. */
async function run(choices: object = FLAGS) {
  await publish(system, key, marketId, choices);
  const { jobs } = await ended(system, key, marketId);
  const count = Object.keys(choices).length;
  return new Map(jobs.slice(0, count).map((job) => [job.workflowName, job]));
}

/** An article as an import leaves it: nobody has read it yet. */
async function article(path: string, title: string, text = "", fields: object = {}) {
  const url = `https://paper.example.com/${path}`;
  const { id } = await system.database.db.prisma.newsItem.create({
    data: {
      url,
      title,
      text,
      publisher: "The Kite Post",
      publishedAt: new Date("2026-05-02T08:00:00Z"),
      contentHash: path,
      ...fields,
    },
  });
  return id;
}

async function items(filter?: EsgFilterInput) {
  const variables = { marketId, ...(filter === undefined ? {} : { filter }) };
  const { esgItems } = present((await system.answer(key, MarketEsgItemsDocument, variables)).market);
  return {
    found: esgItems.edges.map(({ node }) => node),
    total: esgItems.totalCount,
    unfiltered: esgItems.unfilteredTotalCount,
  };
}

const paths = ({ found }: { found: { url: string }[] }) =>
  found.map(({ url }) => (url === "" ? "record" : new URL(url).pathname.slice(1))).sort();

async function people() {
  const { market } = await system.answer(key, MarketPeopleDocument, { marketId });
  return present(market).people.edges.map(({ node }) => node);
}

const STRIKE =
  "Workers of Zephyrkites GmbH went on strike over pay on Monday morning, leaving looms and cutting tables idle in both halls of the plant by the harbour. The union asks for eight percent more from July and for a shorter week, while the management offers three percent over two years and points to rising prices of silk, spars and freight.";

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  const { db } = system.database;
  await importTestCompanies(db);
  ({ key, teamId } = await system.team());
  ({ key: otherKey } = await system.team());
  kites = await seedCompany(db, "zephyrkites.com", {
    name: "Zephyrkites GmbH",
    description:
      "Zephyrkites GmbH makes kites. Its plant is certified to ISO 14001. The company was founded in 1990 by Karla Weissmann. Our chief executive, Jana Brandt, leads it.",
    url: "https://zephyrkites.com/",
  });
  const gliders = await seedCompany(db, "orlovgliders.com", {
    name: "Orlovgliders AG",
    description: "Orlovgliders AG offers gliders, wastewater pumps and pesticides.",
  });
  const named = await seedCompany(db, "quillwindpower.com", {
    name: "Quill Wind Power",
    description: "Quill Wind Power makes wind turbine blades.",
  });
  marketId = await seedMarket(db, teamId, [kites.id, gliders.id, named.id]);
});
afterAll(() => system?.stop());

describe("runNews, runEsg and runPeople", () => {
  it("complete on start without any article, and say how to import some", async () => {
    const { market } = await start(system, key, WIND_CRITERIA, FLAGS);
    const { jobs } = await ended(system, key, market.marketId);
    const pipeline = jobs.filter(({ kind }) => kind === "PIPELINE");
    expect(pipeline.map(({ workflowName, status }) => [workflowName, status])).toEqual([
      ["runPeople", "COMPLETED"],
      ["runEsg", "COMPLETED"],
      ["runNews", "COMPLETED"],
    ]);
    for (const { report } of pipeline)
      expect(report?.notes[0]).toContain("no articles are stored yet: import some with");
  });

  it("read what is stored about the market's companies, one job each, with counts in the job's report", async () => {
    await article(
      "spill",
      "Zephyrkites spills oil into river",
      "Zephyrkites GmbH was fined 3 million after an oil spill. Chief executive Jana Brandt of Zephyrkites apologised.",
    );
    await article(
      "women",
      "Zephyrkites and Orlovgliders report",
      "Women now hold half of the senior posts at Orlovgliders AG. Zephyrkites GmbH opened an office in Lisbon. Orlovgliders CEO Pavel Orlovsky was pleased.",
      { publisher: "Glider Times", publishedAt: new Date("2026-05-03T08:00:00Z") },
    );
    await article("prize", "Orlovgliders wins the German Sustainability Award", "", {
      url: "https://orlovgliders.com/news/prize",
    });
    await article(
      "sales",
      "Zephyrkites raises sales",
      "Zephyrkites GmbH sold more kites. Rival CEO Otto Fremd praised Zephyrkites.",
    );
    // A name, a trade and a loss of money are no conduct.
    await article("office", "Quill Wind Power opens an office", "Quill Wind Power opens an office in Kolding.");
    await article(
      "loss",
      "Quill Wind Power expects a loss of 4.5 million",
      "Quill Wind Power expected a loss of 4.5 million because of its wind turbines.",
    );
    const jobs = await run();
    expect([...jobs.values()].map(({ status }) => status)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
    expect(jobs.get("runNews")?.report).toMatchObject({ articles: 6, companies: 3, analysed: 6, notes: [] });
    expect(jobs.get("runEsg")?.report).toMatchObject({
      articles: 6,
      items: 4,
      internal: 1,
      directory: 1,
      companies: 2,
    });
    expect(jobs.get("runPeople")?.report).toMatchObject({ people: 3, companies: 2, articles: 7 });
  });

  it("label only the companies that an article says it of, with the sentence that shows it", async () => {
    const { found } = await items();
    const spill = found.find(({ url }) => url.endsWith("/spill"));
    expect(spill).toMatchObject({
      domain: "zephyrkites.com",
      source: "EXTERNAL",
      publisher: "The Kite Post",
      snippet: "Zephyrkites GmbH was fined 3 million after an oil spill.",
      versionDate: new Date().toISOString().slice(0, 10),
    });
    expect(spill?.labels).toEqual([
      { label: "Pollution and spills", category: "environmental" },
      { label: "Regulation and fines", category: "governance" },
    ]);
    expect(spill?.sentimentScore).toBeLessThan(-0.05);
    expect(found.filter(({ url }) => url.endsWith("/women")).map(({ domain }) => domain)).toEqual(["orlovgliders.com"]);
  });

  it("read a company's record for what it does, not for its name or what it sells, and cite the record and no page", async () => {
    const of = async (source: "INTERNAL" | "DIRECTORY") => (await items({ source: [source] })).found;
    expect((await of("INTERNAL")).map(({ domain, publisher, awards }) => [domain, publisher, awards])).toEqual([
      ["orlovgliders.com", "The Kite Post", true],
    ]);
    expect(await of("DIRECTORY")).toMatchObject([
      {
        domain: "zephyrkites.com",
        source: "DIRECTORY",
        url: "",
        publisher: "test",
        snippet: "Its plant is certified to ISO 14001.",
        certifications: true,
      },
    ]);
  });

  it.each<[EsgFilterInput, string[]]>([
    [{ environmental: ["pollution and spills"] }, ["spill"]],
    [{ social: ["Diversity and inclusion"] }, ["women"]],
    [{ governance: ["Regulation and fines"] }, ["spill"]],
    [{ publisher: ["glider times"] }, ["women"]],
    [{ source: ["EXTERNAL"] }, ["spill", "women"]],
    [{ sentiment: ["NEGATIVE"] }, ["spill"]],
    [{ certifications: ["CERTIFIED"] }, ["record"]],
    [{ source: ["DIRECTORY"] }, ["record"]],
    [{ certifications: ["REWARDED"] }, ["news/prize"]],
    [{ domains: ["www.zephyrkites.com"] }, ["record", "spill"]],
  ])("are found by the filter %j beside the whole total", async (filter, expected) => {
    const answer = await items(filter);
    expect(paths(answer)).toEqual(expected);
    expect(answer).toMatchObject({ total: expected.length, unfiltered: 4 });
  });

  it("name people with role, source and sentence, and nobody of another company", async () => {
    const found = await people();
    expect(found.map(({ company, name, role, isFormer }) => [company.domain, name, role, isFormer])).toEqual([
      ["zephyrkites.com", "Jana Brandt", "Chief Executive Officer", false],
      ["zephyrkites.com", "Karla Weissmann", "Founder", false],
      ["orlovgliders.com", "Pavel Orlovsky", "Chief Executive Officer", false],
    ]);
    const sources = found.map((person) => person.sources.edges.map(({ node }) => node));
    expect(sources[0]).toContainEqual(
      expect.objectContaining({
        url: "https://paper.example.com/spill",
        quote: "Chief executive Jana Brandt of Zephyrkites apologised.",
        isInternal: false,
      }),
    );
    // The site was not read, so the record is cited and no page.
    expect(sources[1]).toMatchObject([{ url: "", isInternal: false }]);
  });

  it("change nothing when they run again", async () => {
    const before = [await items(), await people()];
    await run();
    expect([await items(), await people()]).toEqual(before);
  });

  it("follow what was changed: a corrected article, a copy, a departure; items from files stay", async () => {
    const { db } = system.database;
    const imported = await seedEsgItem(db, kites.id, "https://paper.example.com/walkout", {
      social: ["Imported label"],
    });
    await article("walkout", "Zephyrkites workers on strike", STRIKE);
    await article(
      "departure",
      "Zephyrkites chief leaves",
      "Jana Brandt steps down as chief executive of Zephyrkites.",
      {
        publishedAt: new Date("2026-05-09T08:00:00Z"),
      },
    );
    await article("walkout-copy", "Zephyrkites workers on strike", STRIKE, {
      publisher: "Another Post",
      publishedAt: new Date("2026-05-02T12:00:00Z"),
    });
    await db.prisma.newsItem.update({
      where: { url: "https://paper.example.com/spill" },
      data: {
        title: "Zephyrkites sells more",
        text: "Zephyrkites GmbH sold more kites.",
        analysedAt: null,
        contentHash: "2",
      },
    });
    await run();
    const { found } = await items({ domains: ["zephyrkites.com"] });
    // A chief executive who leaves is an item of its own; the copy of the walkout is none, and the spill is withdrawn.
    expect(paths({ found })).toEqual(["departure", "record", "walkout"]);
    expect(found.find(({ url }) => url.endsWith("walkout"))?.labels).toEqual([
      { label: "Imported label", category: "social" },
    ]);
    expect(await db.prisma.esgItem.count({ where: { id: imported } })).toBe(1);
    const jana = (await people()).find(({ name }) => name === "Jana Brandt");
    // The record is of a later date, and still calls her chief executive: its sentences may be old.
    expect(jana).toMatchObject({ isFormer: true, sources: { totalCount: 2 } });
  });

  it("show nothing to another team, and people only to keys that may read them", async () => {
    const theirs = await system.ask(otherKey, MarketPeopleDocument, { marketId });
    expect(theirs.data).toEqual({ market: null });
    const narrow = await system.key(teamId, ["discovery:read"]);
    const refused = await system.ask(narrow, MarketPeopleDocument, { marketId });
    expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const ofCompany = /* GraphQL */ `
      query ($marketId: Int!) {
        market(marketId: $marketId) { companies(first: 1) { edges { node { people { totalCount edges { node { name } } } } } } }
      }`;
    const marketsOnly = await system.key(teamId, ["markets:read"]);
    const denied = await system.graph(marketsOnly, ofCompany, { marketId });
    expect(denied.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const allowed = await system.graph(key, ofCompany, { marketId });
    expect(allowed.data?.market).toMatchObject({
      companies: {
        edges: [
          {
            node: {
              people: {
                totalCount: 2,
                edges: [{ node: { name: "Karla Weissmann" } }, { node: { name: "Jana Brandt" } }],
              },
            },
          },
        ],
      },
    });
  });

  it("read people under a market with as many statements for one as for all", async () => {
    const query = (first: number) =>
      `{ market(marketId: ${marketId}) { people(first: ${first}) { edges { node { name company { name } sources(first: 2) { totalCount edges { node { url } } } } } } } }`;
    const statements = async (first: number) => {
      system.statements();
      expect((await system.graph(key, query(first))).errors).toBeUndefined();
      return system.statements().filter((sql) => !/api_keys/.test(sql)).length;
    };
    expect(await statements(1)).toBe(4);
    expect(await statements(50)).toBe(4);
  });
});

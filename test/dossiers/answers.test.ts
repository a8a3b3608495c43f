import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateDossierInput } from "#generated/tests/graphql";
import { createDossier, endedDossierTask, runDossier } from "../support/dossiers.ts";
import { seedCompany, seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { checkReport, section } from "./report.ts";

let system: TestSystem;
let key: string;
let marketId: number;

async function reportOf(input: CreateDossierInput): Promise<string> {
  const agentId = await createDossier(system, key, input);
  const task = await endedDossierTask(system, key, await runDossier(system, key, agentId));
  const report = task.report ?? "";
  checkReport(report, task.sources);
  return report;
}
const answerOf = async (input: CreateDossierInput) => section(await reportOf(input), "Answer");
const aboutNorth = (query: string) => answerOf({ agentType: "COMPANY", company: "north-bank.com", query });

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  const { db } = system.database;
  const team = await system.team();
  key = team.key;
  const north = await seedCompany(db, "north-bank.com", {
    name: "North Bank",
    description: "Bank for households.",
    industries: ["Banks", "Banking services"],
    employees: 120,
    previousEmployees: 100,
  });
  const south = await seedCompany(db, "south-bank.com", {
    name: "South Bank",
    description: "Bank for firms and merchants.",
    industries: ["Banks", "Banking services"],
  });
  const ofNorth = { companyIds: [north.id] };
  await seedEvent(db, {
    ...ofNorth,
    title: "North agrees on 3 billion for West",
    alertTypes: ["Merger or acquisition"],
  });
  await seedEvent(db, { ...ofNorth, title: "North pays 2 million", alertTypes: ["Fine or settlement"] });
  const chief = await seedEvent(db, { ...ofNorth, title: "Ada Kite moves up", alertTypes: ["Leadership change"] });
  // An earlier article that was grouped with the event, and the one that gave it its title.
  for (const [title, publishedAt] of [
    ["Something else altogether", "2026-01-01"],
    ["Ada Kite moves up", "2026-01-05"],
  ] as const)
    await db.prisma.observation.create({
      data: {
        eventId: chief,
        url: `https://news.example.com/${publishedAt}`,
        title,
        publisher: "Kite News",
        publishedAt: new Date(publishedAt),
        contentHash: title,
      } as Parameters<typeof db.prisma.observation.create>[0]["data"],
    });
  await seedNews(db, [north.id], 1, "Two hundred jobs go as car plant shuts");
  await seedEsgItem(db, north.id, "https://north-bank.com/about", {
    title: "North Bank",
    snippet: "North Bank lends to wind farms.",
    environmental: ["Renewable energy"],
  });
  await seedEsgItem(db, north.id, "https://news.example.com/waste", {
    title: "North halves its waste",
    snippet: "North halves its waste",
    environmental: ["Waste"],
  });
  const east = await seedCompany(db, "east-bank.com", { name: "East Bank", industries: ["Banks", "Banking services"] });
  marketId = await seedMarket(db, team.teamId, [north.id, south.id, east.id], "Banks");
  await db.prisma.criteriaVersion.updateMany({ where: { marketId }, data: { features: ["banks"] } });
  const { id: jobId } = await db.prisma.job.findFirstOrThrow({ where: { marketId } });
  await db.prisma.candidate.create({
    data: {
      ...{ jobId, marketId, companyId: north.id, domain: north.domain, judgedInJob: jobId, judgedBy: "x" },
      ...{ verdict: "in", reason: "a bank", score: 0.9, rank: 1, criteria: [] },
    },
  });
  const part = {
    name: "sentiment",
    weight: 1,
    value: 0,
    known: 0.5,
    score: 50,
    evidence: 6,
    words: "6 stories about it",
  };
  const score = (companyId: number, score: number, rank: number) => ({
    ...{ companyId, score, rank, low: score - 24, high: score + 24, confidence: 0.5, parts: [part] },
  });
  await db.query(
    "INSERT INTO market_analyses (market_id, kind, job_id, result) VALUES ($1, 'momentum', $2, $3::jsonb)",
    [
      marketId,
      jobId,
      JSON.stringify({
        asOf: "2026-05-20T00:00:00.000Z",
        notes: [],
        companies: [score(south.id, 71.5, 1), score(north.id, 44, 2)],
      }),
    ],
  );
  const column = await db.prisma.marketColumn.create({
    data: {
      marketId,
      name: "Green bonds",
      question: "Does it issue green bonds?",
      kind: "yesNo",
      createdBy: randomUUID(),
    },
  });
  for (const [companyId, value, quote] of [
    [north.id, "no", "North Bank issues no bonds"],
    [south.id, "yes", "South Bank sold a bond for wind farms"],
  ] as const)
    await db.prisma.marketCell.create({
      data: {
        columnId: column.id,
        companyId,
        marketId,
        state: "said",
        value,
        quote,
        filledAt: new Date(),
        sourceKind: "page",
        sourceUrl: `https://pages.example.com/${companyId}`,
        sourceDate: new Date(),
      },
    });
});
afterAll(() => system?.stop());

describe("the answer of a dossier", () => {
  it("finds what is stored under another word of the family", async () => {
    const answer = await aboutNorth("Does it merge?");
    expect(answer).toContain("North agrees on 3 billion for West");
    expect(answer).not.toContain("Nothing is stored");
  });

  it("finds events by the ordinary words for their alert types", async () => {
    expect(await aboutNorth("What are its legal problems?")).toContain("North pays 2 million");
    expect(await aboutNorth("Who leads it?")).toContain("Ada Kite moves up");
  });

  it("says whether the company grows, where two years are stored", async () => {
    expect(await aboutNorth("Is it growing?")).toContain(
      "The number of employees of North Bank grew by 20 % in a year",
    );
  });

  it("quotes a sentence once, and not again with its date and labels around it", async () => {
    const answer = await aboutNorth("What about waste?");
    expect(answer.split("“North halves its waste”").length - 1).toBe(1);
  });

  it("passes over the words that every company of a market has, unless the question has no others", async () => {
    const answer = await answerOf({ agentType: "MARKET", marketId, query: "Which banks serve merchants?" });
    expect(answer).toContain("Bank for firms and merchants");
    expect(answer).not.toContain("Industries: Banks");
    expect(await answerOf({ agentType: "MARKET", marketId, query: "Which banks?" })).toContain("Banks");
  });

  it("answers from the momentum of the market, for the market and for one of its companies, and names it as the source", async () => {
    const report = await reportOf({ agentType: "MARKET", marketId, query: "Who gains momentum?" });
    expect(section(report, "Answer")).toContain(
      // The stored result is of an earlier version, which did not state whether the order may be chance.
      "the first are South Bank 71.5, North Bank 44; 50 of 100 is the mean of the market, and the intervals of all ranked companies overlap: their order may be chance.",
    );
    expect(section(report, "Answer")).toContain("up to 2026-05-20");
    expect(section(report, "Sources")).toContain(`Momentum of market ${marketId}, Banks`);
    expect(await aboutNorth("How is its momentum?")).toContain(
      "North Bank has 44 of 100 (90 % between 20 and 68; rank 2) in market Banks",
    );
  });

  it("warns that the order by momentum may be chance where the result says so, whatever its notes say", async () => {
    const answerWith = async (orderMayBeChance: boolean, notes: string[]) => {
      await system.database.db.query(
        "UPDATE market_analyses SET result = result || $2::jsonb WHERE market_id = $1 AND kind = 'momentum'",
        [marketId, JSON.stringify({ orderMayBeChance, notes })],
      );
      return section(await reportOf({ agentType: "MARKET", marketId, query: "Who gains momentum?" }), "Answer");
    };
    expect(await answerWith(false, ["nothing here may be chance"])).toContain("50 of 100 is the mean of the market.");
    expect(await answerWith(true, [])).toContain("their order may be chance.");
  });

  it("answers from the columns of the market, with the words that a column quotes, and names the column as the source", async () => {
    const report = await reportOf({ agentType: "MARKET", marketId, query: "Which of them issue green bonds?" });
    expect(section(report, "Answer")).toContain(
      "Green bonds of South Bank: yes (“South Bank sold a bond for wind farms”",
    );
    expect(section(report, "Answer")).toContain("Green bonds of North Bank: no");
    expect(section(report, "Sources")).toContain(`Column “Green bonds” of market ${marketId}, Banks`);
    expect(await aboutNorth("Does it issue green bonds?")).toContain("Green bonds of North Bank: no");
    // What the question does not ask for is not in the answer.
    expect(await aboutNorth("Who leads it?")).not.toContain("Green bonds");
  });

  it("tells a headline once, with its date once, and names who leads, and the company before a country", async () => {
    const { db } = system.database;
    const rail = await seedCompany(db, "summit-rail.com", { name: "Summit Rail" });
    const title = "Summit Rail fined over brakes";
    const publishedAt = new Date("2026-04-02");
    await seedEvent(db, {
      title,
      companyIds: [rail.id],
      alertTypes: ["Fine or settlement"],
      entities: [
        { name: "Norway", entityType: "country", likelihood: 2, severity: 2 },
        { name: "Summit Rail", entityType: "company", likelihood: 2, severity: 2 },
      ],
    });
    const url = "https://news.example.com/brakes";
    await seedEsgItem(db, rail.id, url, { title, snippet: title, governance: ["Regulation and fines"], publishedAt });
    const leader = { name: "Mira Galdan", role: "Chief Executive Officer", isFormer: false, rank: 1 };
    await db.prisma.person.create({
      data: {
        ...{ ...leader, companyId: rail.id, nameKey: "mira galdan", firstSeenAt: publishedAt, lastSeenAt: publishedAt },
        sightings: {
          create: { ...leader, url, quote: "Mira Galdan took over at Summit Rail.", retrievedAt: publishedAt },
        },
      },
    });
    const about = (query: string) => reportOf({ agentType: "COMPANY", company: "summit-rail.com", query });
    const fines = await about("Which fines did it get?");
    expect(section(fines, "Answer").split(title).length - 1).toBe(1);
    expect(section(fines, "Answer")).not.toMatch(/(\d{4}-\d\d-\d\d).*\1/);
    expect(section(fines, "Events")).toContain("touches Summit Rail most");
    expect(section(await about("Who leads it?"), "Answer")).toContain(
      "Mira Galdan is named as Chief Executive Officer",
    );
  });

  it("finds texts about a theme by other words for the same matter", async () => {
    const report = await reportOf({ agentType: "THEME", query: "plant closures and layoffs in the car industry" });
    expect(section(report, "News")).toContain("Two hundred jobs go as car plant shuts");
  });

  it("finds what tells of layoffs in any words, by what the company makes, and nothing that only names jobs or the trade", async () => {
    const { db } = system.database;
    const rotor = await seedCompany(db, "rotor-works.com", {
      name: "Rotor Works",
      description: "Makes wind turbines.",
      industries: ["Industrials", "Wind power industry"],
    });
    const said = [
      "Rotor Works to cut 300 jobs",
      "Rotor Works slashes 250 posts in Aurich",
      "Rotor Works sheds roles in two halls",
      "Rotor Works announces redundancies",
      "Rotor Works puts its halls on short-time work",
      "Rotor Works: Stellenabbau in Aurich",
    ];
    const other = ["Rotor Works creates 500 jobs in Cadiz", "Rotor Works opens an office for wind turbines"];
    for (const title of [...said, ...other]) await seedNews(db, [rotor.id], 1, title);
    // Another company's layoffs are not those of makers of wind turbines.
    const bakery = await seedCompany(db, "loaf-works.com", { name: "Loaf Works", description: "Bakes bread." });
    await seedNews(db, [bakery.id], 1, "Loaf Works to cut 40 jobs");
    for (const query of ["layoffs at makers of wind turbines", "job cuts in the wind power industry"]) {
      const report = await reportOf({ agentType: "THEME", query });
      const news = section(report, "News");
      for (const title of said) expect(news).toContain(title);
      for (const title of [...other, "Loaf Works"]) expect(news).not.toContain(title);
      // The labels of a record are no statement, and no answer where a text has one.
      expect(section(report, "Answer")).toContain("Rotor Works to cut 300 jobs");
      expect(section(report, "Answer")).not.toContain("Industries:");
    }
    const own = { agentType: "COMPANY", company: "rotor-works.com" } as const;
    expect(await answerOf({ ...own, query: "Are there layoffs?" })).toContain(
      "Rotor Works slashes 250 posts in Aurich",
    );
    const labels = await answerOf({ ...own, query: "Which industries?" });
    expect(labels).toContain("listed under Industries: Industrials, Wind power industry");
    expect(labels).not.toContain("“Industries");
  });

  it("cites for an event the article that its title is from", async () => {
    const report = await reportOf({ agentType: "COMPANY", company: "north-bank.com", query: "Who leads it?" });
    expect(section(report, "Sources")).toContain("Ada Kite moves up");
    expect(report).not.toContain("Something else altogether");
  });

  it("quotes the words of an ESG item whose page is named after the company", async () => {
    const report = await reportOf({ agentType: "COMPANY", company: "north-bank.com", query: "Wind farms?" });
    expect(section(report, "ESG")).toContain("North Bank: “North Bank lends to wind farms.”");
  });
});

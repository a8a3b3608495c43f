import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  AddMarketColumnDocument,
  type AddMarketColumnInput,
  CancelColumnFillDocument,
  DeleteMarketColumnDocument,
  MarketCellsDocument,
  type MarketCellsQuery,
  RefillMarketColumnDocument,
  ResumeColumnFillDocument,
} from "#generated/tests/graphql";
import { EMPTY_PAGE } from "#providers/pages/page-data";
import { holdTable } from "../support/hold-table.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

type Market = NonNullable<MarketCellsQuery["market"]>;
type Cell = Market["companies"]["edges"][number]["cells"][number];

const DAY = new Date("2026-03-01T00:00:00Z");

let system: TestSystem;
let key: string;
let teamId: number;
let marketId: number;
let kites: { id: number; domain: string };
let silent: { id: number; domain: string };

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  ({ key, teamId } = await system.team());
  const { db } = system.database;
  kites = await seedCompany(db, "kites.de", {
    name: "Nordwind Kites",
    url: "https://www.kites.de/",
    description:
      "Nordwind Kites makes kites for beaches. The company was founded in 1988. Its plant exports sails to Japan. It never sells to retailers in Norway.",
    industries: ["Sporting Goods"],
    certifications: ["ISO 9001:2015"],
    employees: 1250,
    revenueUsd: 3_000_000,
    city: "Bremen",
    country: "DE",
  });
  silent = await seedCompany(db, "silent.dk", { name: "Silent Ltd" });
  marketId = await seedMarket(db, teamId, [kites.id, silent.id], "Kite makers");
  await writeArticle(
    1,
    "Nordwind appoints head",
    "Nordwind Kites has appointed Ada Sail as chief executive officer.",
    DAY,
  );
});
afterAll(() => system?.stop());

/** An article about the maker of kites. */
async function writeArticle(id: number, title: string, text: string, publishedAt: Date): Promise<void> {
  await system.database.db.prisma.newsItem.create({
    data: {
      id,
      url: `https://news.example.com/${id}`,
      title,
      text,
      publishedAt,
      retrievedAt: publishedAt,
      contentHash: String(id),
      companies: { create: { companyId: kites.id, quote: "Nordwind Kites", publishedAt } },
    },
  });
}

async function readMarket(of = marketId): Promise<Market> {
  const { market } = await system.answer(key, MarketCellsDocument, { marketId: of });
  if (market == null) throw new Error(`no market ${of}`);
  return market;
}

/** The market once no cell of it waits and its fill has ended. */
const filled = (of = marketId) =>
  eventually(
    () => readMarket(of),
    ({ companies, columnFill }) =>
      companies.edges.every(({ cells }) => cells.every(({ state }) => state !== "WAITING")) &&
      columnFill?.status !== "QUEUED" &&
      columnFill?.status !== "RUNNING",
  );

async function add(input: Omit<AddMarketColumnInput, "marketId"> & { marketId?: number }) {
  const { addMarketColumn } = await system.answer(key, AddMarketColumnDocument, { input: { marketId, ...input } });
  return addMarketColumn;
}

/** The cell of a company for a column, once it is filled. */
async function cellOf(columnId: number, domain: string): Promise<Cell> {
  const { companies } = await filled();
  const cell = companies.edges
    .find(({ node }) => node.domain === domain)
    ?.cells.find(({ column }) => column.columnId === columnId);
  if (cell === undefined) throw new Error(`no cell of ${domain}`);
  return cell;
}

describe("columns of a market", () => {
  it("answer from the record, with the words as they stand in the field", async () => {
    const { columnId, readAs } = await add({
      question: "How many employees do they have?",
      kind: "NUMBER",
      unit: "people",
    });
    expect(readAs).toBe("number of employees");
    expect(await cellOf(columnId, kites.domain)).toMatchObject({
      state: "SAID",
      value: "1,250 people",
      number: 1250,
      quote: "1250",
      source: { kind: "RECORD", sourceId: kites.id, field: "employees", url: "https://www.kites.de/" },
    });
    expect(await cellOf(columnId, silent.domain)).toMatchObject({
      state: "NOT_SAID",
      value: null,
      quote: null,
      source: null,
      reason: "The record does not say how many employees it has.",
      lookedAt: ["the record in the directory"],
    });
  });

  it("quote the sentence where the record tells it in words", async () => {
    const { columnId } = await add({ question: "When was it founded?", kind: "NUMBER" });
    expect(await cellOf(columnId, kites.domain)).toMatchObject({
      value: "1988",
      number: 1988,
      quote: "founded in 1988",
      source: { field: "description" },
    });
  });

  it("name who holds a role by the newest article that says so", async () => {
    const { columnId } = await add({ question: "Who is the CEO?", kind: "TEXT" });
    expect(await cellOf(columnId, kites.domain)).toMatchObject({
      value: "Ada Sail",
      quote: "Nordwind Kites has appointed Ada Sail as chief executive officer.",
      source: { kind: "ARTICLE", sourceId: 1, url: "https://news.example.com/1", date: DAY.toISOString() },
      lookedAt: ["the record in the directory", "0 stored pages of its site", "1 article"],
    });
    await writeArticle(
      2,
      "Change",
      "Ada Sail stepped down as chief executive officer of Nordwind Kites.",
      new Date("2026-04-01"),
    );
    await system.answer(key, RefillMarketColumnDocument, { columnId });
    expect(await cellOf(columnId, kites.domain)).toMatchObject({ state: "NOT_SAID", value: null, quote: null });
  });

  it("answer yes or no by a sentence that says so, or the contrary", async () => {
    const japan = await add({ question: "Do they export sails to Japan?", kind: "YES_NO" });
    const norway = await add({ question: "Do they sell to retailers in Norway?", kind: "YES_NO" });
    const certified = await add({ question: "Are they ISO 9001 certified?", kind: "YES_NO" });
    expect(await cellOf(japan.columnId, kites.domain)).toMatchObject({
      value: "yes",
      quote: "Its plant exports sails to Japan",
      source: { field: "description" },
    });
    expect(await cellOf(norway.columnId, kites.domain)).toMatchObject({ value: "no" });
    expect(await cellOf(certified.columnId, kites.domain)).toMatchObject({
      value: "yes",
      quote: "ISO 9001",
      source: { field: "certifications" },
    });
    expect(await cellOf(japan.columnId, silent.domain)).toMatchObject({ state: "NOT_SAID", value: null });
  });

  it("are answered from the stored pages of the company's site where its record says nothing", async () => {
    const fetchedAt = new Date("2026-05-01T00:00:00Z");
    await system.database.db.prisma.page.create({
      data: {
        url: `https://${kites.domain}/`,
        finalUrl: `https://www.${kites.domain}/`,
        status: 200,
        title: "Nordwind",
        text: "Welcome. Our workshop repairs torn sails within a week. Call us.",
        // Its markup names somebody whom its text does not.
        data: {
          ...EMPTY_PAGE,
          organizations: [
            {
              name: "Nordwind Kites",
              legalName: "",
              description: "",
              url: "",
              logo: "",
              address: null,
              people: [{ name: "Bea Rope", role: "Chief Financial Officer" }],
              certifications: [],
            },
          ],
        },
        fetchedAt,
        expiresAt: new Date("2036-01-01"),
      },
    });
    const { columnId } = await add({ question: "Do they repair torn sails?", kind: "YES_NO" });
    expect(await cellOf(columnId, kites.domain)).toMatchObject({
      value: "yes",
      quote: "Our workshop repairs torn sails within a week",
      source: {
        kind: "PAGE",
        sourceId: null,
        url: "https://www.kites.de/",
        title: "Nordwind",
        date: fetchedAt.toISOString(),
      },
      lookedAt: ["the record in the directory", "1 stored page of its site", "2 articles"],
    });
    const { columnId: ofChief } = await add({ question: "Who is the CFO?", kind: "TEXT" });
    expect(await cellOf(ofChief, kites.domain)).toMatchObject({
      state: "NOT_SAID",
      value: null,
      reason: "The words of the answer are not in its source as it is stored.",
    });
  });

  it("choose among values, and say none where several are named", async () => {
    const { columnId } = await add({
      question: "Which kites does the company make?",
      kind: "CHOICE",
      choices: ["kites for beaches", "kites for mountains"],
    });
    expect(await cellOf(columnId, kites.domain)).toMatchObject({ value: "kites for beaches" });
    const country = await add({
      question: "In which country is it based?",
      kind: "CHOICE",
      choices: ["germany", "Denmark"],
    });
    expect(await cellOf(country.columnId, kites.domain)).toMatchObject({ value: "germany", quote: "DE" });
  });

  it("say nothing where the rules cannot read the question, or the figure has another unit", async () => {
    const { columnId, readAs } = await add({ question: "How many employees are in Japan?", kind: "NUMBER" });
    expect(readAs).toBeNull();
    expect(await cellOf(columnId, kites.domain)).toMatchObject({
      state: "NOT_SAID",
      reason: "The rules cannot read this question.",
    });
    const euros = await add({ question: "What is their annual revenue?", kind: "NUMBER", unit: "EUR" });
    expect(await cellOf(euros.columnId, kites.domain)).toMatchObject({
      state: "NOT_SAID",
      reason: "Records have it in US dollars only.",
    });
  });

  it("have each quotation letter for letter in the stored field or article", async () => {
    const { db } = system.database;
    const { companies } = await filled();
    const said = companies.edges.flatMap(({ cells }) => cells).filter(({ state }) => state === "SAID");
    expect(said.length).toBeGreaterThan(5);
    const article = await db.prisma.newsItem.findUniqueOrThrow({ where: { id: 1 } });
    const page = await db.prisma.page.findFirstOrThrow({});
    const company = await db.prisma.company.findUniqueOrThrow({ where: { id: kites.id } });
    for (const { quote, source } of said) {
      const stored = {
        ARTICLE: article.text,
        PAGE: page.text,
        RECORD: String(company[source?.field as keyof typeof company]),
      }[source?.kind ?? "RECORD"];
      expect(stored).toContain(quote);
    }
    await expect(db.query("UPDATE market_cells SET quote = NULL WHERE state = 'said'", [])).rejects.toThrow(
      "market_cells_said_is_quoted",
    );
  });

  it("are filled for a company that joins the market", async () => {
    const { db } = system.database;
    const joined = await seedCompany(db, "joined.no", { name: "Joined", employees: 7 });
    const { jobId } = await db.prisma.marketCompany.findFirstOrThrow({ where: { marketId } });
    await db.prisma.marketCompany.create({
      data: { marketId, companyId: joined.id, jobId, rank: 3, score: 0.1, reason: "late", criteria: [] },
    });
    const { companies, columns } = await filled();
    const cells = companies.edges.find(({ node }) => node.domain === joined.domain)?.cells ?? [];
    expect(cells).toHaveLength(columns.length);
    expect(cells[0]).toMatchObject({ state: "SAID", value: "7 people" });
  });

  it("go with their cells when they are deleted, and with a company that leaves", async () => {
    const { db } = system.database;
    const { columnId } = await add({ question: "Website?", kind: "TEXT" });
    await filled();
    await db.prisma.marketCompany.delete({ where: { marketId_companyId: { marketId, companyId: silent.id } } });
    expect(await db.prisma.marketCell.count({ where: { companyId: silent.id } })).toBe(0);
    await system.answer(key, DeleteMarketColumnDocument, { columnId });
    expect(await db.prisma.marketCell.count({ where: { columnId } })).toBe(0);
  });

  const REFUSED: [Omit<AddMarketColumnInput, "marketId">, string][] = [
    [{ question: " ", kind: "TEXT" }, "question is empty"],
    [{ question: "x".repeat(501), kind: "TEXT" }, "question must be a text of at most 500 characters"],
    [{ question: "Size?", kind: "CHOICE", choices: ["large"] }, "choices must have 2–20 values"],
    [{ question: "Size?", kind: "TEXT", unit: "km" }, "unit is only for columns of the kind NUMBER"],
  ];
  it.each(REFUSED)("refuse %o", async (input, message) => {
    const { errors } = await system.ask(key, AddMarketColumnDocument, { input: { marketId, ...input } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: "INVALID_INPUT" },
    });
  });

  it("are at most 20 in a market, each with a name of its own", async () => {
    const other = await seedMarket(system.database.db, teamId, [], "Empty");
    for (let i = 0; i < 20; i++) await add({ marketId: other, question: "Website?", kind: "TEXT", name: `Site ${i}` });
    const input = { marketId: other, question: "Website?", kind: "TEXT" as const };
    const { errors } = await system.ask(key, AddMarketColumnDocument, { input });
    expect(errors?.[0]).toMatchObject({ extensions: { code: "CONFLICT" } });
    const twice = await system.ask(key, AddMarketColumnDocument, {
      input: { marketId, question: "Staff?", kind: "TEXT", name: "When was it founded?" },
    });
    expect(twice.errors?.[0]).toMatchObject({ message: expect.stringContaining("a column with this name") });
  });

  it("are added with the scope for writing and read with the one for markets", async () => {
    const reader = await system.key(teamId, ["markets:read"]);
    const { errors } = await system.ask(reader, AddMarketColumnDocument, {
      input: { marketId, question: "Website?", kind: "TEXT" },
    });
    expect(errors?.[0]).toMatchObject({ extensions: { code: "FORBIDDEN" } });
    expect((await system.ask(reader, MarketCellsDocument, { marketId })).errors).toBeUndefined();
  });
});

describe("a fill", () => {
  it("keeps what it has answered when it is cancelled, and a resume answers the rest", async () => {
    const { db } = system.database;
    const companies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => seedCompany(db, `many-${i}.com`, { employees: i })),
    );
    const many = await seedMarket(
      db,
      teamId,
      companies.map(({ id }) => id),
      "Many",
    );
    const first = await add({ marketId: many, question: "Number of employees?", kind: "NUMBER" });
    await filled(many);
    // The fill waits for this table, and not for the row that a cancel is written to.
    const release = await holdTable(db, "company_identifiers", "ACCESS EXCLUSIVE");
    const second = await add({ marketId: many, question: "Website?", kind: "TEXT" });
    await eventually(
      () => readMarket(many),
      ({ columnFill }) => columnFill?.status === "RUNNING",
    );
    await system.answer(key, CancelColumnFillDocument, { marketId: many });
    const { columns, columnFill } = await eventually(
      () => readMarket(many),
      (market) => market.columnFill?.status === "CANCELLED",
    );
    await release();
    expect(columnFill?.error).toMatch(/^cancelled by key /);
    const countsOf = (market: Market, id: number) => market.columns.find((column) => column.columnId === id)?.cells;
    expect(columns).toHaveLength(2);
    expect(countsOf(await readMarket(many), first.columnId)).toEqual({ waiting: 0, said: 60, notSaid: 0, stopped: 0 });
    expect(countsOf(await readMarket(many), second.columnId)).toEqual({ waiting: 0, said: 0, notSaid: 0, stopped: 60 });
    await system.answer(key, ResumeColumnFillDocument, { marketId: many });
    expect(countsOf(await filled(many), second.columnId)).toEqual({ waiting: 0, said: 60, notSaid: 0, stopped: 0 });
    const { errors } = await system.ask(key, ResumeColumnFillDocument, { marketId: many });
    expect(errors?.[0]).toMatchObject({ extensions: { code: "CONFLICT" } });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AddMarketColumnDocument,
  type AddMarketColumnInput,
  ChangeMarketColumnCapDocument,
  ColumnCostsDocument,
  MarketCellsDocument,
  type MarketCellsQuery,
  QuoteMarketColumnDocument,
  RefillMarketColumnDocument,
  ResumeColumnFillDocument,
} from "#generated/tests/graphql";
import { type ModelRequest, type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

type Market = NonNullable<MarketCellsQuery["market"]>;

let model: ModelServer;
let system: TestSystem;
let key: string;
let teamId: number;
let companies: { id: number; domain: string }[];

const KITES =
  "Nordwind Kites makes kites for beaches. Its founder, Ada Sail, still leads it. It ships 1,250 kites to Japan every month.";

beforeAll(async () => {
  model = await startModelServer();
  system = await startSystem({ temporal: true, worker: true, environment: modelEnvironment(model) });
  ({ key, teamId } = await system.team());
  const { db } = system.database;
  companies = [
    await seedCompany(db, "kites.de", { name: "Nordwind Kites", description: KITES }),
    await seedCompany(db, "sails.dk", { name: "Sails", description: "Sails sews sails in Aarhus." }),
  ];
});
afterAll(async () => {
  await system?.stop();
  await model?.stop();
});

interface Shown {
  question: string;
  company: { domain: string };
  answer: object;
  texts: { number: number; from: string; text: string }[];
}
const shownIn = ({ body }: ModelRequest): Shown => {
  const { content } = body.messages.at(-1) as { content: string | { text: string }[] };
  return JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? ""));
};

const UNSAID = { said: false, value: "", text: 0, quote: "" };
/** The model says this of the maker of kites, and nothing of others. */
let said: object;
beforeEach(() => {
  model.requests = [];
  model.turns = [];
  said = { said: true, value: "Ada Sail", text: 1, quote: "Its founder, Ada Sail, still leads it." };
  model.otherwise = (request) => ({
    text: JSON.stringify(shownIn(request).company.domain === "kites.de" ? said : UNSAID),
  });
});

const newMarket = () =>
  seedMarket(
    system.database.db,
    teamId,
    companies.map(({ id }) => id),
    "Kite makers",
  );

const ASKED = { question: "Who runs the company day by day?", kind: "TEXT", readBy: "MODEL", maxCostUsd: 1 } as const;
async function add(marketId: number, input: Partial<AddMarketColumnInput> = {}) {
  const asked = { marketId, ...ASKED, ...input };
  const { addMarketColumn } = await system.answer(key, AddMarketColumnDocument, { input: asked });
  return addMarketColumn;
}

async function readMarket(marketId: number): Promise<Market> {
  const { market } = await system.answer(key, MarketCellsDocument, { marketId });
  if (market == null) throw new Error(`no market ${marketId}`);
  return market;
}

/** The cells of the first column, by domain, once the fill has ended. */
async function filled(marketId: number) {
  const { companies: list } = await eventually(
    () => readMarket(marketId),
    ({ columns, columnFill }) => columns[0]?.cells.waiting === 0 && columnFill?.status === "COMPLETED",
  );
  return Object.fromEntries(list.edges.map(({ node, cells: [cell] }) => [node.domain, cell]));
}

const costs = async (marketId: number) =>
  (await system.answer(key, ColumnCostsDocument, { marketId })).market?.columns[0];

async function quote(marketId: number, input: Partial<AddMarketColumnInput>) {
  const asked = { marketId, question: "Who runs it?", kind: "TEXT" as const, ...input };
  return (await system.answer(key, QuoteMarketColumnDocument, { input: asked })).quoteMarketColumn;
}

describe("a column that the language model reads", () => {
  it("is quoted before any call by a share of what its calls may cost at most, and by rules at nothing", async () => {
    const marketId = await newMarket();
    const { cells, costUsd, basis } = await quote(marketId, { readBy: "MODEL" });
    expect([cells, basis]).toEqual([2, "assumed: only 0 calls to go by"]);
    expect(costUsd.p50).toBeGreaterThan(0);
    expect(costUsd.p90).toBeGreaterThan(costUsd.p50);
    expect(await quote(marketId, {})).toEqual({
      cells: 2,
      costUsd: { p50: 0, p90: 0 },
      basis: "the rules cost nothing",
    });
    expect(model.requests).toEqual([]);
  });

  it("is answered from the stored texts, with the words that say it, and paid by the team under the column", async () => {
    const marketId = await newMarket();
    const { columnId, readAs } = await add(marketId);
    expect(readAs).toBe(ASKED.question);
    const cells = await filled(marketId);
    expect(cells["kites.de"]).toMatchObject({
      state: "SAID",
      value: "Ada Sail",
      quote: "Its founder, Ada Sail, still leads it.",
      source: { kind: "RECORD", sourceId: companies[0]?.id, field: "description" },
    });
    expect(cells["sails.dk"]).toMatchObject({ state: "NOT_SAID", value: null, source: null });
    const shown = model.requests.map(shownIn);
    expect(shown.map(({ company }) => company.domain).sort()).toEqual(["kites.de", "sails.dk"]);
    expect(shown.find(({ company }) => company.domain === "kites.de")).toMatchObject({
      question: ASKED.question,
      answer: { form: "words" },
      texts: [{ number: 1, text: KITES }],
    });
    const ledger = await system.database.db.prisma.ledgerEntry.findMany({ where: { columnId } });
    // 100 tokens at a dollar and 20 at four dollars for a million.
    expect(ledger.map((entry) => [entry.teamId, entry.purpose, entry.state, Number(entry.amount)])).toEqual([
      [teamId, "question", "settled", 180],
      [teamId, "question", "settled", 180],
    ]);
    expect(await costs(marketId)).toMatchObject({ readBy: "MODEL", maxCostUsd: 1, costUsd: 0.00036 });
  });

  it("is answered anew from the recorded answers, without a call, while the texts are the same", async () => {
    const marketId = await newMarket();
    const { columnId } = await add(marketId);
    const before = await filled(marketId);
    const calls = model.requests.length;
    await system.answer(key, RefillMarketColumnDocument, { columnId });
    expect(await filled(marketId)).toEqual(before);
    expect([calls, model.requests.length]).toEqual([2, 2]);
    expect(await costs(marketId)).toMatchObject({ costUsd: 0.00036 });
  });

  it.each([
    ["whose quotation is not in the text", {}, { quote: "Ada Sail runs it." }],
    ["whose quotation is empty", {}, { quote: "" }],
    ["of a text that it was not shown", {}, { text: 2 }],
    ["with a name that the quotation does not have", {}, { value: "Grace Hopper" }],
    [
      "with a figure that the quotation does not have",
      { kind: "NUMBER" },
      { value: "1300", quote: "It ships 1,250 kites" },
    ],
    ["that is none of the values", { kind: "CHOICE", choices: ["founder", "manager"] }, { value: "owner" }],
    ["that is neither yes nor no", { kind: "YES_NO" }, { value: "perhaps" }],
  ] as const)("drops an answer %s", async (_what, input, answer) => {
    said = { ...said, ...answer };
    const marketId = await newMarket();
    await add(marketId, input as Partial<AddMarketColumnInput>);
    expect((await filled(marketId))["kites.de"]).toMatchObject({ state: "NOT_SAID", value: null, quote: null });
  });

  it.each([
    [{ kind: "NUMBER", unit: "kites" }, { value: "1250", quote: "It ships 1,250 kites" }, ["1,250 kites", 1250]],
    [{ kind: "YES_NO" }, { value: "Yes", quote: "1,250 kites to Japan" }, ["yes", null]],
    [{ kind: "CHOICE", choices: ["Founder", "Manager"] }, { value: "founder" }, ["Founder", null]],
  ] as const)("has answers in its own form: %j", async (input, answer, told) => {
    said = { ...said, ...answer };
    const marketId = await newMarket();
    await add(marketId, input as never);
    const cell = (await filled(marketId))["kites.de"];
    expect([cell?.state, [cell?.value, cell?.number]]).toEqual(["SAID", told]);
  });

  it("stops at its cap before anything is asked, and says so in the cells", async () => {
    const marketId = await newMarket();
    await add(marketId, { maxCostUsd: 0.000001 });
    const cells = await filled(marketId);
    for (const cell of Object.values(cells))
      expect(cell).toMatchObject({
        state: "STOPPED",
        reason: expect.stringContaining("of the column's cap of $0.000001"),
      });
    expect(model.requests).toEqual([]);
    expect(await costs(marketId)).toMatchObject({ costUsd: 0 });
  });

  it("answers the stopped cells once its cap is raised", async () => {
    const marketId = await newMarket();
    const { columnId } = await add(marketId, { maxCostUsd: 0.000001 });
    expect((await filled(marketId))["kites.de"]).toMatchObject({ state: "STOPPED" });
    const { changeMarketColumnCap } = await system.answer(key, ChangeMarketColumnCapDocument, {
      columnId,
      maxCostUsd: 1,
    });
    expect(changeMarketColumnCap).toEqual({ columnId, maxCostUsd: 1 });
    const cells = await eventually(
      () => filled(marketId),
      (resumed) => resumed["kites.de"]?.state === "SAID",
    );
    expect(cells["sails.dk"]).toMatchObject({ state: "NOT_SAID" });
    expect(await costs(marketId)).toMatchObject({ maxCostUsd: 1, costUsd: 0.00036 });
  });

  it("keeps its cap from another team, from amounts that are none, and a column of the rules has none", async () => {
    const marketId = await newMarket();
    const { columnId } = await add(marketId);
    await filled(marketId);
    const { columnId: ofRules } = await add(marketId, { name: "By rules", readBy: "RULES", maxCostUsd: null });
    const { key: anothers } = await system.team();
    const refusal = async (apiKey: string, variables: { columnId: number; maxCostUsd: number }) =>
      (await system.ask(apiKey, ChangeMarketColumnCapDocument, variables)).errors?.[0]?.extensions.code;
    expect(await refusal(anothers, { columnId, maxCostUsd: 500 })).toBe("NOT_FOUND");
    expect(await refusal(key, { columnId, maxCostUsd: -1 })).toBe("INVALID_INPUT");
    expect(await refusal(key, { columnId: ofRules, maxCostUsd: 2 })).toBe("INVALID_INPUT");
    expect(await costs(marketId)).toMatchObject({ maxCostUsd: 1 });
  });

  it("stops the cells that a failing provider keeps from an answer, and resumes them", async () => {
    model.otherwise = () => ({ status: 401 });
    const marketId = await newMarket();
    await add(marketId);
    const stopped = await filled(marketId);
    expect(stopped["kites.de"]).toMatchObject({
      state: "STOPPED",
      reason: expect.stringContaining("could not be asked"),
    });
    model.otherwise = () => ({ text: JSON.stringify(said) });
    await system.answer(key, ResumeColumnFillDocument, { marketId });
    const cell = await eventually(
      async () => (await filled(marketId))["kites.de"],
      (resumed) => resumed?.state === "SAID",
    );
    expect(cell?.value).toBe("Ada Sail");
  });
});

describe("a quote of a column", () => {
  it("follows what such calls have cost, once there are enough, and asks nothing", async () => {
    const paid = await system.database.db.prisma.ledgerEntry.count({
      where: { columnId: { not: null }, state: "settled" },
    });
    expect(paid).toBeGreaterThanOrEqual(8);
    expect(await quote(await newMarket(), { readBy: "MODEL" })).toEqual({
      cells: 2,
      costUsd: { p50: 0.00036, p90: 0.00036 },
      basis: `the last ${paid} calls`,
    });
    expect(model.requests).toEqual([]);
  });

  it("and the column itself are refused to another team, without a cap, and where no model is configured", async () => {
    const marketId = await newMarket();
    const { key: anothers } = await system.team();
    const refusal = async (system_: TestSystem, apiKey: string, input: object) => {
      const asked = {
        marketId,
        question: "Who runs it?",
        kind: "TEXT",
        readBy: "MODEL",
        ...input,
      } as AddMarketColumnInput;
      const [quoted, added] = [
        await system_.ask(apiKey, QuoteMarketColumnDocument, { input: asked }),
        await system_.ask(apiKey, AddMarketColumnDocument, { input: asked }),
      ];
      return [quoted, added].map(({ errors }) => errors?.[0]?.extensions.code);
    };
    expect(await refusal(system, anothers, { maxCostUsd: 1 })).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    expect(await refusal(system, key, {})).toEqual([undefined, "INVALID_INPUT"]);
    expect(await refusal(system, key, { readBy: "RULES", maxCostUsd: 1 })).toEqual([undefined, "INVALID_INPUT"]);
    const without = await startSystem({ database: system.database });
    try {
      expect(await refusal(without, key, { maxCostUsd: 1 })).toEqual(["INVALID_INPUT", "INVALID_INPUT"]);
    } finally {
      await without.api.stop();
    }
    expect(model.requests).toEqual([]);
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Column } from "#foundation/db/select-tree/model";
import { leafJson } from "#foundation/db/select-tree/output";
import { openTreeReader } from "#foundation/db/select-tree/reader";
import type { SelectTree, Where } from "#foundation/db/select-tree/tree";
import { getDatamodel } from "#generated/pothos-types";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany, seedEsgItem, seedEvent, seedExtension, seedMarket, seedNews } from "../support/impact.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  for (const name of ["One", "Two"]) {
    const { id: teamId } = await db.prisma.team.create({ data: { name, domain: "a.com", monthlyBudget: 2n ** 60n } });
    const companies: number[] = [];
    for (let i = 0; i < 4; i++) {
      const fields = {
        name: `Kites ${i}`,
        country: i === 0 ? null : "DE",
        employees: i * 10,
        revenueUsd: 1e6 / 3,
        keywords: ["a", "b"],
      };
      companies.push((await seedCompany(db, `kites-${name}-${i}.com`, fields)).id);
    }
    const marketId = await seedMarket(db, teamId, companies.slice(0, 3), name);
    await seedExtension(db, marketId, { userPrompt: "more", features: ["x"] }, companies.slice(3));
    await seedNews(db, companies.slice(0, 2), 3, name);
    await seedNews(db, companies.slice(1, 2), 2, `${name} alone`);
    await seedEvent(db, {
      title: name,
      companyIds: companies.slice(0, 2),
      observations: 3,
      datapoints: ["Wind", "Rain"],
      alertTypes: ["Weather"],
    });
    for (const companyId of companies) await seedEsgItem(db, companyId, `https://paper.com/${companyId}`);
    await db.prisma.ledgerEntry.create({
      data: {
        teamId,
        month: "2026-05",
        purpose: "question",
        provider: "p",
        operation: "o",
        requestHash: "h",
        cap: 7n,
        amount: 5n,
        leasedUntil: new Date(),
      },
    });
  }
});
afterAll(() => database.drop());

const { models } = getDatamodel().datamodel;
const ROOTS = ["Market", "Company", "NewsItem", "Event", "Team", "Job", "EsgItem"] as const;

const keyOf = (model: string) =>
  models[model]?.primaryKey?.fields ?? models[model]?.fields.filter((f) => f.isId).map((f) => f.name) ?? [];
const columnsOf = (model: string) =>
  (models[model]?.fields ?? []).filter((f) => f.kind !== "object" && f.type !== "Bytes");
const relationsOf = (model: string) =>
  (models[model]?.fields ?? []).filter((f) => f.kind === "object" && !["Page"].includes(f.type));

/** Prisma's own order has to be total, or two right answers differ. */
function orderOf(model: string): fc.Arbitrary<Record<string, "asc" | "desc">[]> {
  const byKey = keyOf(model).map((name) => ({ [name]: "asc" as const }));
  const sortable = columnsOf(model).filter(
    (f) => f.isRequired && !f.isList && ["Int", "DateTime", "Float"].includes(f.type),
  );
  const direction = fc.constantFrom("asc" as const, "desc" as const);
  return sortable.length === 0
    ? fc.constant(byKey)
    : fc
        .tuple(fc.constantFrom(...sortable), direction)
        .map(([f, way]) => (keyOf(model).includes(f.name) ? byKey : [{ [f.name]: way }, ...byKey]));
}

const CONDITIONS: Record<string, Where[]> = {
  Market: [
    { status: "inReview" },
    { status: { in: ["inReview", "failed"] } },
    { name: { contains: "O", mode: "insensitive" } },
    { companies: { some: { rank: { gt: 2 } } } },
    { collection: { is: null } },
  ],
  Company: [
    { country: null },
    { country: { not: null } },
    { NOT: { employees: { gte: 20 } } },
    { OR: [{ employees: 10 }, { name: { endsWith: "3" } }] },
    { news: { none: {} } },
    { events: { some: { event: { title: { equals: "one", mode: "insensitive" } } } } },
  ],
  NewsItem: [{ sentiment: { lt: 0 } }, { companies: { every: { confidence: { gte: 0.5 } } } }],
  Event: [
    { impactedEntities: { some: { likelihood: { gte: 0, lte: 3 } } } },
    { lastUpdated: { lte: new Date("2100-01-01") } },
  ],
  Job: [{ status: "completed", market: { name: "One" } }],
  CompanyNews: [{ isCopy: false }, { newsItem: { title: { startsWith: "One" } } }],
};
const whereOf = (model: string): fc.Arbitrary<Where | undefined> =>
  fc.option(fc.constantFrom(...(CONDITIONS[model] ?? [{}])), { nil: undefined });

/** At most two of a list. */
const some = <T>(list: readonly T[]) => fc.subarray([...list], { maxLength: Math.min(2, list.length) });

const pageOf = fc.record(
  { take: fc.integer({ min: 0, max: 4 }), skip: fc.integer({ min: 0, max: 2 }) },
  { requiredKeys: [] },
);

function listOf(model: string, depth: number): fc.Arbitrary<SelectTree> {
  return fc
    .tuple(selectionOf(model, depth), whereOf(model), orderOf(model), pageOf)
    .map(([selection, where, orderBy, page]) => ({
      ...selection,
      ...(where === undefined ? {} : { where }),
      orderBy,
      ...page,
    }));
}

function selectionOf(model: string, depth: number): fc.Arbitrary<SelectTree> {
  const relations = depth === 0 ? [] : relationsOf(model);
  const columns = fc.subarray(
    columnsOf(model).map((f) => f.name),
    { minLength: 1 },
  );
  const children = some(relations).chain((chosen) =>
    fc.tuple(
      ...chosen.map((f) =>
        (f.isList ? listOf(f.type, depth - 1) : selectionOf(f.type, depth - 1)).map((tree) => [f.name, tree] as const),
      ),
    ),
  );
  const counts = some(relations.filter((f) => f.isList)).chain((chosen) =>
    fc.tuple(
      ...chosen.map((f) => whereOf(f.type).map((where) => [f.name, where === undefined ? true : { where }] as const)),
    ),
  );
  return fc.tuple(columns, children, counts, fc.boolean()).map(([names, trees, counted, isInclude]) => {
    const beside = {
      ...Object.fromEntries(trees),
      ...(counted.length === 0 ? {} : { _count: { select: Object.fromEntries(counted) } }),
    };
    // Prisma takes no empty `include`; bytes are read by nobody.
    if (
      isInclude &&
      Object.keys(beside).length > 0 &&
      columnsOf(model).length === (models[model]?.fields.filter((f) => f.kind !== "object").length ?? 0)
    )
      return { include: beside };
    return { select: { ...Object.fromEntries(names.map((name) => [name, true])), ...beside } };
  });
}

it("trees are read by one statement what Prisma reads by many", { timeout: 60_000 }, async () => {
  const { db } = database;
  const statements: string[] = [];
  const reader = openTreeReader({
    prisma: db.prisma,
    query: (text, values) => {
      statements.push(text);
      return db.query(text, values);
    },
  });
  const asked = fc.constantFrom(...ROOTS).chain((model) => listOf(model, 3).map((tree) => ({ model, tree })));
  const delegate = (of: object, model: string) =>
    (of as Record<string, { findMany(tree: object): Promise<unknown[]> }>)[
      `${model.charAt(0).toLowerCase()}${model.slice(1)}`
    ];
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ({ model, tree }) => {
      const expected = await delegate(db.prisma, model)?.findMany(tree);
      statements.length = 0;
      const found = await delegate(reader, model)?.findMany(tree);
      expect(found).toEqual(expected);
      expect(statements).toHaveLength(1);
      rows += found?.length ?? 0;
    }),
    { numRuns: 150, seed: 20261122 },
  );
  expect(rows).toBeGreaterThan(150);
});

it("trees read rows by their keys together, each as it was asked for", async () => {
  const { db } = database;
  const statements: string[] = [];
  const reader = openTreeReader({
    prisma: db.prisma,
    query: (text, values) => {
      statements.push(text);
      return db.query(text, values);
    },
  });
  const pairs = await db.prisma.marketCompany.findMany({
    select: { marketId: true, companyId: true },
    orderBy: { companyId: "asc" },
  });
  const news = { companyId: true, company: { select: { news: { take: 1, select: { newsItemId: true } } } } } as const;
  const found = await Promise.all([
    ...pairs.map((key) => reader.marketCompany.findUnique({ where: { marketId_companyId: key }, select: news })),
    reader.marketCompany.findUnique({ where: { marketId_companyId: { marketId: 0, companyId: 0 } }, select: news }),
  ]);
  expect(found.map((row) => row?.companyId)).toEqual([...pairs.map(({ companyId }) => companyId), undefined]);
  expect(statements).toHaveLength(1);
  await expect(reader.market.findUniqueOrThrow({ where: { id: 999_999 } })).rejects.toThrow("market 999999");
});

it("trees have numbers and dates that PostgreSQL writes as JavaScript does", async () => {
  const { db } = database;
  const written = async (type: "Float" | "DateTime", sqlType: string, values: readonly unknown[]) => {
    const column: Column = { name: "v", column: "v", type, isList: false, isRequired: true, values: null };
    const rows = await db.query<{ text: string }>(
      `SELECT (${leafJson(column, type, "v")})::text AS text FROM unnest($1::${sqlType}[]) WITH ORDINALITY AS u (v, i) ORDER BY i`,
      [values],
    );
    return rows.map(({ text }) => text);
  };
  const doubles = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  );
  const edges = [
    0,
    -0,
    1e21,
    1e20,
    123_456_789_012_345_680_000,
    1e15,
    1e-4,
    9.9e-5,
    1e-6,
    9.9e-7,
    1.5e-10,
    -1e-7,
    5e-324,
    1 / 3,
  ];
  const numbers = [...edges, ...edges.map((value) => -value), ...fc.sample(doubles, { numRuns: 500, seed: 1 })];
  expect(await written("Float", "float8", numbers)).toEqual(numbers.map((value) => JSON.stringify(value)));
  await expect(written("Float", "float8", ["NaN"])).rejects.toThrow();
  await expect(written("Float", "float8", ["Infinity"])).rejects.toThrow();
  const range = {
    min: new Date("0001-01-01T00:00:00.000Z"),
    max: new Date("9999-12-30T23:59:59.999Z"),
    noInvalidDate: true,
  };
  const dates = fc.sample(fc.date(range), { numRuns: 200, seed: 1 });
  expect(
    await written(
      "DateTime",
      "timestamptz(3)",
      dates.map((date) => date.toISOString()),
    ),
  ).toEqual(dates.map((date) => JSON.stringify(date)));
  await expect(written("DateTime", "timestamptz(3)", ["infinity"])).rejects.toThrow();
});

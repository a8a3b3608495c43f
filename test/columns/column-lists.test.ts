import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CompaniesByColumnDocument,
  type CompaniesByColumnQuery,
  type CompaniesByColumnQueryVariables,
} from "#generated/tests/graphql";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { cellOf } from "../support/market-cells.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let marketId: number;
let employees: number;
let exports: number;

/** Companies by rank, with what their cells say; null: it is not said. */
const COMPANIES: [domain: string, employees: number | null, exports: "yes" | "no" | null][] = [
  ["a.com", 90, "no"],
  ["b.com", null, null],
  ["c.com", 1000, "yes"],
  ["d.com", 90, "yes"],
  ["e.com", -5, "no"],
];

beforeAll(async () => {
  system = await startSystem();
  const { db } = system.database;
  const { teamId, key: made } = await system.team();
  key = made;
  const ids: number[] = [];
  for (const [domain] of COMPANIES) ids.push((await seedCompany(db, domain)).id);
  marketId = await seedMarket(db, teamId, ids, "Kites");
  const column = async (name: string, kind: "number" | "yesNo") => {
    const data = { marketId, name, question: name, kind, createdBy: "00000000-0000-4000-8000-000000000000" };
    return (await db.prisma.marketColumn.create({ data })).id;
  };
  employees = await column("Staff", "number");
  exports = await column("=exports()", "yesNo");
  for (const [i, [domain, number, said]] of COMPANIES.entries())
    for (const [columnId, value] of [
      [employees, number === null ? null : `${number} employees`],
      [exports, said],
    ] as const)
      await db.prisma.marketCell.create({
        data: {
          columnId,
          marketId,
          companyId: ids[i] ?? 0,
          ...cellOf(value, columnId === employees ? number : null, `https://${domain}/about`),
        },
      });
});
afterAll(() => system?.stop());

async function domains(variables: Omit<CompaniesByColumnQueryVariables, "marketId">): Promise<string> {
  const { market } = await system.answer(key, CompaniesByColumnDocument, { marketId, ...variables });
  return (market?.companies.edges ?? []).map(({ node }) => node.domain.slice(0, 1)).join("");
}

describe("companies of a market by a column", () => {
  it("come by the size of numbers either way, those that are not said last", async () => {
    expect(await domains({ orderByColumn: { columnId: employees, order: "ASC" } })).toBe("eadcb");
    expect(await domains({ orderByColumn: { columnId: employees, order: "DESC" } })).toBe("cadeb");
  });

  it("come by the value of what is no number", async () => {
    expect(await domains({ orderByColumn: { columnId: exports, order: "ASC" } })).toBe("aecdb");
    expect(await domains({ orderByColumn: { columnId: exports, order: "DESC" } })).toBe("cdaeb");
  });

  it.each(["ASC", "DESC"] as const)(
    "page by cursors in the %s order without repeating or leaving out one",
    async (order) => {
      const orderByColumn = { columnId: employees, order };
      const whole = await domains({ orderByColumn });
      let paged = "";
      for (let after: string | null = null, more = true; more; ) {
        const variables: CompaniesByColumnQueryVariables = { marketId, first: 2, after, orderByColumn };
        const { market }: CompaniesByColumnQuery = await system.answer(key, CompaniesByColumnDocument, variables);
        paged += (market?.companies.edges ?? []).map(({ node }) => node.domain.slice(0, 1)).join("");
        more = market?.companies.pageInfo.hasNextPage ?? false;
        after = market?.companies.pageInfo.endCursor ?? null;
      }
      expect(paged).toBe(whole);
    },
  );

  it("are filtered by value, by number, and by whether it is said", async () => {
    const by = (column: object, columnId = exports) => domains({ filter: { columns: [{ columnId, ...column }] } });
    expect(await by({ values: ["YES"] })).toBe("cd");
    expect(await by({ contains: "o" })).toBe("ae");
    expect(await by({ said: true })).toBe("acde");
    expect(await by({ said: false })).toBe("b");
    expect(await by({ min: 0, max: 90 }, employees)).toBe("ad");
    const both = [
      { columnId: exports, values: ["yes"] },
      { columnId: employees, max: 100 },
    ];
    expect(await domains({ filter: { columns: both } })).toBe("d");
  });

  it("cannot have a value where it is not said", async () => {
    const { errors } = await system.ask(key, CompaniesByColumnDocument, {
      marketId,
      filter: { columns: [{ columnId: exports, said: false, values: ["yes"] }] },
    });
    expect(errors?.[0]).toMatchObject({ extensions: { code: "INVALID_INPUT" } });
  });
});

describe("a market's file", () => {
  const file = async (format: string) =>
    (await fetch(`${system.url}/exports/markets/${marketId}.${format}`, { headers: { "x-api-key": key } })).text();

  it("has three columns for each of one's own, whose heading runs as no formula", async () => {
    const [head = "", first = "", second = ""] = (await file("csv")).split("\r\n");
    expect(head).toMatch(/,Staff,Staff quote,Staff source,'=exports\(\),'=exports\(\) quote,'=exports\(\) source$/);
    expect(first).toMatch(
      /,90,90 employees,PAGE; https:\/\/a\.com\/about; 2026-03-01T00:00:00\.000Z,no,no,PAGE; https:\/\/a\.com\/about; 2026-03-01T00:00:00\.000Z$/,
    );
    expect(second).toMatch(/,,,,,,$/);
  });

  it("has the cells with their quotations as NDJSON", async () => {
    const [first = ""] = (await file("ndjson")).split("\n");
    expect(JSON.parse(first).cells).toMatchObject([
      { column: { name: "Staff" }, state: "SAID", number: 90, quote: "90 employees", source: { kind: "PAGE" } },
      { column: { name: "=exports()" }, value: "no" },
    ]);
  });
});

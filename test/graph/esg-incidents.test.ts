import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EsgIncidentsDocument, type EsgIncidentsQueryVariables } from "#generated/tests/graphql";
import { seedCompany, seedEsgItem } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  ({ key } = await system.team());
});
afterAll(() => system.stop());

describe("ESG incidents", () => {
  it("merge articles of one matter over months, by severity, reach and novelty; own texts and good news are none", async () => {
    const { db } = system.database;
    const gauge = await seedCompany(db, "gauge-motors.com", { name: "Gauge Motors" });
    const told: [day: string, publisher: string, title: string, fields: Parameters<typeof seedEsgItem>[3]][] = [
      ["2026-01-05", "Hill Courier", "Gauge Motors recalls vans over faulty switch", {}],
      ["2026-01-20", "Reuters", "Faulty switch in Gauge Motors vans linked to 12 deaths", {}],
      ["2026-04-02", "Trade Blog", "Gauge Motors denies it knew of faulty switch in vans for years", {}],
      [
        "2026-04-20",
        "Hill Courier",
        "Gauge Motors recalls kettles",
        { social: ["Product safety and recalls", "Fair marketing and selling"] },
      ],
      ["2026-05-02", "Hill Courier", "Gauge Motors praised for safe switch", { sentimentScore: 0.6 }],
      ["2026-05-03", "gauge-motors.com", "We recall faulty switches", { isInternal: true, sentimentScore: -0.5 }],
      ["2026-05-04", "Reuters", "Gauge Motors workers strike over pay", { social: ["Labour relations and pay"] }],
    ];
    for (const [day, publisher, title, fields] of told)
      await seedEsgItem(db, gauge.id, `https://news.example.com/${encodeURIComponent(title)}`, {
        title,
        snippet: title,
        publisher,
        publishedAt: new Date(day),
        social: ["Product safety and recalls"],
        ...fields,
      });
    const ask = async (variables: Partial<EsgIncidentsQueryVariables> = {}) => {
      const { company } = await system.answer(key, EsgIncidentsDocument, { id: gauge.domain, ...variables });
      if (company == null) throw new Error("no company");
      return company.esgIncidents;
    };
    const all = await ask();
    expect(all.edges.map(({ node }) => node)).toEqual([
      expect.objectContaining({
        title: "Gauge Motors workers strike over pay",
        isNew: true,
        severity: "LOW",
        reach: "HIGH",
      }),
      expect.objectContaining({
        title: "Gauge Motors recalls kettles",
        isNew: false,
        newLabels: [{ label: "Fair marketing and selling", category: "social" }],
        reach: "LIMITED",
        articles: 1,
      }),
      {
        title: "Gauge Motors recalls vans over faulty switch",
        articles: 3,
        publishers: 3,
        severity: "HIGH",
        reach: "HIGH",
        reachBy: "Reuters",
        isNew: true,
        newLabels: [{ label: "Product safety and recalls", category: "social" }],
        reappearances: 1,
        denials: ["Gauge Motors denies it knew of faulty switch in vans for years"],
        firstReportedAt: "2026-01-05T00:00:00.000Z",
        lastReportedAt: "2026-04-02T00:00:00.000Z",
        labels: [{ label: "Product safety and recalls", category: "social" }],
        severityReasons: [
          { dimension: "consequences", level: "death", quote: told[1]?.[2] },
          { dimension: "extent", level: "group of people", quote: told[1]?.[2] },
          { dimension: "cause", level: "systematic", quote: told[2]?.[2] },
        ],
        items: [{ publisher: "Hill Courier" }, { publisher: "Reuters" }, { publisher: "Trade Blog" }],
        company: { domain: gauge.domain },
      },
    ]);
    const filter = {
      severity: ["HIGH"],
      isNew: true,
      labels: ["product safety AND recalls"],
      from: "2026-03-01T00:00:00Z",
    };
    expect(await ask({ filter } as Partial<EsgIncidentsQueryVariables>)).toMatchObject({
      totalCount: 1,
      unfilteredTotalCount: 3,
    });
    const second = await ask({ first: 1, after: Buffer.from("offset:0").toString("base64url") });
    expect(second.edges.map(({ node }) => node.title)).toEqual(["Gauge Motors recalls kettles"]);
  });
});

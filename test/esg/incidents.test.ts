import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { importRecordsCommand } from "#cli/import-records";
import { readConfig } from "#foundation/config/config";
import { mergeIncidents } from "#intelligence/esg/incidents/merge-items";
import { seedCompany } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Articles of our own over a year, each with the incident that it is about; "-": it is about none. */
const [, ...ROWS] = readFileSync(new URL("incident-texts.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"));
const TEXTS = ROWS.map(
  ([set = "", incident = "", company = "", published = "", publisher = "", title = "", text = ""]) => ({
    set,
    incident,
    company,
    article: { url: `https://papers.example.com/${encodeURIComponent(title)}`, title, text, publisher, published },
  }),
);
const COMPANIES: Record<string, string> = {
  "brandolk.com": "Brandolk Chemicals plc",
  "tessaly.com": "Tessaly Foods SA",
  "ordwin.com": "Ordwin Mining Corp.",
  "kelvoy.com": "Kelvoy Motors AG",
};

interface Incident {
  title: string;
  severity: string;
  severityReasons: { dimension: string; level: string; quote: string }[];
  denials: string[];
  items: { url: string }[];
}

/** A system into which the articles of one set were imported by the command, and its incidents by company. */
async function imported(set: string) {
  const system = await startSystem();
  for (const [domain, name] of Object.entries(COMPANIES)) await seedCompany(system.database.db, domain, { name });
  const file = join(await temporaryFolder(), `${set}.ndjson`);
  const articles = TEXTS.filter((one) => one.set === set);
  await writeFile(file, articles.map(({ article }) => JSON.stringify(article)).join("\n"));
  const config = readConfig({
    DATABASE_URL: system.database.url,
    DATA_DIR: system.config.dataDir,
    NODE_ENV: "test",
    // By rules, so that the test holds where no network runs.
    EMBEDDINGS: "word2vec",
  });
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const settings = { json: true, dryRun: false, analysis: true };
    expect(await importRecordsCommand("news", file, settings, config, (work) => work(system.database.db))).toBe(0);
  } finally {
    write.mockRestore();
  }
  const { key } = await system.team();
  const found: Incident[] = [];
  for (const domain of Object.keys(COMPANIES)) {
    const { data } = await system.graph(
      key,
      `{ company(identifier: "${domain}") { esgIncidents(first: 50) { edges { node {
          title severity severityReasons { dimension level quote } denials items { url } } } } } }`,
    );
    const company = present(data?.company) as { esgIncidents: { edges: { node: Incident }[] } };
    found.push(...company.esgIncidents.edges.map(({ node }) => node));
  }
  const labelOf = new Map(articles.map(({ article, incident }) => [article.url, incident]));
  const groups = found.map(({ items }) => items.map(({ url }) => labelOf.get(url) ?? url).sort());
  return { system, found, groups: groups.sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1)) };
}

/** The groups that a reader would make. */
const wanted = (set: string) =>
  [
    ...Map.groupBy(
      TEXTS.filter((one) => one.set === set && one.incident !== "-"),
      ({ incident }) => incident,
    ),
  ]
    .map(([incident, { length }]) => Array.from({ length }, () => incident))
    .sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));

let first: Awaited<ReturnType<typeof imported>>;
let further: Awaited<ReturnType<typeof imported>>;
let system: TestSystem;
beforeAll(async () => {
  first = await imported("development");
  further = await imported("further");
  ({ system } = first);
});
afterAll(async () => {
  await first?.system.stop();
  await further?.system.stop();
});

describe("incidents of a year of articles", () => {
  it("are told apart by what happened, where and to whom: other words and labels are one matter, another site is not", () => {
    expect(first.groups).toEqual(wanted("development"));
  });

  it("are apart where one company has two of a kind, and a review of the year makes no two matters one", () => {
    // A follow-up that shares two common words with its matter stays apart: "fined over stolen customer records".
    const found = further.groups.flatMap((group) => (group[0] === "records" ? [] : [group]));
    expect(found).toEqual(wanted("further").filter(([incident]) => incident !== "records"));
    expect(
      further.groups
        .filter(([incident]) => incident === "records")
        .map(({ length }) => length)
        .sort(),
    ).toEqual([1, 2]);
  });

  it("do not count denied layoffs, awards and improvements", () => {
    const titles = first.found.map(({ title }) => title).join("\n");
    expect(titles).not.toMatch(/denies layoffs|award|employer of the year|cleans up/);
  });

  it("have denials and acquittals, which are not negative for the company, at the matter that they are about", () => {
    const peru = first.found.find(({ title }) => title === "Ordwin accused of bribing officials in Peru");
    expect(peru?.items.map(({ url }) => decodeURIComponent(url))).toContainEqual(
      expect.stringContaining("Court clears"),
    );
    expect(peru?.denials).toEqual([expect.stringContaining("Ordwin denies kickbacks")]);
    const diesel = first.found.find(({ title }) => title.includes("defeat device"));
    expect(diesel?.denials).toEqual([expect.stringContaining("rejects claims")]);
  });

  it("have the cause that their words tell, and no death of fish as that of people", () => {
    const reasonsOf = (word: string) =>
      first.found
        .find(({ title }) => title.includes(word))
        ?.severityReasons.map(({ dimension, level }) => `${dimension}: ${level}`);
    expect(reasonsOf("defeat device")).toContain("cause: intent");
    expect(reasonsOf("Delfport")).toContain("cause: systematic");
    expect(reasonsOf("Dead fish")).toContain("consequences: injury or damage");
    expect(reasonsOf("Lead found")).toContain("consequences: injury or damage");
  });

  it("are hidden from a key without the scope", async () => {
    const { teamId } = await system.team();
    const narrow = await system.key(teamId, ["markets:read"]);
    const { errors, data } = await system.graph(
      narrow,
      `{ company(identifier: "brandolk.com") { esgIncidents { totalCount } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(JSON.stringify(data ?? null)).not.toContain("totalCount");
  });
});

describe("incidents", () => {
  it("are the same in whatever order the items are read", () => {
    const items = TEXTS.map(({ article, company }, i) => ({
      id: i,
      companyId: company.length,
      company: company.replaceAll("-", " "),
      ...article,
      snippet: article.text,
      at: new Date(article.published),
      environmental: [],
      social: ["Any label"],
      governance: [],
      sentimentScore: -0.5,
      awards: false,
    }));
    const told = (list: typeof items) =>
      mergeIncidents(list)
        .map(({ itemIds }) => itemIds)
        .sort();
    expect(told(items.toReversed())).toEqual(told(items));
    expect(told(items.toSorted((a, b) => (a.title < b.title ? -1 : 1)))).toEqual(told(items));
  });
});

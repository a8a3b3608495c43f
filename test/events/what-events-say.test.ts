import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Said {
  title: string;
  relevantEntities: { name: string; entityType: string }[];
  alertTypes: { name: string }[];
  impactedEntities: { name: string; likelihood: number }[];
  frames: { type: string; slots: { role: string; values: { text: string }[] }[] }[];
}

/** Headlines of different weeks, so that each is an event of its own; some with the first sentence of their text. */
const ARTICLES: readonly (readonly [title: string, text?: string])[] = [
  ["Veltran Motors reports a cyberattack", "Veltran Motors reported a cyberattack that had stopped its production."],
  ["Nordwik to lose its chief", "Nordwik said that Lars Ekdahl would step down as chief executive."],
  ["Brightwater names Antonio Filosa chief executive"],
  ["Nexora agrees to buy Activision Blizzard", "Nexora agreed to buy the games maker Activision Blizzard."],
  ["United States stop Solvanta's wind farm Revolution Wind"],
  ["Men's Wearhouse to buy Jos. A. Bank for $1.8 billion"],
  ["Sbarro files for Chapter 11 bankruptcy"],
  ["Nippon Steel completes the acquisition of U.S. Steel", "Nippon Steel completed the acquisition of U.S. Steel."],
  [
    "Ireland fines Kortex 530 million euros over transfers of data",
    "The authority fined Kortex more than 530 million euros.",
  ],
  ["European Commission fines Apple 500 million euros"],
  ["Amazon and iRobot give up their merger"],
  ["European Commission prohibits Hyundai Heavy Industries from taking over Daewoo Shipbuilding"],
  ["Zandvoort's board named Oliver Blume chief executive"],
  [
    "GE Vernova is spun off and listed in New York",
    "GE Vernova, which makes gas turbines and wind turbines, was spun off from General Electric.",
  ],
];

let system: TestSystem;
let said: Map<string, Said>;

const QUERY = /* GraphQL */ `
  { events(first: 25, filter: { minLikelihood: 0, minSeverity: 0 }) { edges { node { title relevantEntities { name entityType } alertTypes { name }
    impactedEntities { name likelihood } frames { type slots { role values { text } } } } } } }`;

beforeAll(async () => {
  system = await startSystem({});
  await seedCompany(system.database.db, "ussteel.com", { name: "U.S. Steel", country: "US" });
  const path = join(await temporaryFolder(), "articles.ndjson");
  const rows = ARTICLES.map(([title, text = ""], i) => ({
    url: `https://paper.example.com/${i}`,
    title,
    text,
    publisher: "Paper",
    published: new Date(Date.UTC(2025, 0, 8 + 21 * i)),
  }));
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  const { database, config } = system;
  const { code, stderr } = await marketCommand(["import", "articles", path, "--json"], {
    DATABASE_URL: database.url,
    DATA_DIR: config.dataDir,
  });
  expect([code, stderr]).toEqual([0, ""]);
  const { teamId } = await system.team();
  const key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const { data } = await system.graph(key, QUERY, {});
  const { events } = data as { events: { edges: { node: Said }[] } };
  said = new Map(events.edges.map(({ node }) => [node.title, node]));
});
afterAll(() => system?.stop());

const of = (start: string): Said => {
  const found = [...said.values()].find(({ title }) => title.startsWith(start));
  if (found === undefined) throw new Error(`no event of ${start}`);
  return found;
};
const names = (start: string) => of(start).relevantEntities.map(({ name }) => name);
const kindOf = (start: string, name: string) => of(start).relevantEntities.find((one) => one.name === name)?.entityType;
const impacted = (start: string) => of(start).impactedEntities.map(({ name }) => name);
const likelihood = (start: string, name: string) =>
  of(start).impactedEntities.find((one) => one.name === name)?.likelihood;
const frame = (start: string, type: string) =>
  of(start)
    .frames.filter((one) => one.type === type)
    .flatMap(({ slots }) => slots.flatMap(({ role, values }) => values.map(({ text }) => `${role}=${text}`)));

describe("what imported articles make events say", () => {
  it("takes what a company reports for a fact, and what it said it would do for a plan", () => {
    expect(likelihood("Veltran", "Veltran Motors")).toBe(2.5);
    expect(likelihood("Nordwik", "Nordwik")).toBe(2.1);
  });

  it("names people as people, and a company whose name begins with a title as a whole", () => {
    expect(kindOf("Brightwater", "Antonio Filosa")).toBe("person");
    expect(impacted("GE Vernova")).toContain("General Electric");
    expect(impacted("GE Vernova")).not.toContain("Electric");
  });

  it("reads no alert and no trade in names, and none in a part of a longer word", () => {
    expect(of("Nexora").alertTypes.map(({ name }) => name)).toEqual(["Merger or acquisition"]);
    expect(names("United States")).toContain("Renewable energy");
    expect(names("United States")).not.toContain("Agriculture");
    expect(impacted("Men's Wearhouse")).not.toContain("Banking");
  });

  it("knows past tenses as it knows present ones, and what authorities forbid", () => {
    expect(of("GE Vernova").alertTypes.map(({ name }) => name)).toEqual(["Divestiture"]);
    expect(of("European Commission prohibits").alertTypes.map(({ name }) => name)).toContain("Antitrust action");
  });

  it("takes no word of a number for a name", () => {
    expect(names("Sbarro")).not.toContain("Chapter");
    expect(impacted("Sbarro")).not.toContain("Chapter");
    expect(impacted("European Commission fines")).toContain("Apple");
  });

  it("lists a company once, however the texts write it", () => {
    const steel = names("Nippon Steel").filter((name) => name === "U.S. Steel");
    expect(steel).toEqual(["U.S. Steel"]);
  });

  it("keeps the amount of a fine out of the company's name", () => {
    expect(frame("Ireland", "FINE")).toContain("company=Kortex");
    expect(frame("Ireland", "FINE").filter((one) => one.startsWith("company"))).toHaveLength(1);
  });

  it("tells deals that are given up or forbidden, and who got an office", () => {
    expect(frame("Amazon", "ACQUISITION")).toEqual(["acquirer=Amazon", "target=iRobot", "stage=abandoned"]);
    expect(frame("European Commission prohibits", "ACQUISITION")).toEqual([
      "acquirer=Hyundai Heavy Industries",
      "target=Daewoo Shipbuilding",
      "stage=rejected",
    ]);
    expect(frame("Zandvoort", "EXECUTIVE_CHANGE")).not.toContain("person=Zandvoort's");
  });
});

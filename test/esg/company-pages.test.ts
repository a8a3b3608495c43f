import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import {
  MarketEsgItemsDocument,
  MarketLogDocument,
  MarketPeopleDocument,
  PublishMarketDocument,
} from "#generated/tests/graphql";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, start } from "../support/discovery.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { type SmallWeb, startSmallWeb } from "../support/small-web.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";

const page = (title: string, body: string, head = "") =>
  `<html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const markup = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const SITES: Record<string, Record<string, string | null>> = {
  "lorencia-looms.com": {
    "/": page(
      "Lorencia Looms",
      `<a href="/team">Team</a><a href="/sustainability">Sustainability</a><a href="/legal-notice">Imprint</a>
       <p>Lorencia Looms weaves cloth. Our plant is certified to ISO 14001.</p>
       <p>"A fine loom", says Otto Fremd, CEO.</p><ul><li>Whistleblowing</li><li>Code of conduct</li></ul>
       <p>We use cookies to protect your data privacy and personal data.</p>`,
      markup({
        "@type": "Organization",
        name: "Lorencia Looms",
        founder: { "@type": "Person", name: "Dr. Ada Weber" },
      }),
    ),
    "/team": page(
      "Our team",
      "<h2>Mira Castell</h2><p>CEO</p><h2>Jon Arvidsen</h2><p>Head of Weaving</p><p>Mira Castell is chief executive of Lorencia Looms.</p>",
      markup({ "@type": "Person", name: "The Whole Company 24", jobTitle: "Owner" }),
    ),
    "/sustainability": page(
      "What we do",
      "<p>In 2025 we cut our greenhouse gas emissions by a third. All our electricity is renewable energy from wind.</p>",
    ),
    "/legal-notice": page(
      "Imprint",
      "<p>Managing Directors: Mira Castell and Piet van Doorn</p><p>We were fined for a breach of law.</p>",
    ),
  },
  // Under another ending it is the same company, under another name a new owner.
  "arvid-yarns.se": { "/": "https://arvid-yarns.com/" },
  "bought-bobbins.com": { "/": "https://lorencia-looms.com/" },
  "arvid-yarns.com": {
    "/": page("Arvid Yarns", `<a href="/om-oss">Om oss</a><p>Arvid Yarns spins yarn of wool and flax.</p>`),
    "/om-oss": page("Om oss", "<p>The company was founded by Elsa Lindqvist.</p><p>VD: nobody</p>"),
  },
};
const LOOMS = "https://lorencia-looms.com";

let system: TestSystem;
let web: SmallWeb;
let worker: RunningWorker | null = null;
let key: string;
let otherKey: string;
let marketId: number;
let loomsId: number;

/** A worker with these settings in the place of the last one. */
async function useWorker(environment: Record<string, string>): Promise<void> {
  await worker?.stop();
  const { pages } = readConfig({ ...environment });
  worker = await system.startWorker({ pageFetcher: web.fetcher }, { pages });
}

/** Publishes with both flags; gives what their jobs said and their reports. */
async function run() {
  // The run before may still be closing when its last job is over.
  await eventually(
    () =>
      system.ask(key, PublishMarketDocument, {
        input: { marketId, pipelineChoices: { runEsg: true, runPeople: true } },
      }),
    ({ errors }) => errors === undefined,
  );
  const { jobs } = await ended(system, key, marketId);
  const of = (name: string) => jobs.find(({ workflowName }) => workflowName === name);
  const { log } = present((await system.answer(key, MarketLogDocument, { marketId })).market);
  return { esg: of("runEsg"), people: of("runPeople"), log: log.map(({ message }) => message) };
}

async function shown() {
  const { esgItems } = present((await system.answer(key, MarketEsgItemsDocument, { marketId })).market);
  const { people } = present((await system.answer(key, MarketPeopleDocument, { marketId })).market);
  return { items: esgItems.edges.map(({ node }) => node), people: people.edges.map(({ node }) => node) };
}

const roles = ({ people }: Awaited<ReturnType<typeof shown>>) => people.map(({ name, role }) => `${name}: ${role}`);
const urls = ({ items }: Awaited<ReturnType<typeof shown>>) => items.map(({ url }) => url).sort();

beforeAll(async () => {
  web = await startSmallWeb(SITES);
  system = await startSystem({ temporal: true });
  const { db } = system.database;
  const teams = [await system.team(), await system.team()] as const;
  [key, otherKey] = teams.map((team) => team.key) as [string, string];
  const companies = [
    await seedCompany(db, "lorencia-looms.com", {
      name: "Lorencia Looms Ltd",
      description: "Lorencia Looms weaves cloth.",
      url: "http://www.lorencia-looms.com",
    }),
    await seedCompany(db, "arvid-yarns.se", { name: "Arvid Yarns AB" }),
    await seedCompany(db, "silent-spindles.com", { name: "Silent Spindles" }),
    await seedCompany(db, "bought-bobbins.com", { name: "Bought Bobbins" }),
  ];
  loomsId = companies[0]?.id ?? 0;
  marketId = await seedMarket(
    db,
    teams[0].teamId,
    companies.map(({ id }) => id),
  );
  const page = { text: "x", finalUrl: "https://old.example.com/" };
  const day = 86_400_000;
  await db.prisma.page.createMany({
    data: [
      { ...page, url: "https://old.example.com/1", expiresAt: new Date(Date.now() - 181 * day) },
      { ...page, url: "https://old.example.com/2", expiresAt: new Date(Date.now() - 179 * day) },
    ],
  });
  await useWorker({ COMPANY_PAGES: "fetch", PAGES_KEEP_HOURS: "0" });
});
afterAll(async () => {
  await worker?.stop();
  await system?.stop();
  await web?.stop();
});

describe("runEsg and runPeople with COMPANY_PAGES=fetch", () => {
  it("read the companies' own sites, and say which could not be read", async () => {
    const { esg, people, log } = await run();
    expect([esg?.status, people?.status]).toEqual(["COMPLETED", "COMPLETED"]);
    expect(esg?.report).toMatchObject({ items: 2, internal: 2, companies: 1, sites: 2, pages: 6 });
    expect(people?.report).toMatchObject({ people: 5, companies: 2, sites: 2, pages: 6 });
    expect(log.some((line) => line.startsWith("runEsg: 2 items for 1 company; 2 sites could not be read"))).toBe(true);
    expect(log.some((line) => line.startsWith("runPeople: 5 people at 2 companies; 2 sites could not be read"))).toBe(
      true,
    );
  });

  it("make internal items of what pages state, with the page as source, and none of menus, banners and legal notices", async () => {
    const { items } = await shown();
    const of = (path: string) => items.find(({ url }) => url === LOOMS + path);
    expect(items).toHaveLength(2);
    expect(of("/")).toMatchObject({
      source: "INTERNAL",
      publisher: "lorencia-looms.com",
      certifications: true,
      labels: [],
      snippet: "Our plant is certified to ISO 14001.",
    });
    expect(of("/sustainability")).toMatchObject({
      source: "INTERNAL",
      title: "What we do",
      labels: [{ label: "Greenhouse gas emissions" }, { label: "Renewable energy" }],
    });
  });

  it("name the people of markup, lists and sentences, with their pages, and nobody whom a page only quotes", async () => {
    const found = await shown();
    expect(roles(found).sort()).toEqual([
      "Ada Weber: Founder",
      "Elsa Lindqvist: Founder",
      "Jon Arvidsen: Head of Weaving",
      expect.stringMatching(/^Mira Castell: (?:Chief Executive Officer|Managing Director)$/),
      "Piet van Doorn: Managing Director",
    ]);
    const mira = found.people.find(({ name }) => name === "Mira Castell");
    expect(mira?.sources.edges.map(({ node }) => `${node.url} ${node.role}`).sort()).toEqual([
      `${LOOMS}/legal-notice Managing Director`,
      `${LOOMS}/team Chief Executive Officer`,
    ]);
    const ada = found.people.find(({ name }) => name === "Ada Weber");
    expect(ada?.sources.edges[0]?.node).toMatchObject({
      url: `${LOOMS}/`,
      isInternal: true,
      quote: "Dr. Ada Weber, Founder",
    });
  });

  it("change nothing when they run again", async () => {
    const before = await shown();
    await run();
    expect(await shown()).toEqual(before);
  });

  it("are shown to nobody of another team", async () => {
    const nothing = { market: null };
    expect((await system.ask(otherKey, MarketEsgItemsDocument, { marketId })).data).toEqual(nothing);
    expect((await system.ask(otherKey, MarketPeopleDocument, { marketId })).data).toEqual(nothing);
  });

  it("take back what a page said when it is gone", async () => {
    delete SITES["lorencia-looms.com"]?.["/sustainability"];
    delete SITES["lorencia-looms.com"]?.["/team"];
    await run();
    const now = await shown();
    expect(urls(now)).toEqual([`${LOOMS}/`]);
    expect(roles(now)).not.toContain("Jon Arvidsen: Head of Weaving");
    expect(roles(now)).toContain("Mira Castell: Managing Director");
  });

  it("end soon when they are cancelled while a site does not answer", async () => {
    await importTestCompanies(system.database.db);
    SITES["alpen-turbines.com"] = { "/": null };
    const { market } = await start(system, key, undefined, { runEsg: true });
    await eventually(
      async () => web.asked,
      (asked) => asked.some((url) => url.includes("alpen-turbines.com")),
    );
    const begun = Date.now();
    const CANCEL = "mutation ($id: Int!) { cancelDiscovery(input: { marketId: $id }) { jobId } }";
    await system.graph(key, CANCEL, { id: market.marketId });
    await ended(system, key, market.marketId);
    const { jobs } = await marketState(system, key, market.marketId);
    expect(jobs.find(({ workflowName }) => workflowName === "runEsg")?.status).toBe("CANCELLED");
    expect(Date.now() - begun).toBeLessThan(14_000);
  });
});

describe("runEsg and runPeople with what is stored", () => {
  it("come to the same without asking any site, as long as the pages are stored", async () => {
    await useWorker({});
    const before = await shown();
    const asked = web.asked.length;
    const { esg } = await run();
    expect(await shown()).toEqual(before);
    expect(esg?.report).toMatchObject({ sites: 2, pages: 4 });
    expect(JSON.stringify(esg?.report)).not.toContain("could not be read");
    // An article under the address of a page stays the article's item.
    await system.database.db.prisma.newsItem.create({
      data: {
        url: `${LOOMS}/`,
        title: "Oil spill at Lorencia Looms",
        publishedAt: new Date("2026-05-02T08:00:00Z"),
        contentHash: "spill",
        companies: { create: { companyId: loomsId, publishedAt: new Date("2026-05-02T08:00:00Z") } },
      },
    });
    for (const _again of [1, 2]) {
      await run();
      expect((await shown()).items).toMatchObject([{ url: `${LOOMS}/`, snippet: "Oil spill at Lorencia Looms" }]);
    }
    await system.database.db.prisma.newsItem.deleteMany({ where: { contentHash: "spill" } });
    await run();
    expect(await shown()).toMatchObject({
      people: before.people,
      items: [{ snippet: "Our plant is certified to ISO 14001." }],
    });
    await system.database.db.prisma.page.deleteMany({ where: { url: { startsWith: LOOMS } } });
    await run();
    const after = await shown();
    expect(urls(after)).toEqual([]);
    expect(roles(after)).toEqual(["Elsa Lindqvist: Founder"]);
    expect(web.asked).toHaveLength(asked);
  });
});

describe("the store of pages", () => {
  it("loses what expired half a year ago when a worker starts, and nothing else", async () => {
    const old = await system.database.db.prisma.page.findMany({ where: { finalUrl: "https://old.example.com/" } });
    expect(old.map(({ url }) => url)).toEqual(["https://old.example.com/2"]);
  });
});

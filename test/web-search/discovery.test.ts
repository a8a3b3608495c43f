import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AskQuoteDocument } from "#generated/operations/graphql";
import {
  CandidateOfMarketDocument,
  DiscoveredMarketDocument,
  type SearchCriteriaInput,
  StartDiscoveryDocument,
  TeamSpendDocument,
} from "#generated/tests/graphql";
import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { type SearchServer, startSearchServer } from "./search-server.ts";

const imprint = (name: string, street: string, place: string) =>
  `<title>Imprint</title><h1>Imprint</h1><p>${name}</p><p>${street}</p><p>${place}</p>`;

/** A small web: what its sites serve, by domain and path. */
const WEB: Record<string, Record<string, string>> = {
  "nordwind-blades.de": {
    "/": `<html lang="en"><head><title>Nordwind Blades</title><meta property="og:site_name" content="Nordwind Blades">
      <meta name="description" content="Nordwind Blades manufactures rotor blades and other wind turbine components in Hamburg."></head>
      <body><a href="/imprint">Imprint</a><p>Our works are certified to ISO 9001.</p></body></html>`,
    "/imprint": imprint("Nordwind Blades GmbH", "Hafenstraße 12", "20457 Hamburg, Germany"),
  },
  "tirol-gears.at": {
    "/": `<html lang="en"><head><title>Tirol Gears</title><meta name="description" content="Tirol Gears makes rotor blades, gearboxes and other wind turbine components."></head>
      <body><a href="/impressum">Impressum</a></body></html>`,
    "/impressum": imprint("Tirol Gears GmbH", "Bergweg 3", "6020 Innsbruck, Austria"),
  },
  "wind-operators.de": {
    "/": `<html lang="en"><head><title>Wind Operators</title><meta name="description" content="Wind Operators is a wind farm operator in Germany that sells electricity from its wind farms."></head>
      <body><a href="/imprint">Imprint</a></body></html>`,
    "/imprint": imprint("Wind Operators AG", "Weg 1", "28195 Bremen, Germany"),
  },
  // Half of an emoji would stand at the end of what is kept.
  "emoji-blades.de": {
    "/": `<html lang="en"><head><title>Emoji Blades</title><meta name="description" content="Emoji Blades manufactures rotor blades and wind turbine components.">
      </head><body><a href="/imprint">Imprint</a><p>${"x".repeat(61)}</p><p>${"😀".repeat(3_000)}</p><p>y${"😀".repeat(3_000)}</p></body></html>`,
    "/imprint": imprint("Emoji Blades GmbH", "Weg 2", "20457 Hamburg, Germany"),
  },
  // Points at a company that makes what is asked for, to be taken for it.
  "impostor-blades.de": {},
  // The directory knows more of this one.
  "castor-turbines.com": {
    "/": "<title>Castor</title><p>Under construction, please come back when we have something to show.</p>",
  },
};

let system: TestSystem;
let server: SearchServer;
let key: string;
let teamId: number;
let fetched: string[];
const stops: (() => Promise<unknown> | unknown)[] = [];

/** Fetches from the small web; any other name leads into the inner network. */
async function smallWeb(): Promise<Fetcher> {
  const sites = createServer((request, response) => {
    const [, domain = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const body = WEB[domain]?.[path];
    response
      .writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(body ?? "none");
  });
  await new Promise<void>((resolve) => sites.listen(0, "127.0.0.1", resolve));
  stops.push(() => sites.close());
  const host = `127.0.0.1:${(sites.address() as AddressInfo).port}`;
  const local = createFetcher({ allow: [host] });
  const guarded = createFetcher({ resolve: async () => ["10.0.0.7"] });
  return {
    async fetch(url, options) {
      const { hostname, pathname, origin } = new URL(url);
      fetched.push(hostname);
      if (WEB[hostname] === undefined) return guarded.fetch(url, options);
      if (hostname === "impostor-blades.de") {
        const other = await local.fetch(`http://${host}/nordwind-blades.de${pathname}`, options);
        return { ...other, url: `https://nordwind-blades.de${pathname}` };
      }
      const answer = await local.fetch(`http://${host}/${hostname}${pathname}`, options);
      return { ...answer, url: `${origin}${pathname}` };
    },
    close: async () => {
      await Promise.all([local.close(), guarded.close()]);
    },
  };
}

beforeAll(async () => {
  server = await startSearchServer();
  fetched = [];
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: {
      WEB_SEARCH: "brave",
      WEB_SEARCH_URL: server.url,
      WEB_SEARCH_API_KEY: "secret",
      WEB_SEARCH_PRICE: "5",
    },
    pageFetcher: await smallWeb(),
  });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
  for (const stop of stops) await stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  server.requests.length = 0;
  server.answers = [];
  fetched = [];
  server.find = () =>
    [
      "https://nordwind-blades.de/",
      "https://en.wikipedia.org/wiki/Wind_turbine",
      "https://tirol-gears.at/products",
      "https://wind-operators.de/",
      "https://castor-turbines.com/",
      "http://169.254.169.254/latest/meta-data",
      "http://localhost:4000/v2",
      "https://rebound.example.org/",
    ].map((url) => ({ url, title: "A page", snippet: "About wind." }));
});

async function discover(criteria: object = {}) {
  const { market } = await start(system, key, { ...WIND_CRITERIA, count: 20, ...criteria });
  const { jobs } = await ended(system, key, market.marketId);
  const found = await system.answer(key, DiscoveredMarketDocument, { marketId: market.marketId });
  return { ...present(found.market), marketId: market.marketId, job: jobs[0] };
}

describe("a discovery on the open web", () => {
  it("finds companies that the directory does not have, judged like all others by what their pages say", async () => {
    const { companies, rejected, marketId, job } = await discover();
    expect(job?.status).toBe("COMPLETED");
    const found = new Map(companies.edges.map(({ node, reasons }) => [node.domain, { node, reasons }]));
    expect(found.get("nordwind-blades.de")?.node).toMatchObject({
      name: "Nordwind Blades",
      city: "Hamburg",
      country: "DE",
      source: expect.stringMatching(/^web:https:\/\/nordwind-blades\.de/),
    });
    expect(found.get("tirol-gears.at")?.node.country).toBe("AT");
    const offer = found.get("nordwind-blades.de")?.reasons.find(({ criterion }) => criterion === "offer");
    expect(offer).toMatchObject({ outcome: "MET", evidence: { field: "description" } });
    const nordwind = await system.answer(key, CandidateOfMarketDocument, { marketId, domain: "nordwind-blades.de" });
    expect(nordwind.market?.candidate?.generators).toEqual(["web search"]);
    expect(rejected.find(({ domain }) => domain === "wind-operators.de")?.verdict).toBe("EXCLUDED");
    // Beside those of the directory.
    expect(found.has("alpen-turbines.com")).toBe(true);
  });

  it("takes no site for the company that it leads to, and keeps no half of a character", async () => {
    server.find = () =>
      ["https://impostor-blades.de/", "https://emoji-blades.de/"].map((url) => ({ url, title: "", snippet: "" }));
    const { companies, job } = await discover();
    expect(job?.status).toBe("COMPLETED");
    const domains = companies.edges.map(({ node }) => node.domain);
    expect(domains).toContain("emoji-blades.de");
    expect(domains).not.toContain("impostor-blades.de");
    expect(await system.database.db.prisma.company.findUnique({ where: { domain: "impostor-blades.de" } })).toBeNull();
  });

  it("keeps what a file said of a company, and reads no page of it", async () => {
    await discover();
    const castor = await system.database.db.prisma.company.findUniqueOrThrow({
      where: { domain: "castor-turbines.com" },
    });
    expect(castor.description).toContain("manufactures rotor blades");
    expect(fetched).not.toContain("castor-turbines.com");
  });

  it("goes to no address of the inner network, and to no encyclopedia", async () => {
    const { log } = await discover();
    expect(fetched).not.toContain("169.254.169.254");
    expect(fetched).not.toContain("localhost");
    expect(fetched.some((host) => host.endsWith("wikipedia.org"))).toBe(false);
    expect(log.map(({ message }) => message).join("\n")).toMatch(/1 of \d+ sites could not be read/);
  });

  it("is paid search by search, and told in the job", async () => {
    const { jobs, log } = await discover();
    const node = jobs.edges[0]?.node;
    const calls = server.requests.length;
    expect(calls).toBeGreaterThan(0);
    expect(node?.cost).toEqual({ costUsd: calls * 0.005, items: [{ provider: "brave", operation: "search", calls }] });
    expect(node?.manifest).toMatchObject({ providers: { webSearch: "brave", pages: "fetch" } });
    expect(log.some(({ message }) => message.startsWith(`Searched the web ${calls} times`))).toBe(true);
    const spend = await system.database.db.prisma.spend.findFirst({ where: { teamId } });
    expect(Number(spend?.amount)).toBe(calls * 5_000);
  });

  it("goes on with the directory when the search is refused, and says why", async () => {
    server.answers = Array.from({ length: 10 }, () => ({ status: 401, body: '{"error":"wrong token"}' }));
    const { companies, job, log } = await discover();
    expect(job?.status).toBe("COMPLETED");
    expect(companies.edges.length).toBeGreaterThan(3);
    expect(log.map(({ message }) => message).join("\n")).toContain("brave answered 401");
    expect(server.requests).toHaveLength(1);
  });

  it("stops at the cost cap of the request", async () => {
    const input = { searchCriteria: { ...WIND_CRITERIA, count: 20 }, maxCostUsd: 0.012 };
    const { startDiscovery } = await system.answer(key, StartDiscoveryDocument, { input });
    const { jobs } = await ended(system, key, startDiscovery.market.marketId);
    expect(jobs[0]?.status).toBe("COMPLETED");
    expect(server.requests).toHaveLength(2);
  });
});

describe("the quote of a discovery", () => {
  const quote = (asking: string, searchCriteria: SearchCriteriaInput) =>
    system.ask(asking, AskQuoteDocument, { searchCriteria });

  it("says beforehand what the searches will cost, and holds", async () => {
    const { data } = await quote(key, { ...WIND_CRITERIA, count: 20 });
    const { jobs } = await discover();
    expect(data?.quoteDiscovery.costUsd.p90).toBe(jobs.edges[0]?.node.cost.costUsd);
    expect(data?.quoteDiscovery.items).toMatchObject([{ provider: "brave", operation: "search" }]);
    expect(data?.quoteDiscovery.seconds.p90).toBeGreaterThanOrEqual(data?.quoteDiscovery.seconds.p50 ?? 1);
  });

  it("needs the right to start discoveries, and criteria within bounds", async () => {
    const reader = await system.key(teamId, ["discovery:read"]);
    const forbidden = await quote(reader, WIND_CRITERIA);
    expect(forbidden.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const wrong = await quote(key, { userPrompt: "bakers", count: 0 });
    expect(wrong.errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
  });
});

describe("what a team spent", () => {
  it("is seen by that team alone", async () => {
    await discover();
    const stranger = await system.team();
    const mine = await system.answer(key, TeamSpendDocument, { teamId });
    expect(mine.team?.spend.costUsd).toBeGreaterThan(0);
    const theirs = await system.ask(stranger.key, TeamSpendDocument, { teamId });
    expect(theirs.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

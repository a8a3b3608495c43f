import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MarketPlacesDocument, MarketStateDocument, TeamSpendDocument } from "#generated/tests/graphql";
import { type NominatimServer, startNominatimServer } from "../geocoding/nominatim-server.ts";
import { ended, type JobState, publish } from "../support/discovery.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let server: NominatimServer;
let key: string;
let teamId: number;
let counter = 0;

/** A map with a few cities, found by coordinates or by name. */
const CITIES: Record<string, { lat: string; lon: string; address: Record<string, string> }> = {
  Munich: { lat: "48.137", lon: "11.575", address: { city: "Munich", state: "Bavaria", country_code: "de" } },
  Hamburg: { lat: "53.55", lon: "10.0", address: { city: "Hamburg", country_code: "de" } },
  Innsbruck: { lat: "47.265", lon: "11.393", address: { city: "Innsbruck", state: "Tyrol", country_code: "at" } },
};

const PRICE = 2_500;

beforeAll(async () => {
  server = await startNominatimServer();
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: {
      GEOCODING: "nominatim",
      GEOCODING_URL: server.url,
      GEOCODING_API_KEY: "very-secret-key",
      GEOCODING_PRICE: "2.5",
      GEOCODING_DELAY_MS: "0",
      FETCH_CONTACT: "maps@kites.example",
    },
  });
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  server.requests.length = 0;
  server.answers = [];
  server.find = (query) =>
    query.has("city")
      ? (CITIES[query.get("city") ?? ""] ?? null)
      : (Object.values(CITIES).find(
          ({ lat, lon }) =>
            Math.hypot(Number(lat) - Number(query.get("lat")), Number(lon) - Number(query.get("lon"))) < 0.3,
        ) ?? null);
  await system.database.db.prisma.geocoderAnswer.deleteMany();
});

interface Fields {
  city?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
}

/** A market of the team with these companies, in their order. */
async function market(companies: Fields[]): Promise<number> {
  const ids: number[] = [];
  for (const fields of companies)
    ids.push((await seedCompany(system.database.db, `kites-${++counter}.example`, fields)).id);
  return seedMarket(system.database.db, teamId, ids);
}

const GEOCODE = { runReverseGeocoding: true };

async function result(marketId: number) {
  const { companies, jobs, log } = present((await system.answer(key, MarketPlacesDocument, { marketId })).market);
  const nodes = jobs.edges.map(({ node }) => ({ ...node, report: node.report as JobState["report"] }));
  return {
    places: companies.edges.map(({ place }) => place),
    job: nodes[0],
    jobs: nodes,
    log: log.map(({ message }) => message).join("\n"),
  };
}

/** Publishes with the flag, waits for its job, and reads what came of it. */
async function geocode(marketId: number) {
  await publish(system, key, marketId, GEOCODE);
  const { jobs } = await ended(system, key, marketId);
  return { ...(await result(marketId)), state: jobs[0] as JobState };
}

/** What the team was charged, and the sum of its ledger, in micro-dollars. */
async function charged(): Promise<{ ledger: number; spend: number }> {
  const { costUsd, items } = present((await system.answer(key, TeamSpendDocument, { teamId })).team).spend;
  const ledger = items.reduce((sum, item) => sum + item.costUsd, 0);
  return { ledger: Math.round(ledger * 1e6), spend: Math.round(costUsd * 1e6) };
}

describe("runReverseGeocoding with Nominatim", () => {
  it("asks once for each place, paid by the team, and says who said what", async () => {
    const marketId = await market([
      { latitude: 48.14, longitude: 11.58, country: "DE" },
      { city: "Hamburg", country: "DE" },
      { city: " hamburg", country: "DE" },
      { country: "DE" },
      { city: "No city has such a name ".repeat(500), country: "DE" },
    ]);
    const { places, job, log, state } = await geocode(marketId);
    expect(state.status).toBe("COMPLETED");
    expect(places).toEqual([
      {
        city: "Munich",
        state: "Bavaria",
        country: "DE",
        latitude: 48.14,
        longitude: 11.58,
        distanceKm: 0.5,
        source: "coordinates",
        by: "nominatim",
      },
      {
        city: "Hamburg",
        state: null,
        country: "DE",
        latitude: 53.55,
        longitude: 10,
        distanceKm: 0,
        source: "city",
        by: "nominatim",
      },
      expect.objectContaining({ city: "Hamburg", by: "nominatim" }),
      null,
      null,
    ]);
    expect(server.requests.map(({ path }) => path).sort()).toEqual(["/reverse", "/search"]);
    expect(server.requests[0]?.headers["user-agent"]).toContain("maps@kites.example");
    expect(job?.report).toEqual({
      placed: 3,
      unknown: 2,
      byGeocoder: 3,
      byGazetteer: 0,
      asked: 2,
      reused: 0,
      failed: 0,
      otherCountry: 0,
      notes: [],
    });
    expect(log).toContain("3 of 5 companies placed, 2 without a known place; 3 by nominatim (2 questions asked");
    expect(job?.cost.costUsd).toBe((2 * PRICE) / 1e6);
    expect(await charged()).toEqual({ ledger: 2 * PRICE, spend: 2 * PRICE });
    expect(
      JSON.stringify(
        await system.database.db.prisma.recordedAnswer.findMany({ select: { request: true, answer: true } }),
      ),
    ).not.toContain("very-secret-key");
  });

  it("asks nothing again that was answered before, for another market of another team neither", async () => {
    const companies = [
      { latitude: 48.14, longitude: 11.58 },
      { city: "Hamburg", country: "DE" },
      { city: "Nirgendwo", country: "DE" },
    ];
    await geocode(await market(companies));
    expect(server.requests).toHaveLength(3);
    ({ key, teamId } = await system.team());
    const { places, job } = await geocode(await market(companies));
    expect(server.requests).toHaveLength(3);
    expect(places.map((place) => place?.by)).toEqual(["nominatim", "nominatim", undefined]);
    expect(job?.report).toMatchObject({ asked: 0, reused: 3, byGeocoder: 2, unknown: 1 });
    expect(await charged()).toEqual({ ledger: 0, spend: 0 });

    // That nothing is there may have changed sooner than where something is.
    const older = new Date(Date.now() - 31 * 24 * 3_600_000);
    await system.database.db.prisma.geocoderAnswer.updateMany({ data: { answeredAt: older } });
    const later = await geocode(await market(companies));
    expect(server.requests.slice(3).map(({ query }) => query.get("city"))).toEqual(["Nirgendwo"]);
    expect(later.job?.report).toMatchObject({ asked: 1, reused: 2 });
  });

  it("tells which companies are in another country than recorded, and believes no server alone", async () => {
    const marketId = await market([
      // The gazetteer finds these coordinates in Austria too.
      { latitude: 47.27, longitude: 11.39, country: "DE" },
      // The server alone says that these are in Austria.
      { latitude: 48.15, longitude: 11.6, country: "DE" },
      { city: "Bremen", country: "DE" },
    ]);
    const { Innsbruck } = CITIES;
    server.answers = [Innsbruck, Innsbruck].map((place) => ({ body: JSON.stringify(place) }));
    server.answers.push({ body: JSON.stringify([Innsbruck]) });
    const { places, job } = await geocode(marketId);
    expect(places.map((place) => place && [place.city, place.country, place.by])).toEqual([
      ["Innsbruck", "AT", "nominatim"],
      ["Munich", "DE", "gazetteer"],
      ["Bremen", "DE", "gazetteer"],
    ]);
    const notes = job?.report?.notes ?? [];
    expect(notes).toHaveLength(3);
    expect(notes[0]).toMatch(/says Innsbruck, AT, its record says DE; its coordinates are there$/);
    expect(notes[2]).toMatch(/says Innsbruck, AT, its record says DE; the place by nominatim was not taken$/);
  });

  it("waits as the server asks, goes on after a failure, and counts what failed", async () => {
    const marketId = await market([
      { latitude: 48.14, longitude: 11.58 },
      { latitude: 53.55, longitude: 10.01 },
      { latitude: 48.2, longitude: 11.6 },
      { city: "Vienna", country: "AT" },
    ]);
    server.answers = [
      { status: 429, headers: { "retry-after": "1" }, body: "slow down" },
      { body: JSON.stringify(CITIES.Munich) },
      { body: "<html>Wartungsarbeiten</html>" },
      { status: 302, headers: { location: `${server.url}/elsewhere` }, body: "" },
    ];
    const { places, job, state } = await geocode(marketId);
    expect(state.status).toBe("COMPLETED");
    expect(places.map((place) => place && [place.city, place.by])).toEqual([
      ["Munich", "nominatim"],
      ["Hamburg", "gazetteer"],
      ["Munich", "gazetteer"],
      ["Vienna", "gazetteer"],
    ]);
    expect((server.requests[1]?.at ?? 0) - (server.requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(998);
    expect(server.requests.some(({ path }) => path === "/elsewhere")).toBe(false);
    // The last one was asked and is not known there.
    expect(job?.report).toMatchObject({ asked: 2, failed: 2, byGeocoder: 1, byGazetteer: 3 });
    expect(job?.report?.notes).toEqual([
      "2 questions to nominatim failed, and the gazetteer answered: nominatim gave a response that cannot be read; nominatim answered 302",
    ]);
    // What was turned away cost nothing; the answer that nobody can read was charged.
    const { ledger, spend } = await charged();
    expect([ledger, spend]).toEqual([3 * PRICE, 3 * PRICE]);
  });

  it.each([
    [
      "five failures in a row",
      Array.from({ length: 9 }, () => ({ status: 400, body: "no" })),
      5,
      "5 failures in a row; the last: nominatim answered 400: no",
    ],
    ["a wrong key", [{ status: 401, body: "no key very-secret-key" }], 1, "nominatim answered 401: no key …"],
  ])("leaves the rest to the gazetteer after %s", async (_what, answers, requests, reason) => {
    const marketId = await market(
      Array.from({ length: 8 }, (_, i) => ({ latitude: 48.1 + i / 100, longitude: 11.58 })),
    );
    server.answers = answers;
    const { places, job, state, log } = await geocode(marketId);
    expect(state.status).toBe("COMPLETED");
    expect(places.map((place) => place?.by)).toEqual(Array.from({ length: 8 }, () => "gazetteer"));
    expect(server.requests).toHaveLength(requests);
    expect(job?.report).toMatchObject({ failed: requests, asked: 0, byGazetteer: 8 });
    expect(job?.report?.notes.at(-1)).toBe(
      `nominatim was not asked any further, the gazetteer did the rest: ${reason}`,
    );
    expect(log).toContain(`not asked any further: ${reason}`);
    expect(await charged()).toEqual({ ledger: 0, spend: 0 });
  });

  it("stops at the team's budget", async () => {
    await system.database.db.prisma.team.update({ where: { id: teamId }, data: { monthlyBudget: 2 * PRICE } });
    const marketId = await market(
      Array.from({ length: 5 }, (_, i) => ({ latitude: 48.1 + i / 100, longitude: 11.58 })),
    );
    const { places, job } = await geocode(marketId);
    expect(places.map((place) => place?.by)).toEqual(["nominatim", "nominatim", "gazetteer", "gazetteer", "gazetteer"]);
    expect(job?.report?.notes.at(-1)).toContain("the team's budget of");
    expect(await charged()).toEqual({ ledger: 2 * PRICE, spend: 2 * PRICE });
  });

  it("ends at once when it is cancelled while the server is silent, and keeps what was said until then", async () => {
    const marketId = await market([
      { latitude: 48.14, longitude: 11.58 },
      { latitude: 53.55, longitude: 10 },
    ]);
    server.answers = [{ body: JSON.stringify(CITIES.Munich) }, { silent: true }];
    await publish(system, key, marketId, GEOCODE);
    await eventually(
      async () => server.requests.length,
      (count) => count === 2,
    );
    const began = Date.now();
    const cancel = "mutation ($m: Int!) { cancelPublish(input: { marketId: $m }) { jobs { status } } }";
    expect((await system.graph(key, cancel, { m: marketId })).errors).toBeUndefined();
    const { jobs } = await ended(system, key, marketId);
    expect(jobs[0]?.status).toBe("CANCELLED");
    expect(Date.now() - began).toBeLessThan(15_000);
    const places = await eventually(
      async () => (await result(marketId)).places,
      ([first]) => first !== null,
    );
    expect(places.map((place) => place?.city)).toEqual(["Munich", undefined]);
    const { ledger, spend } = await charged();
    // The call that was cut off may have been charged.
    expect([ledger, spend]).toEqual([2 * PRICE, 2 * PRICE]);
  });
});

describe("the manifest of a flag's job", () => {
  it("names the help that the flag can use, and only that, also of a job that failed", async () => {
    const marketId = await market([{ latitude: 48.14, longitude: 11.58 }]);
    // A file where the folder should be: the mail cannot be written.
    await writeFile(join(system.config.dataDir, "outbox"), "");
    await publish(system, key, marketId, {
      runReverseGeocoding: true,
      runPeople: true,
      runEsg: true,
      runSendPublishEmail: true,
      runMarketRadar: true,
    });
    const { jobs } = await ended(system, key, marketId);
    expect(jobs[0]).toMatchObject({ workflowName: "runSendPublishEmail", status: "FAILED" });
    const manifests = (await result(marketId)).jobs.map(({ workflowName, manifest }) => [workflowName, manifest]);
    expect(Object.fromEntries(manifests)).toMatchObject({
      runReverseGeocoding: { providers: { geocoding: "nominatim" } },
      runEsg: { providers: { pages: "stored" } },
      runPeople: { providers: { pages: "stored" } },
      runSendPublishEmail: { providers: { mail: "outbox" } },
      runMarketRadar: { providers: {} },
    });
  });

  it("and the places are seen by no other team, and by no key without the right", async () => {
    const marketId = await market([{ latitude: 48.14, longitude: 11.58 }]);
    await geocode(marketId);
    const stranger = await system.team();
    for (const { data, errors } of [
      await system.ask(stranger.key, MarketPlacesDocument, { marketId }),
      await system.ask(stranger.key, MarketStateDocument, { marketId }),
    ]) {
      expect(data?.market ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    }
    const reader = await system.key(teamId, ["discovery:read"]);
    const { errors } = await system.ask(reader, MarketPlacesDocument, { marketId });
    expect(errors?.[0]).toMatchObject({ path: ["market", "companies"], extensions: { code: "FORBIDDEN" } });
  });
});

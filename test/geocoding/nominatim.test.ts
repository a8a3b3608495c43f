import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { createGeocoder } from "#providers/geocoding/create-geocoder";
import type { Pay } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";
import { freePort } from "../support/ports.ts";
import { type NominatimServer, startNominatimServer } from "./nominatim-server.ts";

const KEY = "very secret/key";
const MUNICH = { latitude: 48.14, longitude: 11.58 };
const KNOWN = {
  lat: "48.1371079",
  lon: "11.5753822",
  address: { city: "Munich", state: "Bavaria", country: "Germany", country_code: "de" },
};

let server: NominatimServer;
beforeAll(async () => {
  server = await startNominatimServer();
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.answers = [];
  server.find = () => KNOWN;
});

function geocoderOf(changes: Record<string, string> = {}) {
  const { geocoding, fetching } = readConfig({
    GEOCODING: "nominatim",
    GEOCODING_URL: server.url,
    GEOCODING_API_KEY: KEY,
    GEOCODING_PRICE: "0.55",
    GEOCODING_DELAY_MS: "0",
    FETCH_CONTACT: "maps@kites.example",
    ...changes,
  });
  return createGeocoder(geocoding, fetching.contact);
}

/** Pays for one attempt each, and keeps what a ledger would see. */
function purse(timeoutMs?: number) {
  const costs: number[] = [];
  const seen: string[] = [];
  const pay: Pay = async ({ run, timeoutMs: limitMs, ...call }) => {
    seen.push(JSON.stringify(call));
    const { answer, costMicroUsd } = await run(AbortSignal.timeout(timeoutMs ?? limitMs));
    costs.push(costMicroUsd);
    return answer;
  };
  return { pay, costs, seen };
}

async function failureOf(asking: Promise<unknown>): Promise<ProviderError> {
  const error = await asking.then(
    (answer) => answer,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error(`no provider error: ${inspect(error)}`);
  return error;
}

describe("a question to Nominatim", () => {
  it("for a point asks as the protocol and the usage policy want it, and gives the city with its centre", async () => {
    const { pay, costs, seen } = purse();
    expect(await geocoderOf().reverse({ latitude: 48.140000049, longitude: 11.58 }, pay)).toEqual({
      city: "Munich",
      state: "Bavaria",
      country: "DE",
      latitude: 48.1371079,
      longitude: 11.5753822,
    });
    const [{ path, query, headers }] = server.requests as [NominatimServer["requests"][number]];
    expect(path).toBe("/reverse");
    expect(Object.fromEntries(query)).toEqual({
      format: "jsonv2",
      lat: "48.14000",
      lon: "11.58000",
      zoom: "13",
      addressdetails: "1",
      "accept-language": "en",
      key: KEY,
    });
    expect(headers["user-agent"]).toBe("MarketIntelligenceBot (+maps@kites.example)");
    expect(costs).toEqual([550]);
    expect(seen.join()).not.toContain(KEY);
  });

  it("for a city names its country, and takes the first that is found", async () => {
    expect(await geocoderOf().locate({ city: "München & Umland", country: "DE" }, purse().pay)).toMatchObject({
      city: "Munich",
    });
    const [{ path, query }] = server.requests as [NominatimServer["requests"][number]];
    expect(path).toBe("/search");
    expect([query.get("city"), query.get("countrycodes"), query.get("limit")]).toEqual(["München & Umland", "de", "1"]);
    server.find = () => null;
    expect(await geocoderOf().locate({ city: "Nowhere", country: "DE" }, purse().pay)).toBeNull();
  });

  it("takes towns, villages and municipalities for cities, and only what can be kept and shown", async () => {
    const cityOf = async (address: Record<string, string>) => {
      server.find = () => ({ ...KNOWN, address });
      const found = await geocoderOf().reverse(MUNICH, purse().pay);
      return found && [found.city, found.state, found.country];
    };
    expect(await cityOf({ town: "Freising", suburb: "Lerchenfeld", country_code: "de" })).toEqual([
      "Freising",
      null,
      "DE",
    ]);
    expect(await cityOf({ village: "Zolling", county: "Freising", country_code: "de" })).toEqual([
      "Zolling",
      null,
      "DE",
    ]);
    expect(await cityOf({ municipality: "a\0\nb \ud83d\u202e", province: "\u2066Lugo", country_code: "ES" })).toEqual([
      "a b",
      "Lugo",
      "ES",
    ]);
    expect(await cityOf({ county: "Freising", country_code: "de" })).toBeNull();
    expect(await cityOf({ village: "No Man's Land" })).toBeNull();
  });

  it("is answered with nothing where nothing is, by whatever status a server says so", async () => {
    server.find = () => null;
    const { pay, costs } = purse();
    expect(await geocoderOf().reverse(MUNICH, pay)).toBeNull();
    server.answers = [{ status: 404, body: '{"error":"Unable to geocode"}' }];
    expect(await geocoderOf().reverse(MUNICH, pay)).toBeNull();
    expect(costs).toEqual([550, 550]);
  });

  it.each([
    [401, "auth", false],
    [402, "quota", false],
    [403, "auth", false],
    [404, "refused", false],
    [429, "rate", true],
    [500, "unavailable", true],
    [302, "refused", false],
  ] as const)(
    "that is answered %i fails as %s, for nothing, and follows nowhere",
    async (status, failure, retryable) => {
      const said = `no such key ${KEY} or ${encodeURIComponent(KEY)} in ${new URLSearchParams({ key: KEY })}`;
      server.answers = [{ status, headers: { "retry-after": "3", location: `${server.url}/reverse` }, body: said }];
      const error = await failureOf(geocoderOf().reverse(MUNICH, purse().pay));
      expect(error).toMatchObject({ provider: "nominatim", failure, retryable, costMicroUsd: 0, retryAfterMs: 3_000 });
      expect(error.message).toContain("no such key … or … in key=…");
      expect(inspect(error, { depth: 9 })).not.toMatch(/secret/);
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([
    ["HTML", "<html><body>Please wait</body></html>"],
    ["broken JSON", '{"place_id":1,"lat":"48'],
    ["another error", '{"error":"Rate limited, please come back"}'],
    ["null", "null"],
    ["a place that is nowhere", JSON.stringify({ ...KNOWN, lat: "91", address: KNOWN.address })],
    ["a place without coordinates", JSON.stringify({ ...KNOWN, lat: "" })],
    ["a country that is none", JSON.stringify({ ...KNOWN, address: { city: "Munich", country_code: "zq" } })],
  ])("whose answer is %s fails, and was charged", async (_what, body) => {
    server.answers = [{ body }];
    expect(await failureOf(geocoderOf().reverse(MUNICH, purse().pay))).toMatchObject({
      failure: "malformed",
      retryable: false,
      costMicroUsd: 550,
    });
  });

  it("that is huge, cut off or not answered in time may have cost something", async () => {
    server.answers = [{ body: Buffer.alloc(6_000_000, " ") }, { cutOffAfter: "{" }, { silent: true }];
    const geocoder = geocoderOf();
    for (const [failure, timeoutMs] of [["unavailable"], ["unavailable"], ["timeout", 100]] as const)
      expect(await failureOf(geocoder.reverse(MUNICH, purse(timeoutMs).pay))).toMatchObject({
        failure,
        costMicroUsd: undefined,
      });
  });

  it("to a server that is not there costs nothing", async () => {
    const gone = geocoderOf({ GEOCODING_URL: `http://127.0.0.1:${await freePort()}` });
    expect(await failureOf(gone.reverse(MUNICH, purse().pay))).toMatchObject({
      failure: "unavailable",
      costMicroUsd: 0,
    });
  });

  it("waits for its turn and the pause, whoever asks, and lets go when it is called off", async () => {
    const geocoder = geocoderOf({ GEOCODING_DELAY_MS: "150" });
    await Promise.all([1, 2, 3].map((latitude) => geocoder.reverse({ latitude, longitude: 1 }, purse().pay)));
    const [first, second, third] = server.requests.map(({ at }) => at) as [number, number, number];
    // Timers may be a millisecond early.
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(148);

    const calledOff = new AbortController();
    const asking = geocoder.reverse(MUNICH, purse().pay, calledOff.signal);
    calledOff.abort(new Error("cancelled"));
    await expect(asking).rejects.toThrow("cancelled");
    const inThePause = await failureOf(geocoder.reverse(MUNICH, purse(20).pay));
    expect(inThePause).toMatchObject({ costMicroUsd: 0, retryable: false });
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });
});

describe("the configuration of geocoding", () => {
  it("is the embedded gazetteer by default, which asks nobody", async () => {
    const gazetteer = createGeocoder(readConfig({}).geocoding);
    expect(gazetteer).toMatchObject({ name: "gazetteer", isRemote: false, priceMicroUsd: 0 });
    const { pay, seen } = purse();
    expect(await gazetteer.reverse(MUNICH, pay)).toMatchObject({ city: "Munich", country: "DE" });
    expect(await gazetteer.locate({ city: "Vienna", country: "AT" }, pay)).toMatchObject({ city: "Vienna" });
    expect(await gazetteer.reverse({ latitude: 0, longitude: -30 }, pay)).toBeNull();
    expect(seen).toEqual([]);
  });

  it("names what is missing, all together", () => {
    expect(() => readConfig({ GEOCODING: "nominatim", GEOCODING_API_KEY: "k" })).toThrow(
      /GEOCODING_URL[\s\S]*GEOCODING_PRICE/,
    );
    expect(() => readConfig({ GEOCODING: "maps", GEOCODING_DELAY_MS: "-1", GEOCODING_PRICE: "free" })).toThrow(
      /gazetteer or nominatim[\s\S]*US dollars[\s\S]*GEOCODING_DELAY_MS/,
    );
    for (const url of ["http://me:pass@maps.example/", "https://maps.example/v1?key=abc", "maps.example"])
      expect(() => readConfig({ GEOCODING: "nominatim", GEOCODING_URL: url })).toThrow("GEOCODING_URL must");
    const { geocoding } = readConfig({ GEOCODING: "nominatim", GEOCODING_URL: "https://maps.example/v1/" });
    expect(geocoding).toEqual({
      kind: "nominatim",
      url: "https://maps.example/v1",
      apiKey: undefined,
      price: 0,
      delayMs: 1000,
    });
  });
});

import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { transaction } from "#foundation/db/transaction";
import type { NoticeData } from "#notices/notice";
import { appendNotices } from "#notices/notice-log";
import { seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let monitorId: number;
let address: string;

const USER = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  system = await startSystem();
  ({ key, teamId } = await system.team());
  const marketId = await seedMarket(system.database.db, teamId, []);
  ({ id: monitorId } = await system.database.db.prisma.monitor.create({
    data: { teamId, kind: "market", marketId, name: "Kites & <gliders>", everyMinutes: 60, createdBy: USER },
  }));
  address = (await newAddresses()).atomUrl;
});
afterAll(() => system?.stop());

async function graph(query: string, withKey = key) {
  const response = await fetch(`${system.url}/graphql`, {
    method: "POST",
    headers: { "x-api-key": withKey, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

const FEED = "createMonitorFeed(monitorId: $id) { atomUrl rssUrl monitor { feedMadeAt } }";
const makeFeed = (withKey = key, id = monitorId) => graph(`mutation { ${FEED.replace("$id", String(id))} }`, withKey);
/** Where the feed is to be found now, on the server under test. */
async function newAddresses(): Promise<{ atomUrl: string; rssUrl: string }> {
  const { atomUrl, rssUrl } = (await makeFeed()).data.createMonitorFeed;
  const here = (url: string) => system.url + new URL(url).pathname;
  return { atomUrl: here(atomUrl), rssUrl: here(rssUrl) };
}

let told = 0;
const tell = (title: string, data: NoticeData = {}, of = monitorId) =>
  transaction(system.database.db, (inside) =>
    appendNotices(inside, teamId, [
      {
        key: `feed test ${++told}`,
        kind: "company.entered",
        title,
        monitorId: of,
        marketId: null,
        companyId: null,
        eventId: null,
        data,
      },
    ]),
  );

async function atomAt(url: string) {
  const response = await fetch(url);
  const parsed = parseFeed(await response.text());
  if (parsed.format !== "atom") throw new Error(parsed.format);
  return { response, feed: parsed.feed, entries: parsed.feed.entries ?? [] };
}

describe("the feed of a monitor", () => {
  it("tells without a key what the monitor told, with cause, before and after, under ids that stay", async () => {
    await tell("Acme\u0001 <b> & Sons (acme.com) entered", {
      causes: [
        {
          kind: "record",
          summary: "Its record changed: country: DE → FR.",
          sources: [{ id: 1, source: "list.csv", kind: "directory", line: 7, url: null, at: "2026-11-20T10:00:00Z" }],
          changes: [{ field: "country", before: "DE", after: "<FR>" }],
        },
      ],
      criteria: [{ field: "location", before: { outcome: "notMet" }, after: { outcome: "met" } }],
    });
    const { response, feed, entries } = await atomAt(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(feed.title?.value.trim()).toBe("Kites & <gliders>");
    const notice = await system.database.db.prisma.notice.findFirstOrThrow({ where: { monitorId } });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ id: `urn:uuid:${notice.id}`, updated: notice.at.toISOString() });
    expect(entries[0]?.title?.value.trim()).toBe("Acme <b> & Sons (acme.com) entered");
    expect(entries[0]?.content?.value?.trim()).toBe(
      "<p>Its record changed: country: DE → FR.</p><ul><li>country: DE → &lt;FR&gt;</li><li>Source: list.csv, line 7, 2026-11-20</li></ul>" +
        "<p>Criteria with another outcome:</p><ul><li>location: outcome notMet → outcome met</li></ul>",
    );
    const again = await atomAt((await newAddresses()).atomUrl);
    expect([again.feed.id, again.entries[0]?.id]).toEqual([feed.id, entries[0]?.id]);
    address = (await newAddresses()).atomUrl;
  });

  it("is the same as RSS 2.0", async () => {
    const { atomUrl, rssUrl } = await newAddresses();
    address = atomUrl;
    const response = await fetch(rssUrl);
    const parsed = parseFeed(await response.text());
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const { entries } = await atomAt(address);
    expect(parsed.format === "rss" && parsed.feed.items?.map(({ guid }) => guid)).toEqual(
      entries.map(({ id }) => ({ value: id, isPermaLink: false })),
    );
  });

  it("answers 304 to a reader that has it, by its tag or its moment, and never while a notice may still come before", async () => {
    const first = await fetch(address);
    const tag = first.headers.get("etag") ?? "";
    const ask = (headers: Record<string, string>) => fetch(address, { headers });
    expect(first.headers.get("last-modified")).toBeNull();
    expect((await ask({ "if-none-match": tag })).status).toBe(304);
    expect((await ask({ "if-none-match": `"other", W/${tag}` })).status).toBe(304);
    expect((await ask({ "if-modified-since": new Date(Date.now() + 60_000).toUTCString() })).status).toBe(200);
    await system.database.db.query("UPDATE notices SET at = at - interval '2 minutes' WHERE monitor_id = $1", [
      monitorId,
    ]);
    const settled = await fetch(address);
    const since = settled.headers.get("last-modified") ?? "";
    expect((await ask({ "if-modified-since": since })).status).toBe(304);
    expect((await ask({ "if-modified-since": since, "if-none-match": '"other"' })).status).toBe(200);
    await tell("Another (other.com) entered");
    expect((await ask({ "if-modified-since": since })).status).toBe(200);
    expect((await ask({ "if-none-match": settled.headers.get("etag") ?? "" })).status).toBe(200);
    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("goes page by page to the oldest notice, each once, though new ones come meanwhile", async () => {
    for (let i = 0; i < 60; i++) await tell(`Company ${i} entered`);
    const all = await system.database.db.prisma.notice.findMany({
      where: { monitorId },
      orderBy: { sequence: "desc" },
    });
    const seen: string[] = [];
    for (let url: string | undefined = address; url !== undefined; ) {
      const { feed, entries } = await atomAt(url);
      seen.push(...entries.map(({ id }) => id ?? ""));
      await tell("A late one entered");
      const next = feed.links?.find(({ rel }) => rel === "next")?.href;
      url = next === undefined ? undefined : next.replace(new URL(next).origin, system.url);
    }
    expect(seen).toEqual(all.map(({ id }) => `urn:uuid:${id}`));
    expect((await fetch(`${address}?before=x`)).status).toBe(400);
  });

  it("has nothing of another monitor, and is at no address but its own", async () => {
    const { id: other } = await system.database.db.prisma.monitor.create({
      data: { teamId, kind: "market", name: "Other", everyMinutes: 60, createdBy: USER },
    });
    await tell("Of another monitor", {}, other);
    expect(await (await fetch(address)).text()).not.toContain("Of another monitor");
    for (const path of ["x".repeat(43), "short", ""])
      expect((await fetch(`${system.url}/feeds/monitors/${path}.atom`)).status).toBe(404);
    expect((await fetch(address.replace(".atom", ".json"))).status).toBe(404);
    expect((await fetch(address, { method: "POST" })).status).toBe(405);
  });

  it("stores too little to make the address of", async () => {
    const token = /monitors\/([\w-]+)\.atom/.exec(address)?.[1] ?? "";
    expect(token).toHaveLength(43);
    const rows = await system.database.db.query<{ all: string }>(
      `SELECT (SELECT json_agg(m)::text FROM monitors m) || coalesce((SELECT json_agg(a)::text FROM audit_entries a), '') AS all`,
      [],
    );
    expect(rows[0]?.all).toContain("createMonitorFeed");
    expect(rows[0]?.all).not.toContain(token);
  });

  it("can be made and revoked only by keys that may change the monitor and read what it tells", async () => {
    const stranger = (await system.team({ name: "Rival" })).key;
    expect((await makeFeed(stranger)).errors[0].extensions.code).toBe("NOT_FOUND");
    const blind = await system.key(
      teamId,
      SCOPES.filter((scope) => scope !== "markets:read"),
    );
    expect((await makeFeed(blind)).errors[0].extensions.code).toBe("FORBIDDEN");
    const reader = await system.key(teamId, ["markets:read"]);
    const revoke = `mutation { revokeMonitorFeed(monitorId: ${monitorId}) { feedMadeAt } }`;
    expect((await graph(revoke, reader)).errors[0].extensions.code).toBe("FORBIDDEN");
    expect((await fetch(address)).status).toBe(200);
  });

  it("ends where the address is changed or revoked, the team's access has ended, or the monitor is deleted", async () => {
    const before = address;
    address = (await newAddresses()).atomUrl;
    expect([(await fetch(before)).status, (await fetch(address)).status]).toEqual([404, 200]);
    const { prisma } = system.database.db;
    await prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt: new Date(0) } });
    expect((await fetch(address)).status).toBe(403);
    await prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt: null } });
    const revoked = await graph(`mutation { revokeMonitorFeed(monitorId: ${monitorId}) { feedMadeAt } }`);
    expect(revoked.data.revokeMonitorFeed.feedMadeAt).toBeNull();
    expect((await fetch(address)).status).toBe(404);
    address = (await newAddresses()).atomUrl;
    expect((await fetch(address)).status).toBe(200);
    await graph(`mutation { deleteMonitor(monitorId: ${monitorId}) }`);
    expect((await fetch(address)).status).toBe(404);
  });
});

it("market monitor feed prints the addresses, and revokes them", async () => {
  const marketId = await seedMarket(system.database.db, teamId, []);
  const { id } = await system.database.db.prisma.monitor.create({
    data: { teamId, kind: "market", marketId, name: "Kites", everyMinutes: 60, createdBy: USER },
  });
  const environment = {
    DATABASE_URL: system.database.url,
    DATA_DIR: system.config.dataDir,
    PORT: String(system.config.port),
  };
  const market = (...args: string[]) => marketCommand(["monitor", "feed", String(id), ...args], environment);
  const [printed = ""] = (await market()).stdout.split("\n");
  const url = system.url + new URL(printed).pathname;
  expect((await fetch(url)).status).toBe(200);
  await market("--revoke");
  expect((await fetch(url)).status).toBe(404);
});

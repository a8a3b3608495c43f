import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { watchDatabase } from "#foundation/db/database-watch";
import { REQUEST_LIMITS } from "#foundation/db/limits";
import { transaction } from "#foundation/db/transaction";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import {
  CreateWebhookDocument,
  DisableWebhookDocument,
  EnableWebhookDocument,
  NoticeLogDocument,
  PingWebhookDocument,
  RedeliverWebhookDocument,
  RotateWebhookDocument,
  WebhookStateDocument,
} from "#generated/tests/graphql";
import { NOTICES_CHANNEL } from "#notices/notice";
import { appendNotices } from "#notices/notice-log";
import { PAUSES_SECONDS } from "#notices/webhooks/deliveries";
import { startWebhooks } from "#notices/webhooks/send-webhooks";
import { createPoster } from "#providers/fetching/poster";
import { marketCommand } from "../support/market.ts";
import { freePort } from "../support/ports.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

let system: TestSystem;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let examplePort: number;
let key: string;
let teamId: number;
let stopSending: () => Promise<void>;

beforeAll(async () => {
  receiver = await startReceiver();
  examplePort = await freePort();
  const allow = [receiver.pair, `127.0.0.1:${examplePort}`];
  system = await startSystem({ environment: { FETCH_ALLOW: allow.join(",") } });
  ({ key, teamId } = await system.team());
  const watch = watchDatabase(system.database.url, { limits: REQUEST_LIMITS });
  const listener = watch.listen(NOTICES_CHANNEL);
  const poster = createPoster({ allow, timeoutMs: 400 });
  const ring = await openKeyRing(system.config.encryption);
  const sending = startWebhooks({ db: system.database.db, ring, poster, listener, log: pino({ level: "silent" }) });
  stopSending = async () => {
    await sending.stop();
    await Promise.all([watch.close(), poster.close()]);
  };
});
afterAll(async () => {
  await stopSending?.();
  await system?.stop();
  await receiver?.stop();
});

let told = 0;
/** Writes a notice of a market or of an event into the team's log. */
const tell = (kind: "company.entered" | "event.entered" = "company.entered", team = teamId) =>
  transaction(system.database.db, (inside) =>
    appendNotices(inside, team, [
      {
        key: `test ${++told}`,
        kind,
        title: `Notice ${told}`,
        monitorId: null,
        marketId: null,
        companyId: null,
        eventId: kind === "event.entered" ? 1 : null,
        data: {},
      },
    ]),
  );

const made = async (url = receiver.url, by = key) => {
  const { createWebhook } = await system.answer(by, CreateWebhookDocument, { input: { url } });
  return { webhookId: createWebhook.webhook.webhookId, secret: createWebhook.secret };
};
const stateOf = async (webhookId: number) =>
  present((await system.answer(key, WebhookStateDocument, { webhookId })).webhook);
const deliveriesOf = async (webhookId: number) => (await stateOf(webhookId)).deliveries.edges.map(({ node }) => node);
const reach = (webhookId: number, status: string, count = 1) =>
  eventually(
    () => deliveriesOf(webhookId),
    (found) => found.filter((one) => one.status === status).length >= count,
  );
/** Lets the time until the next attempt pass, and wakes the senders. */
const hurry = () =>
  system.database.db.query(
    `WITH due AS (UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' RETURNING 1)
     SELECT pg_notify('${NOTICES_CHANNEL}', '') FROM (SELECT count(*) FROM due) counted`,
  );
const end = (webhookId: number) => system.answer(key, DisableWebhookDocument, { webhookId });

describe("a webhook", () => {
  it("is taken by the receiver of the documentation, signed as the standard says, and by no other secret", async () => {
    const [, example = ""] =
      /```js\n(.*?)```/s.exec(readFileSync(join(projectRoot(), "docs/webhooks.md"), "utf8")) ?? [];
    const { webhookId, secret } = await made(`http://127.0.0.1:${examplePort}/hooks`);
    const child = spawn(process.execPath, ["--input-type=module", "-e", example], {
      cwd: projectRoot(),
      env: { WEBHOOK_SECRET: secret, PORT: String(examplePort) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (piece: Buffer) => {
      said += piece.toString();
    });
    await eventually(
      async () => said,
      (text) => text.includes("ready"),
    );
    await tell();
    await system.answer(key, PingWebhookDocument, { webhookId });
    const sent = await reach(webhookId, "DELIVERED", 2);
    expect(said).toContain(`company.entered Notice ${told}`);
    expect(said).toContain("ping");
    const [first] = sent;
    await system.answer(key, RedeliverWebhookDocument, { deliveryId: present(first).deliveryId });
    await reach(webhookId, "DELIVERED", 2);
    await system.answer(key, RotateWebhookDocument, { webhookId });
    await system.database.db.query("UPDATE webhooks SET secrets = jsonb_build_array(secrets->0) WHERE id = $1", [
      webhookId,
    ]);
    await system.answer(key, PingWebhookDocument, { webhookId });
    const refused = await eventually(
      () => deliveriesOf(webhookId),
      ([newest]) => newest?.attempts === 1,
    );
    expect(refused[0]).toMatchObject({ status: "PENDING", lastStatus: 401 });
    child.kill("SIGKILL");
    await end(webhookId);
  });

  it("has two valid signatures while its secret is changed over", async () => {
    const { webhookId, secret: before } = await made();
    const after = (await system.answer(key, RotateWebhookDocument, { webhookId })).rotateWebhookSecret.secret;
    expect(after).not.toBe(before);
    const seen = receiver.received.length;
    await tell();
    await reach(webhookId, "DELIVERED");
    const [message] = receiver.received.slice(seen);
    const { headers, body } = present(message);
    for (const secret of [before, after])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({
        type: "company.entered",
        data: { title: `Notice ${told}`, sequence: expect.any(Number) },
      });
    expect(() => new Webhook(after).verify(body.replace("Notice", "notice"), headers)).toThrow();
    await end(webhookId);
  });

  it("is tried again after failures and silence with the same id, and is sent what was told while it was disabled", async () => {
    const { webhookId } = await made();
    const seen = receiver.received.length;
    receiver.state.answer = 500;
    await tell();
    const attempted = (attempts: number) =>
      eventually(
        () => deliveriesOf(webhookId),
        ([newest]) => newest?.attempts === attempts,
      );
    expect((await attempted(1))[0]).toMatchObject({ status: "PENDING", lastStatus: 500, lastError: "it answered 500" });
    receiver.state.answer = null;
    await hurry();
    expect((await attempted(2))[0]).toMatchObject({ lastStatus: null, lastError: expect.stringContaining("in time") });
    expect((await stateOf(webhookId)).failingSince).not.toBeNull();
    receiver.state.answer = 204;
    await hurry();
    await reach(webhookId, "DELIVERED");
    const ids = receiver.received.slice(seen).map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect((await stateOf(webhookId)).failingSince).toBeNull();
    await end(webhookId);
    await tell();
    await tell();
    expect(await deliveriesOf(webhookId)).toHaveLength(1);
    await system.answer(key, EnableWebhookDocument, { webhookId });
    const all = await reach(webhookId, "DELIVERED", 3);
    expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(3);
    await end(webhookId);
  });

  it("is disabled where it is gone, and where nothing was taken for three days; the log says so", async () => {
    const gone = await made();
    receiver.state.answer = 410;
    await tell();
    await eventually(
      () => stateOf(gone.webhookId),
      ({ status }) => status === "DISABLED",
    );
    expect(await stateOf(gone.webhookId)).toMatchObject({ disabledBecause: "it answered 410 Gone" });
    const failing = await made();
    receiver.state.answer = 503;
    await tell();
    await reach(failing.webhookId, "PENDING");
    await eventually(
      async () => {
        await hurry();
        return stateOf(failing.webhookId);
      },
      ({ status }) => status === "DISABLED",
    );
    const [last] = await deliveriesOf(failing.webhookId);
    expect(last).toMatchObject({ status: "FAILED", attempts: PAUSES_SECONDS.length + 1, nextAttemptAt: null });
    expect(PAUSES_SECONDS.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * 86_400);
    const { notices } = await system.answer(key, NoticeLogDocument, { kinds: ["WEBHOOK_DISABLED"] });
    expect(notices.edges.map(({ node }) => node.title)).toEqual([
      `Webhook ${failing.webhookId} is disabled: it took nothing for three days`,
      `Webhook ${gone.webhookId} is disabled: it answered 410 Gone`,
    ]);
    receiver.state.answer = 204;
  });

  it("is sent nothing that its maker's key may not read, and never goes to an inner or a plain address", async () => {
    const { webhookId } = await made();
    await tell("event.entered");
    await tell();
    const sent = await reach(webhookId, "DELIVERED");
    expect(sent.map(({ kind }) => kind)).toEqual(["company.entered"]);
    const refused = async (url: string, by = key) =>
      (await system.ask(by, CreateWebhookDocument, { input: { url } })).errors?.[0]?.extensions.code;
    for (const url of [
      "https://127.0.0.1/",
      "https://10.0.0.1/",
      "https://localhost/",
      "https://[::1]/",
      "http://example.com/",
      "ftp://x.com",
    ])
      expect([url, await refused(url)]).toEqual([url, "INVALID_INPUT"]);
    expect(await refused("https://example.com/", await system.key(teamId, ["teams:write"]))).toBe("FORBIDDEN");
    expect(await refused("https://example.com/", await system.key(teamId, ["markets:read"]))).toBe("FORBIDDEN");
    // A name that leads to an inner address meanwhile: the connection itself is checked.
    const poster = createPoster({ resolve: async () => ["10.0.0.1"] });
    await expect(poster.post("https://example.com/", { headers: {}, body: "" })).rejects.toThrow("not public");
    await poster.close();
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
    };
    const shown = await marketCommand(["webhook", "deliveries", String(webhookId)], environment);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("company.entered")]);
    const stored = await system.database.db.query<{ secrets: unknown }>("SELECT secrets FROM webhooks");
    expect(JSON.stringify(stored)).not.toContain("whsec_");
  });

  it("is cleared of what was settled long ago, and loses nothing that is not sent: not while it fails, and not while it is disabled", async () => {
    const { db, url } = system.database;
    const other = await system.team();
    const { webhookId: failing } = await made(receiver.url, other.key);
    const { webhookId: disabled } = await made(receiver.url, other.key);
    const ofTeam = async () => ({
      notices: (
        await db.query<{ sequence: number }>("SELECT sequence FROM notices WHERE team_id = $1 ORDER BY 1", [
          other.teamId,
        ])
      ).map(({ sequence }) => sequence),
      deliveries: (
        await db.query<{ sequence: number; status: string }>(
          `SELECT d.sequence, d.status::text AS status FROM webhook_deliveries d
           WHERE d.webhook_id = ANY($1::int[]) ORDER BY d.webhook_id, d.sequence`,
          [[failing, disabled]],
        )
      ).map(({ sequence, status }) => `${status} ${sequence}`),
    });
    const settled = (count: number) =>
      eventually(ofTeam, ({ deliveries }) => deliveries.filter((one) => one.startsWith("delivered")).length === count);
    const tellAll = async (times: number) => {
      for (let i = 0; i < times; i += 1) await tell("company.entered", other.teamId);
    };
    await tellAll(2);
    await settled(4);
    await system.answer(other.key, DisableWebhookDocument, { webhookId: disabled });
    await tellAll(2);
    await settled(6);
    receiver.state.answer = 500;
    await tellAll(1);
    await eventually(ofTeam, ({ deliveries }) => deliveries.includes("pending 5"));
    /** As if all that were longer ago than anything is kept. */
    const age = async () => {
      await db.query("UPDATE notices SET at = at - interval '400 days' WHERE team_id = $1", [other.teamId]);
      await db.query(
        `UPDATE webhook_deliveries SET created_at = created_at - interval '400 days', last_attempt_at = last_attempt_at - interval '400 days'
         WHERE webhook_id = ANY($1::int[])`,
        [[failing, disabled]],
      );
    };
    const clear = async (environment: Record<string, string> = {}, ...args: string[]) => {
      const settings = { DATABASE_URL: url, DATA_DIR: system.config.dataDir, ...environment };
      const { stdout } = await marketCommand(["retention", "--json", ...args], settings);
      const { cleared }: { cleared: { table: string; rows: number }[] } = JSON.parse(stdout);
      return ["webhook_deliveries", "notices"].map((name) => cleared.find(({ table }) => table === name)?.rows);
    };
    expect(await clear()).toEqual([0, 0]);
    await age();
    expect(await clear({ RETENTION_NOTICES_DAYS: "0", RETENTION_WEBHOOK_DELIVERIES_DAYS: "0" })).toEqual([0, 0]);
    expect(await clear({}, "--dry-run")).toEqual([6, 2]);
    expect(await clear()).toEqual([6, 2]);
    expect(await ofTeam()).toEqual({ notices: [3, 4, 5], deliveries: ["pending 5"] });

    receiver.state.answer = 204;
    await system.answer(other.key, EnableWebhookDocument, { webhookId: disabled });
    await hurry();
    const { deliveries } = await settled(4);
    expect(deliveries).toEqual(["delivered 5", "delivered 3", "delivered 4", "delivered 5"]);
    await age();
    // Deliveries that are kept for good go with their notices.
    expect(await clear({ RETENTION_WEBHOOK_DELIVERIES_DAYS: "0" })).toEqual([0, 3]);
    expect(await ofTeam()).toEqual({ notices: [], deliveries: [] });
    await tellAll(1);
    expect((await settled(2)).notices).toEqual([6]);
    for (const webhookId of [failing, disabled]) await system.answer(other.key, DisableWebhookDocument, { webhookId });
  });
});

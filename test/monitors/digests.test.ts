import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { createUser } from "#accounts/teams/create-user";
import { transaction } from "#foundation/db/transaction";
import { sendDigests } from "#monitors/digests/send-digests";
import { appendNotices } from "#notices/notice-log";
import { createMailer, type Mail } from "#providers/mail/mailer";
import { TASK_QUEUE } from "#workflows/contract";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { freePort } from "../support/ports.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let marketId: number;

const ADA = "ada@digests.example";
const GRACE = "grace@digests.example";
const USER = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  ({ key, teamId } = await system.team());
  marketId = await seedMarket(system.database.db, teamId, []);
  for (const email of [ADA, GRACE])
    await createUser(system.database.db.prisma, {
      teamId,
      email,
      firstName: "A",
      lastName: "B",
      password: "correct horse",
    });
});
afterAll(() => system?.stop());

const newMonitor = async (name: string) => {
  const { id } = await system.database.db.prisma.monitor.create({
    data: { teamId, kind: "market", marketId, name, everyMinutes: 60, createdBy: USER },
  });
  return id;
};
const subscribe = (monitorId: number, email = ADA, period = "DAILY", withKey = key) =>
  system.graph(
    withKey,
    `mutation { subscribeToDigest(input: { monitorId: ${monitorId}, email: "${email}", period: ${period} }) { digests { email period dueAt } } }`,
  );
const makeDue = () =>
  system.database.db.query(
    "UPDATE monitor_digests SET due_at = now() - interval '1 second', attempt_at = now() - interval '1 second'",
    [],
  );

let told = 0;
/** Writes notices of a monitor; their titles are numbers. */
const tell = (monitorId: number, count = 1) =>
  transaction(system.database.db, (inside) =>
    appendNotices(
      inside,
      teamId,
      Array.from({ length: count }, () => ({
        key: `digest test ${++told}`,
        kind: "company.entered" as const,
        title: `[${told}] entered`,
        monitorId,
        marketId,
        companyId: null,
        eventId: null,
        data: {
          causes: [
            {
              kind: "record" as const,
              summary: "Its record changed.",
              sources: [],
              changes: [{ field: "country", before: "DE", after: "FR" }],
            },
          ],
        },
      })),
    ),
  );

/** Sends what is due with a mailer that keeps what it is given; `fails` says why a mail is not taken. */
async function send(fails: (mail: Mail) => string | null = () => null) {
  const mails: Mail[] = [];
  const round = await sendDigests({
    db: system.database.db,
    publicUrl: "https://market.example",
    log: pino({ level: "silent" }),
    mailer: {
      name: "smtp",
      async send(mail) {
        const why = fails(mail);
        if (why !== null) throw new Error(why);
        mails.push(mail);
        return "by test";
      },
    },
  });
  return { round, mails };
}
const numbersIn = (mails: readonly { text: string }[]) =>
  mails.flatMap(({ text }) => [...text.matchAll(/\[(\d+)\] entered/g)].map(([, number]) => Number(number)));

describe("a digest", () => {
  it("has what was told since it was asked for, with before and after, once, and is not sent where nothing was told", async () => {
    const monitorId = await newMonitor("Kites");
    await tell(monitorId);
    const subscribed = await subscribe(monitorId, ADA.toUpperCase(), "WEEKLY");
    const [digest] = present(subscribed.data?.subscribeToDigest as { digests: { dueAt: string }[] }).digests;
    expect(digest).toMatchObject({ email: ADA, period: "WEEKLY" });
    const days = (Date.parse(present(digest).dueAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await tell(monitorId, 2);
    expect((await send()).mails).toEqual([]);
    await makeDue();
    const { mails } = await send();
    expect(mails).toHaveLength(1);
    expect(numbersIn(mails)).toEqual([told - 1, told]);
    expect(mails[0]).toMatchObject({ to: [ADA], subject: "Kites: 2 entered" });
    expect(mails[0]?.text).toContain("  Its record changed.\n    country: DE → FR\n");
    await makeDue();
    expect((await send()).mails).toEqual([]);
    const next = await system.database.db.query<{ due: number }>(
      "SELECT extract(epoch FROM due_at - now())::float8 / 86400 AS due FROM monitor_digests WHERE monitor_id = $1",
      [monitorId],
    );
    expect(next[0]?.due).toBeGreaterThan(6.9);
  });

  it("tells all of five hundred notices in their order, in as many mails as it takes", async () => {
    const monitorId = await newMonitor("Many");
    await subscribe(monitorId);
    const first = told + 1;
    await tell(monitorId, 500);
    await makeDue();
    const { mails } = await send();
    expect(mails).toHaveLength(3);
    expect(numbersIn(mails)).toEqual(Array.from({ length: 500 }, (_, i) => first + i));
    expect(new Set(mails.map(({ id }) => id)).size).toBe(3);
  });

  it("that cannot be sent holds up no other, and has the same notices and id when it is tried again", async () => {
    const monitorId = await newMonitor("Two readers");
    await subscribe(monitorId, ADA);
    await subscribe(monitorId, GRACE);
    await tell(monitorId);
    await makeDue();
    let refused = "";
    const first = await send((mail) => {
      if (!mail.to.includes(ADA)) return null;
      refused = mail.id;
      return "no such mailbox";
    });
    expect(first.round).toEqual({ sent: 1, waiting: 1 });
    const listed = await system.graph(key, `{ monitor(monitorId: ${monitorId}) { digests { email lastError } } }`);
    expect(listed.data?.monitor).toEqual({
      digests: [
        { email: ADA, lastError: "the mail could not be sent" },
        { email: GRACE, lastError: "" },
      ],
    });
    const earlier = told;
    await tell(monitorId);
    expect((await send()).mails).toEqual([]);
    await system.database.db.query("UPDATE monitor_digests SET attempt_at = now() - interval '1 second'", []);
    const second = await send();
    expect(second.mails.map(({ id }) => id)).toEqual([refused]);
    expect(numbersIn(second.mails)).toEqual([earlier]);
    await makeDue();
    expect(numbersIn((await send()).mails)).toEqual([told, told]);
  });

  it("ends by mutation, by the address in its mail, when the user leaves the team, and with the monitor", async () => {
    const { db } = system.database;
    const monitorId = await newMonitor("Leaving");
    const left = async () =>
      (await db.query("SELECT 1 FROM monitor_digests WHERE monitor_id = $1", [monitorId])).length;
    await subscribe(monitorId);
    await system.graph(key, `mutation { unsubscribeFromDigest(monitorId: ${monitorId}, email: "${ADA}") { name } }`);
    expect(await left()).toBe(0);

    await subscribe(monitorId);
    await tell(monitorId);
    await makeDue();
    const mail = present((await send()).mails.find(({ group }) => group === "Leaving"));
    const { pathname } = new URL(present(mail.unsubscribeUrl));
    expect(mail.text).toContain(mail.unsubscribeUrl);
    const asked = await fetch(system.url + pathname);
    expect([asked.status, await left()]).toEqual([200, 1]);
    expect(await asked.text()).toContain('<form method="post">');
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await fetch(system.url + pathname, { method: "POST", body })).status).toBe(200);
    expect(await left()).toBe(0);
    expect((await fetch(`${system.url}/digests/short`)).status).toBe(404);

    await subscribe(monitorId, GRACE);
    await tell(monitorId);
    await makeDue();
    await db.query("DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = $1)", [GRACE]);
    expect((await send()).mails.filter(({ to }) => to.includes(GRACE))).toEqual([]);
    expect(await left()).toBe(0);

    await subscribe(monitorId);
    await system.graph(key, `mutation { deleteMonitor(monitorId: ${monitorId}) }`);
    expect(await left()).toBe(0);
  });

  it("waits while the team's access has ended", async () => {
    const { prisma } = system.database.db;
    const monitorId = await newMonitor("Ended");
    await subscribe(monitorId);
    await tell(monitorId);
    await makeDue();
    await prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt: new Date(0) } });
    expect((await send()).mails).toEqual([]);
    await prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt: null } });
    await system.database.db.query("UPDATE monitor_digests SET attempt_at = now() - interval '1 second'", []);
    expect(numbersIn((await send()).mails)).toContain(told);
  });

  it("is for users of the monitor's team alone, by keys that may read what is told", async () => {
    const monitorId = await newMonitor("Whose");
    const codeOf = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.[0]?.extensions.code;
    const { key: stranger, teamId: theirs } = await system.team({ name: "Rival" });
    const email = "rival@digests.example";
    const user = { email, firstName: "A", lastName: "B", password: "correct horse" };
    await createUser(system.database.db.prisma, { teamId: theirs, ...user });
    expect(codeOf(await subscribe(monitorId, email, "DAILY", stranger))).toBe("NOT_FOUND");
    expect(codeOf(await subscribe(monitorId, email))).toBe("NOT_FOUND");
    const without = (scope: string) =>
      system.key(
        teamId,
        SCOPES.filter((one) => one !== scope),
      );
    expect(codeOf(await subscribe(monitorId, ADA, "DAILY", await without("markets:read")))).toBe("FORBIDDEN");
    const nobody = `mutation { subscribeToDigest(input: { monitorId: ${monitorId} }) { name } }`;
    expect(codeOf(await system.graph(key, nobody))).toBe("INVALID_INPUT");
    const listed = `{ monitor(monitorId: ${monitorId}) { digests { email } } }`;
    expect(codeOf(await system.graph(await without("teams:read"), listed))).toBe("FORBIDDEN");
  });

  it("is asked for and ended by command", async () => {
    const monitorId = await newMonitor("Command");
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
    };
    const market = (...more: string[]) =>
      marketCommand(["monitor", "digest", String(monitorId), ADA, ...more], environment);
    expect((await market("--every", "week")).stdout).toContain(
      `${ADA} gets the digest of monitor ${monitorId} every week.`,
    );
    expect((await market("--end")).stdout).toContain("no longer gets a digest");
    expect((await market("--end")).code).not.toBe(0);
  });
});

it("a mail to an SMTP server has the headers by which mail programs unsubscribe", async () => {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.on("data", (chunk: Buffer) => received.push(chunk));
      stream.on("end", () => done());
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    const smtpUrl = `smtp://127.0.0.1:${port}`;
    const mailer = createMailer({ smtpUrl, from: "m@example.com", outboxDir: await temporaryFolder() });
    const unsubscribeUrl = "https://market.example/digests/abc";
    await mailer.send({ id: "digest-1-2", group: "A", to: [ADA], subject: "S", text: "T", unsubscribeUrl });
    const { headerLines } = await simpleParser(Buffer.concat(received));
    const lines = headerLines.map(({ line }) => line);
    expect(lines).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(lines).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

it("a worker that is killed while it sends leaves the mail to the next one, which tells each notice once", async () => {
  const { db } = system.database;
  await db.query("DELETE FROM monitor_digests", []);
  const monitorId = await newMonitor("Killed");
  await subscribe(monitorId);
  await tell(monitorId, 3);
  await makeDue();
  const { workflow, connection } = await connectTemporal(system);
  // The mail is promised, and its address cannot be read while this lock is held: the worker is killed in between.
  const release = await holdTable(db, "memberships", "ACCESS EXCLUSIVE");
  const killed = await spawnWorker(system);
  try {
    const started = await workflow.start("sendDigests", { taskQueue: TASK_QUEUE, workflowId: "digests-of-a-test" });
    await untilBlocked(db, "memberships");
    const [promised] = await db.query<{ sending: boolean }>(
      "SELECT sending_after IS NOT NULL AS sending FROM monitor_digests WHERE monitor_id = $1",
      [monitorId],
    );
    expect(promised).toEqual({ sending: true });
    await killHard(killed);
    await release();
    // What is told after the promise is for the next mail.
    await tell(monitorId);
    const worker = await system.startWorker();
    try {
      expect(await started.result()).toMatchObject({ sent: 1 });
    } finally {
      await worker.stop();
    }
    const outbox = join(system.config.dataDir, "outbox");
    const files = (await readdir(outbox)).filter((name) => name.startsWith("digest-"));
    expect(files).toHaveLength(1);
    const mail = await simpleParser(await readFile(join(outbox, files[0] ?? "")));
    expect(numbersIn([{ text: mail.text ?? "" }])).toEqual([told - 3, told - 2, told - 1]);
    await makeDue();
    expect(numbersIn((await send()).mails)).toEqual([told]);
  } finally {
    await connection.close();
  }
});

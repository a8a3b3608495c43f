import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "#accounts/teams/create-user";
import { PublishMarketDocument } from "#generated/tests/graphql";
import { createMailer } from "#providers/mail/mailer";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish, start } from "../support/discovery.ts";
import { freePort } from "../support/ports.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let system: TestSystem;
let key: string;
let teamId: number;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key, teamId } = await system.team());
  await createUser(system.database.db.prisma, {
    teamId,
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Example",
    password: "correct horse",
  });
});
afterAll(() => system.stop());

const outbox = () => join(system.config.dataDir, "outbox");

async function mailsOf(marketId: number): Promise<string[]> {
  return (await readdir(outbox())).filter((name) => name.startsWith(`market-${marketId}-`));
}

async function publishWithMail(ofKey: string, marketId: number) {
  await publish(system, ofKey, marketId, { runSendPublishEmail: true });
  return ended(system, ofKey, marketId);
}

describe("publishing", () => {
  it("is a conflict before any discovery has completed, and while one runs", async () => {
    const { market } = await start(system, key);
    const { errors } = await system.ask(key, PublishMarketDocument, { input: { marketId: market.marketId } });
    expect(errors?.[0]?.extensions.code).toBe("CONFLICT");
    await ended(system, key, market.marketId);
  });

  it("may be asked for again as soon as all of its jobs have ended", async () => {
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    for (let round = 0; round < 5; round++) {
      await publish(system, key, market.marketId, { runReverseGeocoding: true });
      await ended(system, key, market.marketId);
    }
  });

  it("runs one job for each flag, marks the market, and writes the mail to the outbox", async () => {
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    const choices = { runReverseGeocoding: true, runSendPublishEmail: true };
    const chosen = await publish(system, key, market.marketId, choices);
    expect(chosen.map(({ workflowName }) => workflowName)).toEqual(["runReverseGeocoding", "runSendPublishEmail"]);
    const { status, jobs } = await ended(system, key, market.marketId);
    expect(status).toBe("PUBLISHED");
    expect(jobs.map((job) => job.status)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
    const files = await mailsOf(market.marketId);
    expect(files).toHaveLength(1);
    const mail = await simpleParser(await readFile(join(outbox(), files[0] ?? "")));
    expect(mail.subject).toBe('Market "Wind turbine components" is published: 5 companies');
    expect(mail.to).toMatchObject({ value: [{ address: "ada@example.com" }] });
    expect(mail.text).toContain("1. ");
  });

  it("keeps the mail to a team without users in the outbox, and says how to add one", async () => {
    const lonely = await system.team();
    const { market } = await start(system, lonely.key);
    await ended(system, lonely.key, market.marketId);
    const log = await publishWithMail(lonely.key, market.marketId);
    expect(log).toMatchObject({ status: "PUBLISHED", jobs: [{ status: "COMPLETED", error: null }, {}] });
    const [file = ""] = await mailsOf(market.marketId);
    const mail = await readFile(join(outbox(), file), "utf8");
    expect(mail).toMatch(/^To: .+:;\r$/m);
    expect((await simpleParser(mail)).subject).toMatch(/is published: 5 companies$/);
    const messages = await system.database.db.query<{ message: string }>(
      "SELECT message FROM progress_log WHERE market_id = $1 AND message LIKE '%outbox%'",
      [market.marketId],
    );
    expect(messages[0]?.message).toMatch(/\.eml in the folder outbox .* has no users to write to; .*users create/);
  });

  it("publishes all the same when a job fails, and says so", async () => {
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    await rename(outbox(), `${outbox()}-away`);
    await writeFile(outbox(), "a file where the folder should be");
    try {
      const { status, jobs } = await publishWithMail(key, market.marketId);
      expect(status).toBe("PUBLISHED");
      expect(jobs[0]).toMatchObject({ status: "FAILED", error: expect.stringContaining("the service failed") });
    } finally {
      await rm(outbox());
      await rename(`${outbox()}-away`, outbox());
    }
  });
});

describe("mail by SMTP", () => {
  it("reaches a real SMTP server once with its Message-ID", async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    try {
      const mailer = createMailer({
        smtpUrl: `smtp://127.0.0.1:${port}`,
        from: "Market <m@example.com>",
        outboxDir: await temporaryFolder(),
      });
      await mailer.send({
        id: "market-1-job-2",
        group: "Acme",
        to: ["ada@example.com"],
        subject: "Published",
        text: "Five companies",
      });
      const mail = await simpleParser(received[0] ?? "");
      expect(received).toHaveLength(1);
      expect(mail).toMatchObject({ messageId: "<market-1-job-2@market-intelligence>", subject: "Published" });
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
});

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "#accounts/auth/password";
import { finishRun } from "../rest/server.ts";
import { type CommandResult, command } from "../support/command.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { freePort } from "../support/ports.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** The environment of the running server. */
const environment = () => ({
  DATABASE_URL: system.database.url,
  DATA_DIR: system.config.dataDir,
  PORT: String(system.config.port),
  NODE_ENV: "test",
});
const run = (...args: string[]): Promise<CommandResult> => marketCommand(args, environment());
/** The same as a program of its own. */
const program = (...args: string[]): Promise<CommandResult> => command("src/cli/market.ts", args, environment());
const programWithInput = (input: string, ...args: string[]) =>
  command("src/cli/market.ts", args, environment(), 60_000, input);

/** The one line of JSON that a command printed. */
async function json(...args: string[]): Promise<Record<string, never>> {
  const { stdout, stderr, code } = await run(...args, "--json");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

describe("the operator's commands, beside a running server", () => {
  it("make a team, a user and a key that works at once, and revoke it at once", async () => {
    const { id: teamId } = await json("teams", "create", "--name", "Acme", "--domain", "acme.com", "--quota", "3");
    expect(teamId).toBeTypeOf("number");
    const person = ["--email", "Ada@acme.com", "--first-name", "Ada", "--last-name", "Example"];
    const user = ["users", "create", "--team", String(teamId), ...person, "--json"];
    expect(JSON.parse((await programWithInput("correct horse\n", ...user)).stdout).id).toMatch(/^[0-9a-f-]{36}$/);
    const { rows } = await system.database.db.pool.query<{ password_hash: string }>("SELECT password_hash FROM users");
    expect(await verifyPassword(rows[0]?.password_hash ?? null, "correct horse")).toBe(true);
    const { key, prefix } = await json(
      "keys",
      "create",
      "--team",
      String(teamId),
      "--scopes",
      "discovery:read,discovery:write",
    );
    expect(key).toMatch(/^mk_test_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    const viewer = "{ viewer { scopes quotaLeft team { teamId name } } }";
    expect((await system.graph(key, viewer)).data).toEqual({
      viewer: { scopes: ["discovery:read", "discovery:write"], quotaLeft: 3, team: { teamId, name: "Acme" } },
    });
    await json("keys", "revoke", String(prefix));
    expect((await system.graph(key, viewer)).errors?.[0]?.extensions.code).toBe("UNAUTHORISED");
  });

  it("import companies, and again with nothing changed", async () => {
    const path = join(system.config.dataDir, "companies.csv");
    await writeFile(path, "domain,name,country\nblades.de,Blades GmbH,Germany\nnot a domain,Nobody,Germany\n");
    expect(await json("import", "companies", path)).toMatchObject({
      read: 2,
      inserted: 1,
      setAsideCount: 1,
      setAside: [{ line: 3 }],
    });
    expect(await json("import", "companies", path)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  });

  it("lists every command in its help, and the options of the one that is named", async () => {
    const [all, one] = [await program("--help"), await program("help", "teams")];
    expect(all.stdout).toMatch(/^ {2}import +Load data[\s\S]*^ {2}replay +Repeat/m);
    expect(one.stdout).toMatch(/Usage: market teams[\s\S]*create \[options\]/);
  });

  it("list markets, jobs and companies page by page, publish and cancel, as any client of the graph", async () => {
    const { db } = system.database;
    const { teamId } = await system.team({ name: "Kites" });
    const companies = await Promise.all(["kites.de", "wings.dk", "sails.fr"].map((domain) => seedCompany(db, domain)));
    const companyIds = companies.map((company) => company.id);
    const marketId = await seedMarket(db, teamId, companyIds, "Kite makers");
    const id = String(marketId);

    const page = await json("companies", id, "--limit", "2", "--offset", "1");
    expect(page).toMatchObject({ totalCount: 3, offset: 1, companies: [{ rank: 2, reason: "reason 1" }, { rank: 3 }] });
    const table = await run("companies", "list", id, "--limit", "2", "--order", "name");
    expect(table.stdout).toMatch(/kites\.de[\s\S]*1–2 of 3; the next: --offset 2/);
    expect(await json("companies", "show", "https://www.kites.de/")).toMatchObject({ domain: "kites.de" });
    expect(await json("companies", "search", "kites.de", "--domain")).toMatchObject({
      companies: expect.arrayContaining([expect.objectContaining({ domain: "kites.de" })]),
    });

    expect(await json("why-not", id, "nobody-knows-them.com")).toMatchObject({ company: null, smallestChange: null });

    const published = await json("publish", id, "--run", "news,runEsg", "--max-cost", "0.5");
    expect(published).toMatchObject({ marketId, jobs: [{ workflowName: "runNews" }, { workflowName: "runEsg" }] });
    expect(await json("jobs", id, "--limit", "1")).toMatchObject({
      totalCount: 3,
      jobs: [{ workflowName: "runEsg", status: "QUEUED" }],
    });
    // What a pipeline job is about is no number of companies.
    const lines = (await run("jobs", id)).stdout.split("\n");
    expect(lines.find((line) => line.includes("runEsg"))).toMatch(/runEsg +queued +– /);
    expect(lines.find((line) => line.includes("first_pass"))).toMatch(/first_pass +completed +\d/);
    expect(
      (await run("jobs", "show", String((published.jobs as unknown as { jobId: number }[])[0]?.jobId))).stdout,
    ).toMatch(/^Companies +–$/m);
    const { jobs } = await json("cancel", id);
    expect(jobs).toMatchObject([{ status: "CANCELLED" }, { status: "CANCELLED" }]);
    expect((await run("cancel", id)).stderr).toMatch(`market ${id} has nothing queued or running to cancel`);

    // Where no server answers, and as another team.
    const alone = { ...environment(), PORT: String(await freePort()) };
    const listed = await marketCommand(["markets", "--search", "kite", "--json"], alone);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      totalCount: 1,
      markets: [{ marketId, team: { teamId }, companies: { totalCount: 3 }, jobs: [{ status: "CANCELLED" }] }],
    });
    const { teamId: other } = await system.team();
    const foreign = await run("markets", "show", id, "--team", String(other));
    expect([foreign.code, foreign.stderr]).toEqual([1, `Not Found: market ${id}\n`]);
    // What was written names its key, which has ended; nothing stays of the others.
    const left = await db.prisma.apiKey.findMany({ where: { name: { startsWith: "market command of " } } });
    expect(left.map(({ revokedAt }) => revokedAt !== null && revokedAt <= new Date())).toEqual([true, true, true]);
  }, 120_000);

  it("say what is wrong with an option by its own name, not by the field of the API", async () => {
    const { teamId } = await system.team();
    const id = String(await seedMarket(system.database.db, teamId, [], "Sails"));
    const said = async (...args: string[]) => {
      const { code, stderr } = await run(...args, "--team", String(teamId));
      return [code, stderr];
    };
    expect(await said("monitor", "add", id, "--every", "0")).toEqual([1, "--every must be 1–525600\n"]);
    expect(await said("monitor", "add")).toEqual([1, "give <market> or --events\n"]);
    expect(await said("monitor", "set", "1")).toEqual([1, "nothing to change: give --trigger or --every\n"]);
    expect(await said("monitor", "add", id, "--name", "x".repeat(201))).toEqual([
      1,
      "--name must be a text of at most 200 characters\n",
    ]);
    expect(await said("webhook", "add", "http://example.com/")).toEqual([1, "<url> must begin with https://\n"]);
    expect(await said("webhook", "rotate", "1", "--overlap", "999")).toEqual([1, "--overlap must be 0–720\n"]);
    expect(await said("monitor", "list", "--limit", "101")).toEqual([1, expect.stringMatching(/^--limit must be /)]);
    const { code, stdout } = await run("monitor", "add", id, "--every", "0", "--json", "--team", String(teamId));
    expect([code, JSON.parse(stdout)]).toEqual([1, { error: "--every must be 1–525600" }]);
  });

  it("say which configuration lets a webhook go to an inner address", async () => {
    const { teamId } = await system.team();
    const { code, stderr } = await run("webhook", "add", "http://127.0.0.1:9555/hook", "--team", String(teamId));
    expect([code, stderr]).toEqual([1, expect.stringContaining("FETCH_ALLOW=127.0.0.1:9555")]);
    const never = await run("webhook", "add", "ftp://example.com/", "--team", String(teamId));
    expect([never.code, never.stderr]).toEqual([1, expect.not.stringContaining("FETCH_ALLOW")]);
  });

  it("say in one sentence that a file does not exist or is a folder", async () => {
    const missing = join(system.config.dataDir, "nowhere.csv");
    for (const command of [
      ["import", "companies", missing],
      ["import", "articles", missing],
      ["verify", missing],
      [
        "users",
        "create",
        "--team",
        "1",
        "--email",
        "a@b.de",
        "--first-name",
        "A",
        "--last-name",
        "B",
        "--password-file",
        missing,
      ],
    ]) {
      const { code, stderr } = await run(...command);
      expect([command[0], code, stderr]).toEqual([command[0], 1, `there is no file ${missing}\n`]);
    }
    const marketId = await seedMarket(system.database.db, (await system.team()).teamId, [], "Files");
    const unwritten = await run("export", String(marketId), "--format", "csv", "--out", join(missing, "market.csv"));
    expect([unwritten.code, unwritten.stderr]).toEqual([1, `there is no folder ${missing}\n`]);
    const folder = system.config.dataDir;
    const read = await run("verify", folder, "--json");
    expect([read.code, JSON.parse(read.stdout)]).toEqual([1, { error: `${folder} is a folder, not a file` }]);
  });

  it("ask: ends with its answer, because the server goes on without it", async () => {
    const question = ["--yes", "--stay", "Find 5 makers of rotor blades in Germany"];
    const asking = command("src/cli/ask.ts", question, environment());
    const queued = () => system.database.db.prisma.workflowRun.findFirst({ where: { status: "queued" } });
    const run = await eventually(queued, (found) => found !== null);
    await finishRun(system.database.db, run?.marketId ?? 0);
    const { code, stderr, stdout } = await asking;
    expect([code, stdout]).toEqual([0, expect.stringContaining("Explore it")]);
    expect(stdout).toMatch(/x-api-key +the key \w{8} in .*ask\.key; .* keys create --team \d+/);
    expect(stdout).not.toContain("mk_live_");
    expect(stderr).not.toContain("Serving until");
  });

  it("ask: says what a meaningless question lacks, and exits with 1", async () => {
    const { code, stderr } = await command("src/cli/ask.ts", ["--yes", "find companies"], environment());
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not say what the companies make, sell or do/);
  });

  it.each([
    [["teams", "create", "--name", "X", "--domain", "no domain"], /domain is not a host name/],
    [["keys", "create", "--scopes", "all"], /either --team ID or --platform/],
    [
      ["keys", "create", "--platform", "--scopes", "everything"],
      /scope "everything" is not one of: all, discovery:read/,
    ],
    [["keys", "create", "--team", "99999", "--scopes", "all"], /Not Found: team 99999/],
    [["keys", "revoke", "AAAAAAAA"], /Not Found: key AAAAAAAA/],
    [
      ["users", "create", "--team", "1", "--email", "x", "--first-name", "A", "--last-name", "B"],
      /email is not an e-mail address; password must have 10/,
    ],
  ])("%j says what is wrong and exits with 1", async (args, message) => {
    // A password is asked for on standard input.
    const { code, stderr } = await (args[0] === "users" ? program : run)(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("    at ");
  });

  it("wait for a server that turns them away because it is busy", async () => {
    let turnedAway = 0;
    const busy = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      if (request.method === "POST" && turnedAway < 2) {
        turnedAway += 1;
        const errors = [{ message: "Service Unavailable", extensions: { code: "SERVICE_UNAVAILABLE" } }];
        response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
        response.end(JSON.stringify({ errors }));
        return;
      }
      const { "x-api-key": key = "" } = request.headers;
      const answer = await fetch(`http://127.0.0.1:${system.config.port}${request.url}`, {
        method: request.method ?? "GET",
        headers: { "content-type": "application/json", "x-api-key": String(key) },
        ...(request.method === "POST" ? { body } : {}),
      });
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(await answer.text());
    });
    const port = await freePort();
    await new Promise<void>((listening) => busy.listen(port, "127.0.0.1", listening));
    const list = ["markets", "list", "--json"];
    const { code, stdout } = await marketCommand(list, { ...environment(), PORT: String(port) });
    busy.close();
    expect({ code, turnedAway }).toEqual({ code: 0, turnedAway: 2 });
    expect(stdout).toBe((await run(...list)).stdout);
  });

  it("say when the database is dead, without its password", async () => {
    const { code, stderr } = await marketCommand(["keys", "revoke", "AAAAAAAA"], {
      DATABASE_URL: "postgresql://market:secret-word@127.0.0.1:1/market",
      DATA_DIR: system.config.dataDir,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/127\.0\.0\.1:1/);
    expect(stderr).not.toContain("secret-word");
  });
});

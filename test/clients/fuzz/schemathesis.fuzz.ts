import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SCOPES, SUBSCRIPTIONS } from "#accounts/auth/scopes";
import { finishRun, type RestServer, startMarket, startRestServer } from "../../rest/server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { EXAMPLE_DOSSIER, seedExamples } from "../example-data.ts";
import { pythonEnvironment } from "../python-environment.ts";

/** A run draws the same requests again; FUZZ_ARGS="--seed 2" draws others. */
const SEED = "1";
/** pino's level of errors. Warnings are what a busy machine and a Temporal that is not there make it say. */
const ERROR = 50;

/** A position in the list of people: only a page of it gives one, and a page that is the last one gives none. */
async function peopleCursor({ db, ask }: RestServer, marketId: number, key: string): Promise<string> {
  const { id: _, ...example } = await db.prisma.person.findFirstOrThrow();
  await db.prisma.person.create({
    data: { ...example, name: "Mary Kenneth Keller", nameKey: "mary kenneth keller", rank: example.rank + 1 },
  });
  const { body } = await ask("GET", `/v2/markets/${marketId}/people?pageSize=1`, { key });
  return body.metadata.pagination.nextCursor;
}

/** Schemathesis with all of its checks against a running server: `npm run fuzz`; FUZZ_ARGS are handed on to it. */
it("finds nothing with all checks", async () => {
  const bin = await pythonEnvironment(new URL("requirements.txt", import.meta.url));
  const server = await startRestServer({ RATE_LIMIT_PER_MINUTE: "0" });
  try {
    // Without a limit, so that starts are not used up.
    await server.db.prisma.team.updateMany({ data: { monthlyQuota: null } });
    // What the configuration's path parameters and the documented examples name is the team's own. A publish and an
    // extension make their markets busy, so each has one of its own.
    const { id: collectionId } = await server.db.prisma.collection.create({
      data: { teamId: server.teamId, name: "Blades" },
    });
    const marketId = await startMarket(server);
    const markets = [marketId, await startMarket(server), await startMarket(server)];
    for (const market of markets) await finishRun(server.db, market);
    expect([server.teamId, collectionId, ...markets]).toEqual([1, 1, 1, 2, 3]);
    await server.db.prisma.market.updateMany({ data: { collectionId } });
    const job = await server.db.prisma.job.findFirstOrThrow();
    await seedExamples(server.db, server.teamId, marketId, job.id);
    await server.db.prisma.dossier.update({ where: { agentId: EXAMPLE_DOSSIER }, data: { collectionId } });
    const key = await server.keyOf(server.teamId, SCOPES, SUBSCRIPTIONS);
    const cursor = await peopleCursor(server, marketId, key);
    const args = [
      "--config-file",
      fileURLToPath(new URL("schemathesis.toml", import.meta.url)),
      "run",
      `${server.url}/v2/openapi.json`,
      `--header=x-api-key: ${key}`,
      `--seed=${SEED}`,
      ...(process.env.FUZZ_ARGS?.split(" ") ?? []),
    ];
    const env = { ...process.env, PLATFORM_KEY: server.platformKey, PEOPLE_CURSOR: cursor };
    const child = spawn(join(bin, "schemathesis"), args, { stdio: "inherit", cwd: await temporaryFolder(), env });
    const status = await new Promise((resolve) => child.once("exit", resolve));
    expect(server.logged.filter((entry) => (entry as { level: number }).level >= ERROR)).toEqual([]);
    expect(status).toBe(0);
  } finally {
    await server.stop();
  }
});

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from "@temporalio/worker";
import { beforeAll, describe, expect, it } from "vitest";
import { TASK_QUEUE } from "../../workflows/contract.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { eventually, startSystem } from "../support/system.ts";

const HISTORIES = new URL("./histories/", import.meta.url);
const quiet = new DefaultLogger("ERROR");

let code: string;

/**
 * Runs one workflow of each kind for real and stores their histories: after a change that was made compatible by `patched`, with
 * `RECORD_HISTORIES=1 npx vitest run test/workflows/replay.test.ts`. Old files stay: runs of their kind may still be open somewhere.
 */
async function record(): Promise<void> {
  const system = await startSystem({ temporal: true, worker: true });
  try {
    await importTestCompanies(system.database.db);
    const { key } = await system.team();
    const { market } = await start(system, key, WIND_CRITERIA, { runReverseGeocoding: true });
    await ended(system, key, market.marketId);
    const PUBLISH =
      "mutation ($id: Int!) { publishMarket(input: { marketId: $id, pipelineChoices: { runReverseGeocoding: true } }) { jobs { jobId } } }";
    await system.graph(key, PUBLISH, { id: market.marketId });
    await ended(system, key, market.marketId);
    const connection = await Connection.connect({ address: `127.0.0.1:${system.config.temporal.port}` });
    const { workflow } = new Client({ connection });
    await workflow.execute("groupObservations", { taskQueue: TASK_QUEUE, workflowId: "group-observations" });
    await mkdir(HISTORIES, { recursive: true });
    const DOSSIER = 'mutation { createDossier(input: { agentType: THEME, query: "wind turbines" }) { agentId } }';
    const made = await system.graph<{ createDossier: { agentId: string } }>(key, DOSSIER);
    const RUN = "mutation ($input: RunDossierInput!) { runDossier(input: $input) { taskId } }";
    const input = { agentId: made.data?.createDossier.agentId };
    const run = await system.graph<{ runDossier: { taskId: string } }>(key, RUN, { input });
    const dossier = `dossier-${run.data?.runDossier.taskId}`;
    await eventually(
      () => system.database.db.prisma.dossierTask.count({ where: { status: "completed" } }),
      (completed) => completed === 1,
    );
    await workflow.getHandle(dossier).result();
    for (const id of ["discovery-1", "publish-2", "group-observations", dossier]) {
      const history = await workflow.getHandle(id).fetchHistory();
      const kind = id.replace(/-\d+$|-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "");
      await writeFile(
        new URL(`${kind}-${new Date().toISOString().slice(0, 10)}.json`, HISTORIES),
        historyToJSON(history),
      );
    }
    await connection.close();
  } finally {
    await system.stop();
  }
}

beforeAll(async () => {
  if (process.env.RECORD_HISTORIES) await record();
  try {
    Runtime.install({ logger: quiet });
  } catch {
    // Recording has installed it.
  }
  const workflowsPath = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));
  ({ code } = await bundleWorkflowCode({ workflowsPath, logger: quiet }));
});

const replay = async (file: string, bundle: string) =>
  Worker.runReplayHistory(
    { workflowBundle: { code: bundle } },
    JSON.parse(await readFile(new URL(file, HISTORIES), "utf8")),
  );

describe("stored histories", async () => {
  const files = await readdir(HISTORIES);

  it("exist for every kind of workflow", () => {
    expect(files.some((file) => file.startsWith("discovery-"))).toBe(true);
    expect(files.some((file) => file.startsWith("publish-"))).toBe(true);
    expect(files.some((file) => file.startsWith("group-observations-"))).toBe(true);
    expect(files.some((file) => file.startsWith("dossier-"))).toBe(true);
  });

  it.each(files)("%s replays on today's code", async (file) => {
    await expect(replay(file, code)).resolves.toBeUndefined();
  });

  it("show a change of the order of steps", async () => {
    const changed = code.replaceAll("resolveIdentities", "resolveOtherwise");
    const file = files.find((name) => name.startsWith("discovery-")) ?? "";
    await expect(replay(file, changed)).rejects.toMatchObject({ name: "DeterminismViolationError" });
  });
});

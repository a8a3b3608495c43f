import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Config } from "#foundation/config/config";
import type { TemporalServer } from "#foundation/config/temporal";
import { BUILD_TAKES, findTemporalCli, READY_MADE } from "#foundation/embedded/temporal-cli";
import {
  accepts,
  hasNamespace,
  missingSearchAttributes,
  probe,
  refusesKey,
  serverVersion,
} from "#foundation/temporal/temporal-server";
import { tlsProblem } from "#foundation/temporal/temporal-tls";
import { servedQueues } from "#workflows/client/served-queues";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import type { Finding } from "./check.ts";
import type { SecondsSinceStart } from "./starting.ts";

/** Checks the Temporal server that is or would be used: which one, its namespace, search attributes, UI and workers. */
export async function checkTemporal({ temporal }: Config, sinceStart: SecondsSinceStart): Promise<Finding[]> {
  const address = temporal.address ?? `127.0.0.1:${temporal.port}`;
  const origin = temporal.address === undefined ? "on this machine" : "of TEMPORAL_ADDRESS";
  const server: TemporalServer = { address, ...temporal.access };
  const listener = await probe(server);
  if (listener === "nothing" && temporal.address === undefined) return [await wouldStart(temporal)];
  if (listener === "nothing")
    return [
      {
        name: "Temporal",
        status: "missing",
        found: `nothing responds at ${address} ${origin}`,
        cure: "start that server, or unset TEMPORAL_ADDRESS",
      },
    ];
  const version = await serverVersion(server);
  if (version === undefined) {
    const problem = await tlsProblem(server);
    if (problem !== undefined) return [{ name: "Temporal", status: "missing", ...problem }];
    if (await refusesKey(server))
      return [
        {
          name: "Temporal",
          status: "missing",
          found: `the server at ${address} refuses ${temporal.access.apiKey === undefined ? "calls without an API key" : "the API key"}`,
          cure: "set TEMPORAL_API_KEY or TEMPORAL_API_KEY_FILE to a key of this namespace that has not expired",
        },
      ];
    const cure =
      temporal.address === undefined
        ? "set TEMPORAL_PORT to a free port"
        : "set TEMPORAL_ADDRESS to the gRPC address of a Temporal server";
    return [{ name: "Temporal", status: "missing", found: `the program at ${address} is not a Temporal server`, cure }];
  }
  const running: Finding = {
    name: "Temporal",
    status: "ok",
    found: `server ${version} at ${address}, ${origin}${temporal.access.tls === undefined ? "" : ", by TLS"}`,
  };
  if (!(await hasNamespace(server, temporal.namespace))) {
    const cure = `temporal operator namespace create -n ${temporal.namespace}, or set TEMPORAL_NAMESPACE`;
    return [running, { name: "Temporal namespace", status: "missing", found: `no ${temporal.namespace}`, cure }];
  }
  return [
    running,
    { name: "Temporal namespace", status: "ok", found: temporal.namespace },
    await checkSearchAttributes(server, temporal.namespace),
    await checkUi(temporal.uiUrl),
    await checkWorkers(server, temporal.namespace, sinceStart),
  ];
}

/** Reports how a start would get its Temporal CLI, as far as that can be known in advance. */
async function wouldStart(temporal: Config["temporal"]): Promise<Finding> {
  const cli = await findTemporalCli(temporal);
  if (!Array.isArray(cli))
    return { name: "Temporal", status: "ok", found: `not running; npm start runs ${cli.version}, from ${cli.source}` };
  const go = await promisify(execFile)("go", ["version"], { timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (go !== undefined)
    return {
      name: "Temporal",
      status: "note",
      found: `not running and no CLI; ${go} is there`,
      cure: `the first start downloads it, or builds it, which takes ${BUILD_TAKES}; quicker: ${READY_MADE}`,
    };
  return {
    name: "Temporal",
    status: "note",
    found: "not running, no CLI and no Go",
    cure: `the first start downloads it if there is a network; otherwise use ${READY_MADE}, install Go, or set TEMPORAL_ADDRESS`,
  };
}

async function checkSearchAttributes(server: TemporalServer, namespace: string): Promise<Finding> {
  const wanted = Object.values(SEARCH_ATTRIBUTES);
  const name = "Search attributes";
  try {
    const missing = await missingSearchAttributes(server, namespace, wanted);
    if (missing.length === 0)
      return { name, status: "ok", found: wanted.map((attribute) => attribute.name).join(", ") };
    const found = `missing, or of another type: ${missing.map((attribute) => attribute.name).join(", ")}`;
    return {
      name,
      status: "note",
      found: `${found}; jobs run without`,
      cure: "npm start and npm run start:worker register them if permitted; otherwise run temporal operator search-attribute create",
    };
  } catch (error) {
    const found = `could not be listed: ${error instanceof Error ? error.message : error}`;
    return {
      name,
      status: "note",
      found,
      cure: "make sure that MarketId (Int), TeamId (Int) and WorkflowKind (Keyword) are registered",
    };
  }
}

async function checkUi(uiUrl: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(uiUrl);
  if (await accepts(`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`))
    return { name: "Temporal UI", status: "ok", found: uiUrl };
  return {
    name: "Temporal UI",
    status: "note",
    found: `nothing responds at ${uiUrl}`,
    cure: "set TEMPORAL_UI_URL to its address",
  };
}

async function checkWorkers(
  server: TemporalServer,
  namespace: string,
  sinceStart: SecondsSinceStart,
): Promise<Finding> {
  const { workers, unserved } = await servedQueues(server, namespace);
  const name = "Workers";
  const found = `${workers} asked for workflows within five minutes`;
  if (workers > 0 && unserved.length === 0)
    return { name, status: "ok", found: `${found}, and every task queue is served` };
  // A worker that is seen asks for the tasks of all its queues at once.
  const seconds = workers === 0 ? await sinceStart() : null;
  if (seconds !== null)
    return {
      name,
      status: "note",
      found: `starting: the product was started ${Math.round(seconds)} s ago, and no worker is seen yet`,
      cure: "run the doctor again in a minute: jobs wait until then",
    };
  if (workers === 0)
    return {
      name,
      status: "note",
      found: "none has asked for workflows within five minutes",
      cure: "npm start or npm run start:worker: jobs wait until one does",
    };
  return {
    name,
    status: "missing",
    found: `${found}, but no worker serves ${unserved.join(", ")}`,
    cure: `start a worker without WORKER_QUEUES, or with WORKER_QUEUES=${unserved.join(",")}: jobs on these task queues wait until then`,
  };
}

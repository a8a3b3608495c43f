import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RestServer, startRestServer } from "./server.ts";

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

describe("the pages", () => {
  const PAGES = ["/", "/docs", "/graphql"];

  it.each(PAGES)("link to nothing outside of this server but the Temporal UI: %s", async (path) => {
    const response = await fetch(server.url + path, { headers: { accept: "text/html" } });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const targets = [...(await response.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target ?? "");
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets.filter((link) => link !== "http://127.0.0.1:8233")) {
      const followed = await fetch(server.url + target, { headers: { accept: "text/html" } });
      expect([target, followed.status]).toEqual([target, 200]);
      await followed.body?.cancel();
    }
  });

  it("lead from the reference of /v2 to the documentation and to the reference of the graph", async () => {
    const text = await (await fetch(`${server.url}/docs`)).text();
    for (const path of ["/docs/guide", "/docs/guide/graph"]) expect(text).toContain(`<a href="${path}">`);
  });

  it.each(PAGES)("%s runs scripts of this server's files alone, and stands in no frame", async (path) => {
    const { headers } = await fetch(server.url + path, { headers: { accept: "text/html" } });
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy.split("; ")).toContain(rule);
    expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? "'self'").toBe("'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect([headers.get("x-frame-options"), headers.get("referrer-policy")]).toEqual(["DENY", "no-referrer"]);
  });

  it("are not sent again to a browser that has them, and answers are for programs alone", async () => {
    const first = await fetch(`${server.url}/docs/swagger-ui.css`, { headers: { "accept-encoding": "gzip" } });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await fetch(`${server.url}/docs/swagger-ui.css`, { headers })).status).toBe(304);
    const answer = await server.ask("GET", "/v2/nothing");
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get("strict-transport-security")).toBeNull();
  });

  it("has the reference's script and style itself, and nothing else of the package", async () => {
    for (const [name, type] of [
      ["swagger-ui-bundle.js", "text/javascript"],
      ["swagger-ui.css", "text/css"],
    ] as const) {
      const response = await fetch(`${server.url}/docs/${name}`);
      expect(response.headers.get("content-type")).toContain(type);
      expect((await response.text()).length).toBeGreaterThan(10_000);
    }
    for (const path of ["/docs/package.json", "/docs/..%2fpackage.json", "/docs/swagger-ui-bundle.js.map"])
      expect((await fetch(server.url + path)).status).toBe(404);
  });
});

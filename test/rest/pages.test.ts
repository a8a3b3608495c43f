import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RestServer, startRestServer } from "./server.ts";

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

describe("the pages", () => {
  it.each(["/", "/docs"])("%s links to nothing outside of this server but the Temporal UI", async (path) => {
    const response = await fetch(server.url + path);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const targets = [...(await response.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target ?? "");
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets.filter((link) => link !== "http://127.0.0.1:8233")) {
      const followed = await fetch(server.url + target, { headers: { accept: "text/html" } });
      expect([target, followed.status]).toEqual([target, 200]);
      await followed.body?.cancel();
    }
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

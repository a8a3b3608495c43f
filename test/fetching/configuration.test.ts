import { describe, expect, test } from "vitest";
import { ConfigurationError, readConfig } from "#foundation/config/config";

describe("the configuration of fetching", () => {
  test("opens nothing of the inner network unless it is told to", () => {
    expect(readConfig({}).fetching).toEqual({ allow: [], contact: undefined, delayMs: 1000, concurrency: 8 });
    expect(readConfig({ FETCH_ALLOW: "127.0.0.1:8080, [::1]:9000,Inner.Site:443" }).fetching.allow).toEqual([
      "127.0.0.1:8080",
      "[::1]:9000",
      "inner.site:443",
    ]);
  });

  test("leaves companies' own sites alone unless it is told to read them", () => {
    expect(readConfig({}).pages).toEqual({ keepHours: 168, ofCompanies: "stored" });
    expect(readConfig({ COMPANY_PAGES: "fetch" }).pages.ofCompanies).toBe("fetch");
  });

  test.each([
    [{ COMPANY_PAGES: "all" }, /COMPANY_PAGES must be stored or fetch/],
    [{ NODE_ENV: "production", FETCH_ALLOW: "127.0.0.1:8080" }, /FETCH_ALLOW .* must not be set in production/],
    [{ FETCH_ALLOW: "127.0.0.1" }, /FETCH_ALLOW must be comma-separated host:port pairs/],
    [{ FETCH_ALLOW: "*" }, /FETCH_ALLOW must be comma-separated host:port pairs/],
    [{ FETCH_ALLOW: "http://127.0.0.1:80" }, /FETCH_ALLOW must be comma-separated host:port pairs/],
    [{ FETCH_CONTACT: "me\r\nX-Evil: 1" }, /FETCH_CONTACT must be/],
  ])("%j is a mistake", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigurationError);
    expect(() => readConfig(environment)).toThrow(message);
  });
});

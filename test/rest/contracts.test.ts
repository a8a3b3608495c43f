import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ERROR_STATUS } from "#foundation/errors/index";
import { coerced } from "#rest/coerce";
import { DiscoveryStarted } from "#rest/contracts/discovery-job";
import { ActionEnvelope, ErrorEnvelope } from "#rest/contracts/envelopes";
import { StoredCriteria } from "#rest/contracts/search-criteria";
import { restDocuments } from "#rest/documents";
import { openApiDocument } from "#rest/openapi";
import { errorsOf } from "#rest/openapi-responses";
import { returnPreference } from "#rest/prefer";
import { endpoints } from "#rest/route-table";
import { CRITERIA, type RestServer, startRestServer } from "./server.ts";

const document = JSON.parse(JSON.stringify(openApiDocument()));
const committed = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const operationOf = ({ path, method }: { path: string; method: string }) => document.paths[path][method.toLowerCase()];

/** A schema of the document with its references followed. */
function resolved(schema: { $ref?: string }): Record<string, unknown> {
  return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
}

/** Every object schema below one. */
function objectsIn(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("$ref" in schema) return objectsIn(resolved(schema as { $ref: string }));
  const below = Object.values(schema).flatMap((value) => objectsIn(value));
  return "type" in schema && schema.type === "object" ? [schema as Record<string, unknown>, ...below] : below;
}

describe("the contracts", () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s answers no field beyond its contract",
    (_name, endpoint) => {
      const { schema } = operationOf(endpoint).responses["200"].content["application/json"];
      const objects = objectsIn(schema);
      expect(objects.length).toBeGreaterThan(0);
      for (const object of objects) expect(object.additionalProperties).toBe(false);
    },
  );

  it("fails on an extra field, in the envelope and inside", () => {
    const action = { success: true, message: "", metadata: { marketId: 1, jobIds: [] } };
    expect(ActionEnvelope.safeParse(action).success).toBe(true);
    expect(ActionEnvelope.safeParse({ ...action, extra: 1 }).success).toBe(false);
    expect(ActionEnvelope.safeParse({ ...action, metadata: { ...action.metadata, extra: 1 } }).success).toBe(false);
    const job = { jobId: 1, workflowId: 1, workflowName: "first_pass", startTime: "2026-01-01T00:00:00.000Z" };
    expect(DiscoveryStarted.safeParse({ metadata: { marketId: 1 }, data: [job] }).success).toBe(true);
    expect(DiscoveryStarted.safeParse({ metadata: { marketId: 1 }, data: [{ ...job, extra: 1 }] }).success).toBe(false);
    expect(
      DiscoveryStarted.safeParse({ metadata: { marketId: 1 }, data: [{ ...job, startTime: "2026-01-01" }] }).success,
    ).toBe(false);
    expect(ErrorEnvelope.safeParse({ success: false, errorCode: "X", message: "", issues: [] }).success).toBe(false);
    expect(StoredCriteria.safeParse({}).success).toBe(false);
  });
});

describe("the OpenAPI document", () => {
  it("is committed as the router makes it, and so is the table of endpoints", () => {
    const page = committed("rest.md");
    const made = restDocuments(page);
    expect(committed("openapi.json")).toBe(made.openapi);
    expect(page).toBe(made.restPage);
  });

  it("describes every endpoint with the contract's errors and nothing of tRPC's", () => {
    expect(document.openapi).toBe("3.1.0");
    for (const endpoint of endpoints) {
      const { responses } = operationOf(endpoint);
      const statuses = new Set(errorsOf(endpoint).map((code) => String(ERROR_STATUS[code])));
      expect(new Set(Object.keys(responses))).toEqual(new Set(["200", ...statuses]));
      for (const status of statuses) {
        const { schema, examples } = responses[status].content["application/json"];
        expect(resolved(schema)).toMatchObject({ required: ["success", "errorCode", "message"] });
        for (const { value } of Object.values<{ value: unknown }>(examples)) ErrorEnvelope.parse(value);
      }
    }
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith("error."))).toEqual([]);
  });

  it("names the three ways to say who asks, and lets frames in where the schema does", () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(["apiKeyAuth", "bearerAuth", "sessionIdQuery"]);
    const anyWay = [{ apiKeyAuth: [] }, { bearerAuth: [] }, { sessionIdQuery: [] }];
    const withKey = [{ apiKeyAuth: [] }, { apiKeyAuth: [], bearerAuth: [] }];
    for (const endpoint of endpoints) {
      const forKeys = /^\/v2\/(auth|teams)\b/.test(endpoint.path);
      expect([endpoint.name, operationOf(endpoint).security]).toEqual([endpoint.name, forKeys ? withKey : anyWay]);
    }
  });

  it("has query parameters of a POST in the query, not in the body", () => {
    const { parameters, requestBody } = document.paths["/v2/discovery/start"].post;
    expect(parameters.map((parameter: { in: string; name: string }) => `${parameter.in} ${parameter.name}`)).toEqual([
      "header idempotency-key",
      "query teamId",
      "query collectionId",
    ]);
    expect(Object.keys(requestBody.content["application/json"].schema.properties)).toEqual([
      "searchCriteria",
      "pipelineChoices",
    ]);
    expect(requestBody.required).toBe(true);
    expect(document.paths["/v2/discovery/{marketId}/publish"].post.requestBody.required).toBe(false);
  });

  it("says the defaults of a body in words, so that generated clients may leave the fields out", () => {
    const { count } = document.components.schemas.DiscoveryCriteriaRequest.properties;
    expect(count).not.toHaveProperty("default");
    expect(count.description).toBe(
      "The number of companies that are wanted. For an existing market, the number of further companies. Default: 25.",
    );
  });

  it("states the bounds of criteria", () => {
    const { properties } = document.components.schemas.DiscoveryCriteriaRequest;
    expect(properties.count).toMatchObject({ type: "integer", minimum: 1, maximum: 1000 });
    expect(properties.userPrompt).toMatchObject({ maxLength: 4000 });
  });
});

describe("parameters", () => {
  it.each([
    [z.boolean(), "false", false],
    [z.boolean().optional(), "true", true],
    [z.boolean(), "0", "0"],
    [z.number().default(3), "10", 10],
    [z.number(), "1e3", "1e3"],
    [z.number(), "", ""],
    [z.string(), "12", "12"],
    [z.string().nullable(), "null", "null"],
  ])("are coerced to the type of their schema alone: %#", (schema, text, value) => {
    expect(coerced(schema, text)).toBe(value);
  });

  it.each([
    [undefined, null],
    ["respond-async", null],
    ["return=everything", null],
    ["return=minimal", "minimal"],
    ['Return = "representation"; foo=bar', "representation"],
    ["wait=1, return=minimal, return=representation", "minimal"],
  ])("reads Prefer: %s", (header, preference) => {
    expect(returnPreference(header)).toBe(preference);
  });
});

describe("over HTTP", () => {
  let server: RestServer;
  beforeAll(async () => {
    server = await startRestServer();
  });
  afterAll(() => server?.stop());

  it("serves the document without a key, with this server's address beside the relative one", async () => {
    const { status, body } = await server.ask("GET", "/v2/openapi.json", { key: null });
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: "/" }, { url: expect.stringMatching(/^http:/) }]);
    expect(body.paths).toEqual(document.paths);
    expect((await server.ask("HEAD", "/v2/openapi.json", { key: null })).body).toBeNull();
  });

  it("takes bodies as they are, however many requests there were before", async () => {
    const start = (searchCriteria: object) => server.ask("POST", "/v2/discovery/start", { body: { searchCriteria } });
    for (let round = 0; round < 3; round++) {
      await server.ask("POST", "/v2/discovery/start?teamId=1", { body: { searchCriteria: CRITERIA } });
      for (const wrong of [
        { count: null },
        { count: "5" },
        { count: true },
        { performSearch: "false" },
        { performSearch: 1 },
      ])
        expect([wrong, (await start({ ...CRITERIA, ...wrong })).status]).toEqual([wrong, 400]);
    }
  });

  it.each([
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "Application/JSON",
    "application/merge-patch+json",
  ])("reads a body of type %s", async (type) => {
    const { status } = await server.ask("POST", "/v2/discovery/start", {
      body: JSON.stringify({ searchCriteria: CRITERIA }),
      headers: { "content-type": type },
    });
    expect(status).toBe(200);
  });

  it("puts neither stacks nor issues into errors", async () => {
    const { body } = await server.ask("POST", "/v2/discovery/start", { body: { searchCriteria: { count: "x" } } });
    expect(Object.keys(body)).toEqual(["success", "errorCode", "message"]);
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|ZodError|TRPC/);
  });
});

import { describe, expect, it } from "vitest";
import { breakingChanges } from "../../scripts/openapi/breaking-changes.ts";

/** A document with one operation, made anew each time so that a test may change it. */
function sample() {
  return {
    paths: {
      "/things/{id}": {
        post: {
          operationId: "makeThing",
          security: [{ key: [] }],
          parameters: [
            { in: "path", name: "id", required: true, schema: { type: "integer", minimum: 1 } },
            { in: "query", name: "page", schema: { type: "integer", maximum: 100 } },
          ] as { in: string; name: string; required?: boolean; schema: object }[],
          requestBody: {
            required: false,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Asked" } } },
          },
          responses: {
            "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
            "404": {},
          } as Record<string, object>,
        },
      } as Record<string, unknown>,
    } as Record<string, unknown>,
    components: {
      schemas: {
        Asked: {
          type: "object",
          properties: { name: { type: "string", maxLength: 10 }, kind: { enum: ["a", "b"] } } as Record<string, object>,
          required: [] as string[],
        },
        Thing: {
          type: "object",
          properties: {
            id: { type: "integer" },
            state: { enum: ["new", "old"] },
            note: { type: ["string", "null"] },
            done: { type: "boolean", not: { const: false } },
          } as Record<string, object>,
          required: ["id", "state"],
          additionalProperties: false,
        },
      },
    },
  };
}

type Sample = ReturnType<typeof sample>;
const operation = (document: Sample) =>
  (document.paths["/things/{id}"] as { post: Record<string, unknown> & { parameters: Sample[] } }).post;

/** What one change breaks. */
function brokenBy(change: (document: Sample) => void): string[] {
  const after = sample();
  change(after);
  return breakingChanges(sample(), after);
}

const AT = "POST /things/{id}";

describe("a change that breaks clients", () => {
  it.each<[string, (document: Sample) => void, string]>([
    ["a path that is gone", (d) => delete d.paths["/things/{id}"], `${AT}: is gone`],
    ["another operationId", (d) => (operation(d).operationId = "make"), `${AT}: operationId is make now`],
    [
      "a way to sign in that is gone",
      (d) => (operation(d).security = [{ token: [] }]),
      `${AT}: key does not suffice any more`,
    ],
    [
      "a body that is required",
      (d) => Object.assign(operation(d).requestBody as object, { required: true }),
      `${AT} body: is required now`,
    ],
    ["a parameter that is gone", (d) => operation(d).parameters.pop(), `${AT} query page: is gone`],
    [
      "a parameter that is required",
      (d) => Object.assign(operation(d).parameters[1] as object, { required: true }),
      `${AT} query page: is required now`,
    ],
    [
      "a tighter bound of a parameter",
      (d) => Object.assign(operation(d).parameters[1] as object, { schema: { type: "integer", maximum: 50 } }),
      `${AT} query page: maximum is 50 now`,
    ],
    [
      "a field that is required",
      (d) => d.components.schemas.Asked.required.push("name"),
      `${AT} body: name is required now`,
    ],
    [
      "a bound that is new",
      (d) => Object.assign(d.components.schemas.Asked.properties.name as object, { minLength: 2 }),
      `${AT} body.name: minLength is 2 now`,
    ],
    [
      "a value that is no longer taken",
      (d) => Object.assign(d.components.schemas.Asked.properties.kind as object, { enum: ["a"] }),
      `${AT} body.kind: no longer takes "b"`,
    ],
    [
      "another type of a request's field",
      (d) => Object.assign(d.components.schemas.Asked.properties.name as object, { type: "integer" }),
      `${AT} body.name: no longer takes string`,
    ],
    [
      "a field of an answer that is gone",
      (d) => delete d.components.schemas.Thing.properties.note,
      `${AT} 200: note is gone`,
    ],
    [
      "a field of an answer that may be missing",
      (d) => d.components.schemas.Thing.required.pop(),
      `${AT} 200: state may be missing now`,
    ],
    [
      "a value that is new in an answer",
      (d) => Object.assign(d.components.schemas.Thing.properties.state as object, { enum: ["new", "old", "lost"] }),
      `${AT} 200.state: may now be "lost"`,
    ],
    [
      "a field of an answer that may be null",
      (d) => Object.assign(d.components.schemas.Thing.properties.id as object, { type: ["integer", "null"] }),
      `${AT} 200.id: may now be null`,
    ],
    [
      "an answer's field that was always true",
      (d) => Object.assign(d.components.schemas.Thing.properties.done as object, { not: undefined }),
      `${AT} 200.done: may now be more than true`,
    ],
    [
      "an answer that is gone",
      (d) => delete (operation(d).responses as Record<string, object>)["200"],
      `${AT}: 200 is gone`,
    ],
  ])("is told: %s", (_what, change, line) => {
    expect(brokenBy(change)).toContain(line);
  });
});

describe("a change that breaks nobody", () => {
  it.each<[string, (document: Sample) => void]>([
    ["none", () => {}],
    ["a new path", (d) => (d.paths["/others"] = { get: { responses: {} } })],
    [
      "a new optional parameter",
      (d) => operation(d).parameters.push({ in: "query", name: "size", schema: {} } as never),
    ],
    ["a wider bound", (d) => Object.assign(d.components.schemas.Asked.properties.name as object, { maxLength: 20 })],
    [
      "a new field of a request",
      (d) => Object.assign(d.components.schemas.Asked.properties, { more: { type: "string" } }),
    ],
    [
      "a new field of an answer",
      (d) => Object.assign(d.components.schemas.Thing.properties, { more: { type: "string" } }),
    ],
    [
      "a new value of a request",
      (d) => Object.assign(d.components.schemas.Asked.properties.kind as object, { enum: ["a", "b", "c"] }),
    ],
    [
      "fewer values of an answer",
      (d) => Object.assign(d.components.schemas.Thing.properties.state as object, { enum: ["new"] }),
    ],
    [
      "a field of an answer that is never null",
      (d) => Object.assign(d.components.schemas.Thing.properties.note as object, { type: "string" }),
    ],
    ["a new error", (d) => Object.assign(operation(d).responses as object, { "409": {} })],
    [
      "other words",
      (d) => Object.assign(d.components.schemas.Thing.properties.id as object, { description: "The id." }),
    ],
  ])("is not told: %s", (_what, change) => {
    expect(brokenBy(change)).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LanguageModel } from "#providers/language-model/language-model";
import { failureOf, modelAt, purse, RIGHT, TASK } from "./asking.ts";
import { type ModelRequest, type ModelServer, startModelServer, type Turn } from "./model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.reset();
});

/** What a request says of the form of its answer. */
function formOf({ body }: ModelRequest): string {
  const format = body.response_format as { type: string } | undefined;
  return format?.type ?? (body.output_config !== undefined || body.tools !== undefined ? "schema" : "none");
}
const forms = () => server.requests.map(formOf);
const systemOf = ({ body }: ModelRequest) =>
  JSON.stringify([body.system, body.messages.filter(({ role }) => role === "system")]);

/** Answers whoever asks in one of these forms, and refuses the others in these words. */
const takes =
  (taken: string[], status: number, refusal: string | ((form: string) => string)) =>
  (request: ModelRequest): Turn => {
    const form = formOf(request);
    return taken.includes(form) ? RIGHT : { status, body: typeof refusal === "string" ? refusal : refusal(form) };
  };

const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });

/** As servers of several makes say it: the wording differs, and so do the status and the field. */
const REFUSALS: [string, number, string][] = [
  ["a hosted one", 400, error("This response_format type is unavailable now", { type: "invalid_request_error" })],
  ["one that names the model", 400, error("This model does not support response format `json_schema`.")],
  [
    "one that names the parameter",
    400,
    error("Unsupported value for this model", { param: "response_format", code: "unsupported_value" }),
  ],
  [
    "a strict reader of Rust's",
    422,
    "Failed to deserialize the JSON body into the target type: response_format: unknown variant `json_schema`, expected `text` or `json_object` at line 1 column 942",
  ],
  [
    "a strict reader of Python's",
    422,
    JSON.stringify({
      detail: [
        {
          type: "literal_error",
          loc: ["body", "response_format", "type"],
          msg: "Input should be 'text' or 'json_object'",
          input: "json_schema",
        },
      ],
    }),
  ],
  ["a local one that calls it a failure of its own", 500, error('type must be one of "text", but got: json_schema')],
  ["one whose grammars lack something", 400, error("Failed to parse grammar")],
  ["one without guided decoding", 501, JSON.stringify({ object: "error", message: "guided decoding is not built in" })],
];

describe("a server that takes no JSON schema", () => {
  it.each(REFUSALS)("is asked once more without it, and not with it again (%s)", async (_who, status, refusal) => {
    server.otherwise = takes(["json_object"], status, refusal);
    const model = modelAt(server, "openai-compatible");
    const { pay, calls, costs } = purse();
    expect(await model.ask(TASK, { pay })).toEqual({ colour: "red", count: 1 });
    expect(forms()).toEqual(["json_schema", "json_object"]);
    expect(costs).toEqual([400]);
    // A replay finds the answer by the request, whichever form it was asked for in.
    expect(calls[1]?.request).toEqual(calls[0]?.request);

    expect(await model.ask(TASK, { pay })).toEqual({ colour: "red", count: 1 });
    expect(forms()).toEqual(["json_schema", "json_object", "json_object"]);
  });

  it("is told the schema in its instructions, and still no text from outside", async () => {
    server.otherwise = takes(["json_object"], 400, error("response_format is not supported"));
    await modelAt(server, "openai-compatible").ask(TASK, purse());
    const [first, second] = server.requests;
    if (first === undefined || second === undefined) throw new Error("not asked twice");
    expect(systemOf(first)).not.toContain("properties");
    expect(systemOf(second)).toContain('properties\\":{\\"colour\\":{\\"type\\":\\"string\\"}');
    expect(systemOf(second)).not.toContain("say blue");
  });

  it("nor any form at all is asked for plain text, and what it writes around its answer does not matter", async () => {
    server.otherwise = (request) => {
      const turn = takes(["none"], 400, (form) => error(`'response_format.type' ${form} is not one I know`))(request);
      return "text" in turn ? { text: `Here it is:\n\`\`\`json\n${RIGHT.text}\n\`\`\`` } : turn;
    };
    const model = modelAt(server, "openai-compatible");
    expect(await model.ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    await model.ask(TASK, purse());
    expect(forms()).toEqual(["json_schema", "json_object", "none", "none"]);
  });

  it("is asked for any JSON at once where the operator says so, and for plain text where it refuses that too", async () => {
    const environment = { LANGUAGE_MODEL_STRUCTURED_OUTPUTS: "false" };
    server.otherwise = takes(["json_object"], 400, "");
    await modelAt(server, "openai-compatible", environment).ask(TASK, purse());
    server.otherwise = takes(["none"], 400, error("'response_format.type' must be 'json_schema' or 'text'"));
    await modelAt(server, "openai-compatible", environment).ask(TASK, purse());
    expect(forms()).toEqual(["json_object", "json_object", "none"]);
    expect(server.requests.every((request) => systemOf(request).includes('\\"colour\\"'))).toBe(true);
  });

  it("is asked again in the form that it takes when its answer is of another form", async () => {
    server.turns = [{ status: 400, body: error("no json_schema here") }, { text: '{"colour":1}' }, RIGHT];
    expect(await modelAt(server, "openai-compatible").ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    expect(forms()).toEqual(["json_schema", "json_object", "json_object"]);
  });

  it("is found out by each of several calls that are made at once, and by none after them", async () => {
    server.otherwise = takes(["json_object"], 400, error("response_format"));
    const model = modelAt(server, "openai-compatible");
    await Promise.all(Array.from({ length: 4 }, () => model.ask(TASK, purse())));
    expect(forms().filter((form) => form === "json_schema")).toHaveLength(4);
    await Promise.all(Array.from({ length: 4 }, () => model.ask(TASK, purse())));
    expect(forms().filter((form) => form === "json_schema")).toHaveLength(4);
    expect(server.requests).toHaveLength(12);
  });

  it("and speaks Anthropic's protocol is asked for plain text", async () => {
    server.otherwise = takes(
      ["none"],
      400,
      error("output_config: Extra inputs are not permitted; tool_choice neither"),
    );
    const model = modelAt(server, "anthropic");
    expect(await model.ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    expect(await model.ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    expect(forms()).toEqual(["schema", "none", "none"]);
  });
});

describe("a server that says nothing of a schema that it does not keep to", () => {
  it("is told the schema in words when it is asked again", async () => {
    server.turns = [{ text: '{"answer":{"colour":"red"}}' }, RIGHT];
    expect(await modelAt(server, "openai-compatible").ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    expect(forms()).toEqual(["json_schema", "json_schema"]);
    expect(server.requests.map((request) => systemOf(request).includes("properties"))).toEqual([false, true]);
  });
});

describe("any other refusal", () => {
  const whole = { model: "test-model", response_format: { type: "json_schema" } };
  it.each<[string, number, string]>([
    ["of a request that is too long", 400, error("This model's maximum context length is 8192 tokens")],
    [
      "of one that is too long, with the schema counted",
      400,
      error(
        "maximum context length is 8192 tokens, you requested 9000 (8900 in the messages, 100 in the response_format)",
      ),
    ],
    ["of a model that is not there", 400, error("The model `test-model` does not exist", { param: "model" })],
    [
      "that repeats the request",
      422,
      JSON.stringify({ detail: [{ type: "missing", loc: ["body", "seed"], msg: "Field required", input: whole }] }),
    ],
    ["without a word", 400, ""],
    ["of the key", 401, error("this key may not use response_format json_schema")],
    ["of the address", 404, error("no endpoint for json_schema")],
  ])("is no reason to ask again (%s)", async (_what, status, body) => {
    server.otherwise = () => ({ status, body });
    const model = modelAt(server, "openai-compatible");
    await failureOf(model.ask(TASK, purse()));
    expect(forms()).toEqual(["json_schema"]);
    server.otherwise = () => RIGHT;
    await model.ask(TASK, purse());
    expect(forms()).toEqual(["json_schema", "json_schema"]);
  });

  it("that only sounds like one is told as it is, and the schema is sent again", async () => {
    server.otherwise = () => ({ status: 400, body: error("structured output is fine, but there is no credit left") });
    const model: LanguageModel = modelAt(server, "openai-compatible");
    const failure = await failureOf(model.ask(TASK, purse()));
    expect(failure).toMatchObject({ failure: "refused", retryable: false, costMicroUsd: 0 });
    expect(failure.message).toContain("no credit left");
    expect(forms()).toEqual(["json_schema", "json_object", "none"]);
    server.otherwise = () => RIGHT;
    await model.ask(TASK, purse());
    expect(formOf(server.requests.at(-1) as ModelRequest)).toBe("json_schema");
  });
});

it("the cap of a call holds also when the schema stands in its instructions", async () => {
  server.otherwise = () => ({ ...RIGHT, usage: null });
  const { pay, calls } = purse();
  await modelAt(server, "openai-compatible", { LANGUAGE_MODEL_STRUCTURED_OUTPUTS: "false" }).ask(TASK, { pay });
  const bytes = Buffer.byteLength(JSON.stringify(server.requests[0]?.body.messages));
  expect(calls[0]?.capMicroUsd).toBeGreaterThan(bytes * 2 + TASK.maxOutputTokens * 10);
});

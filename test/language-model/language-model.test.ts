import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { isStorableText } from "#foundation/language/storable-text";
import { createLanguageModel } from "#providers/language-model/create-language-model";
import { freePort } from "../support/ports.ts";
import { failureOf, KEY, modelAt, purse, RIGHT, TASK } from "./asking.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.reset();
});

const modelOf = (kind: "openai-compatible" | "anthropic", environment: Record<string, string> = {}) =>
  modelAt(server, kind, environment);

describe.each(["openai-compatible", "anthropic"] as const)("a language model (%s)", (kind) => {
  it("answers in the form that is asked for, and its cost is what its tokens cost", async () => {
    const { pay, calls, costs } = purse();
    server.turns = [RIGHT];
    const model = modelOf(kind);
    expect(await model.ask(TASK, { pay })).toEqual({ colour: "red", count: 1 });
    expect(costs).toEqual([100 * 2 + 20 * 10]);
    expect(calls[0]).toMatchObject({ provider: kind, operation: "chat", model: "test-model" });
    expect(calls[0]?.capMicroUsd).toBeGreaterThanOrEqual(400);
    expect(model.capOf(TASK)).toBeGreaterThan(2 * 400);
    expect(JSON.stringify(calls[0]?.request)).not.toContain(KEY);
  });

  it("gets instructions as the system's and data as the user's, never one in the other", async () => {
    server.turns = [RIGHT];
    await modelOf(kind).ask(TASK, purse());
    const { body } = server.requests[0] ?? {};
    const systems = JSON.stringify([body?.system, body?.messages.filter(({ role }) => role === "system")]);
    const users = JSON.stringify(body?.messages.filter(({ role }) => role === "user"));
    expect(systems).toContain("Say which colour");
    expect(systems).not.toContain("say blue");
    expect(users).toContain("say blue");
    expect(users).not.toContain("Say which colour");
    expect(JSON.stringify(body)).toContain('"colour"');
  });

  it.each([
    ["is not JSON", "The colour is red."],
    ["has another form", '{"colour":"red"}'],
  ])("is asked once more when its answer %s, with what was wrong", async (_what, wrong) => {
    const { pay, calls } = purse();
    server.turns = [{ text: wrong }, RIGHT];
    expect(await modelOf(kind).ask(TASK, { pay })).toEqual({ colour: "red", count: 1 });
    expect(calls).toHaveLength(2);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("That answer cannot be used");
  });

  it.each([
    ["in a code fence", `\`\`\`json\n${RIGHT.text}\n\`\`\``],
    ["with a sentence around it", `Here is {what you asked for}:\n\n${RIGHT.text}\n\nTell me if "{" is wrong.`],
    [
      "after its thoughts",
      `<think>{"colour":"blue","count":7} no, that is an order in the text</think>\n${RIGHT.text}`,
    ],
  ])("is understood when it answers %s", async (_how, text) => {
    const { pay, calls } = purse();
    server.turns = [{ text }];
    expect(await modelOf(kind).ask(TASK, { pay })).toEqual({ colour: "red", count: 1 });
    expect(calls).toHaveLength(1);
  });

  it("is not asked a third time", async () => {
    const { pay, calls } = purse();
    server.turns = [{ text: "red" }, { text: '{"colour":1}' }, RIGHT];
    const error = await failureOf(modelOf(kind).ask(TASK, { pay }));
    expect(error).toMatchObject({ failure: "malformed", retryable: false });
    expect(error.message).toContain('did not give "colour" in the form that was asked for');
    expect(calls).toHaveLength(2);
  });

  it("that is cut off is told to be shorter", async () => {
    server.turns = [{ text: '{"colour":"re', finish: "length" }, RIGHT];
    expect(await modelOf(kind).ask(TASK, purse())).toEqual({ colour: "red", count: 1 });
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("be shorter");
  });

  it.each([
    [401, "auth", false],
    [402, "quota", false],
    [403, "auth", false],
    [404, "refused", false],
    [429, "rate", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
    [529, "unavailable", true],
  ] as const)("may answer %i, and fails as %s then, for nothing", async (status, failure, retryable) => {
    server.turns = [{ status, headers: { "retry-after": "7" }, body: '{"error":{"message":"because so"}}' }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    expect(error).toMatchObject({ failure, retryable, costMicroUsd: 0, retryAfterMs: 7_000 });
    expect(error.message).toContain("because so");
    expect(error.message).not.toContain(KEY);
  });

  it.each([502, 504, 524])("that is lost behind its gateway (%i) may have cost something", async (status) => {
    server.turns = [{ status }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    expect(error).toMatchObject({ failure: "unavailable", costMicroUsd: undefined });
  });

  it("that repeats the key, or what cannot be stored, in its error is told without", async () => {
    server.turns = [{ status: 401, body: `Bearer ${KEY}\0 is no key${"😀".repeat(200)}` }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    expect(error.message).toContain("answered 401: Bearer … is no key");
    expect(isStorableText(error.message)).toBe(true);
    server.turns = [{ status: 401, body: `{"error":{"message":"${KEY} is no key","type":"auth"}}` }];
    // With all that a log would show of it.
    expect(inspect(await failureOf(modelOf(kind).ask(TASK, purse())), { depth: 9 })).not.toContain(KEY);
    server.turns = [{ status: 200, body: `${KEY} is no key` }];
    expect(inspect(await failureOf(modelOf(kind).ask(TASK, purse())), { depth: 9 })).not.toContain(KEY);
  });

  it.each([
    ["as PHP does", "sk\\/very+secret"],
    ["by numbers", "sk\\u002fvery\\u002Bsecret"],
    ["as in an address", "sk%2fvery%2Bsecret"],
  ])("that writes the key %s is told without, too", async (_, written) => {
    server.turns = [{ status: 401, body: `{"error":{"message":"${written} is no key"}}` }];
    const error = await failureOf(modelOf(kind, { LANGUAGE_MODEL_API_KEY: "sk/very+secret" }).ask(TASK, purse()));
    expect(error.message).toContain('"… is no key"');
  });

  it("that moves is not followed: neither key nor texts go to another server", async () => {
    const stranger = await startModelServer();
    stranger.turns = [RIGHT];
    server.turns = [{ status: 307, headers: { location: `${stranger.url}/v1/messages` } }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    await stranger.stop();
    expect(error).toMatchObject({ failure: "refused", costMicroUsd: 0 });
    expect(stranger.requests).toHaveLength(0);
  });

  it("whose answer does not end is not read to the end", async () => {
    server.turns = [{ text: "x".repeat(6_000_000) }];
    const error = await failureOf(modelOf(kind, { LANGUAGE_MODEL_TIMEOUT_SECONDS: "20" }).ask(TASK, purse()));
    expect(error).toMatchObject({ retryable: true, costMicroUsd: undefined });
  });

  it.each([
    ["less than nothing", { input: -5_000, output: 20 }],
    ["no tokens of the question", { input: 0, output: 20 }],
    ["no tokens of the answer", { input: 5_000, output: 0 }],
  ])("that counts %s is counted at its cap", async (_, usage) => {
    server.turns = [{ ...RIGHT, usage }];
    const { pay, calls, costs } = purse();
    await modelOf(kind).ask(TASK, { pay });
    expect(costs).toEqual([calls[0]?.capMicroUsd]);
  });

  it("that does not answer in time may have cost something", async () => {
    server.turns = [{ silent: true }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    expect(error).toMatchObject({ failure: "timeout", retryable: true, costMicroUsd: undefined });
  });

  it("that breaks off in its answer may have cost something", async () => {
    server.turns = [{ cutOffAfter: '{"id":"1","choices":[{"mess' }];
    const error = await failureOf(modelOf(kind).ask(TASK, purse()));
    expect(error).toMatchObject({ retryable: true, costMicroUsd: undefined });
  });

  it("that sends something else than its protocol fails as malformed", async () => {
    server.turns = [{ status: 200, body: "<html>it works</html>" }];
    expect(await failureOf(modelOf(kind).ask(TASK, purse()))).toMatchObject({
      failure: "malformed",
      costMicroUsd: undefined,
    });
  });

  it("that refuses, or says nothing, is not asked again", async () => {
    server.turns = [{ text: "", finish: "content_filter" }];
    expect(await failureOf(modelOf(kind).ask(TASK, purse()))).toMatchObject({ failure: "refused", retryable: false });
    server.turns = [{ text: " " }];
    expect(await failureOf(modelOf(kind).ask(TASK, purse()))).toMatchObject({ failure: "refused" });
  });

  it("that is not there costs nothing", async () => {
    const model = modelOf(kind, { LANGUAGE_MODEL_URL: `http://127.0.0.1:${await freePort()}/v1` });
    expect(await failureOf(model.ask(TASK, purse()))).toMatchObject({ failure: "unavailable", costMicroUsd: 0 });
  });
});

describe("a chat-completions server that does not count tokens", () => {
  it("is counted at its cap", async () => {
    server.turns = [{ ...RIGHT, usage: null }];
    const { pay, calls, costs } = purse();
    await modelOf("openai-compatible").ask(TASK, { pay });
    expect(costs).toEqual([calls[0]?.capMicroUsd]);
  });
});

describe("the configuration of a language model", () => {
  it("is none by default", () => {
    expect(createLanguageModel(readConfig({}).languageModel)).toBeNull();
  });

  it("names all that is missing", () => {
    expect(() => readConfig({ LANGUAGE_MODEL: "openai-compatible" })).toThrow(
      /LANGUAGE_MODEL_NAME[\s\S]*LANGUAGE_MODEL_URL[\s\S]*LANGUAGE_MODEL_INPUT_PRICE/,
    );
    expect(() => readConfig({ LANGUAGE_MODEL: "anthropic", LANGUAGE_MODEL_NAME: "x" })).toThrow(
      /LANGUAGE_MODEL_API_KEY/,
    );
  });
});

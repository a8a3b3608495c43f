import { ProviderError } from "../provider-error.ts";

/** The server does not take the form in which it was told what to answer; it may take another one. Nothing was charged. */
export class FormRefusedError extends ProviderError {}

/**
 * What servers call the field, its values, and what they make of it: OpenAI's `response_format` and its `json_schema` and
 * `json_object`, the grammars and guided decoding of local servers, Anthropic's `output_config` and the tool that stands for it.
 */
const FORM =
  /response[ _-]?format|json[ _-]?(?:schema|object|mode)|structured[ _-]?(?:output|generation|decoding)|guided[ _-]?(?:json|decoding|generation|grammar)|\bgrammar\b|output_config|output_format|tool_choice/i;

/** Servers count the schema when they say of a request that it is too long: that it is named there does not refuse it. */
const TOO_LONG = /context[ _-]?(?:length|size|window)|too (?:long|large|many tokens)|maximum.{0,40}tokens/i;

/** A request that is not understood, or a feature that is not there. llama.cpp and its kin answer 500 to both. */
const STATUSES: ReadonlySet<number> = new Set([400, 405, 422, 500, 501]);

/** What is looked at of an answer that is not JSON: proxies send pages. */
const LONGEST_PLAIN = 1_000;
const DEEPEST = 4;

/** Fields in which servers say what is wrong; others may repeat the request, in which the form is always named. */
const SAYS = new Set(["error", "message", "msg", "detail", "details", "loc", "param", "code", "type", "reason", "raw"]);

function said(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item) => said(item, depth + 1));
  return Object.entries(value).flatMap(([name, item]) => (SAYS.has(name) ? said(item, depth + 1) : []));
}

function sentences(body: string): string {
  try {
    return said(JSON.parse(body)).join(" ");
  } catch {
    return body.slice(0, LONGEST_PLAIN);
  }
}

/** Whether an answer says that the form of the answer is what the server does not take, and not something else of the request. */
export function refusesForm(status: number, body: string): boolean {
  if (!STATUSES.has(status)) return false;
  const text = sentences(body);
  return FORM.test(text) && !TOO_LONG.test(text);
}

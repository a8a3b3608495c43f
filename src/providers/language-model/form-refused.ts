import { ProviderError } from "../provider-error.ts";

/** The server does not support this way of asking for a form; it may support another. Nothing was charged. */
export class FormRefusedError extends ProviderError {}

/**
 * Names by which servers report the field, its values, or their own feature for it. OpenAI has `response_format` with
 * `json_schema` and `json_object`. Local servers have grammars and guided decoding. Anthropic has `output_config`, and
 * the tool that stands for it.
 */
const FORM =
  /response[ _-]?format|json[ _-]?(?:schema|object|mode)|structured[ _-]?(?:output|generation|decoding)|guided[ _-]?(?:json|decoding|generation|grammar)|\bgrammar\b|output_config|output_format|tool_choice/i;

/** A complaint that the request is too long may mention the schema; that is no refusal of the form. */
const TOO_LONG = /context[ _-]?(?:length|size|window)|too (?:long|large|many tokens)|maximum.{0,40}tokens/i;

/** Statuses for a malformed request or a missing feature. llama.cpp and its relatives answer both with 500. */
const STATUSES: ReadonlySet<number> = new Set([400, 405, 422, 500, 501]);

/** How much is read of an answer that is not JSON: proxies send whole pages. */
const LONGEST_PLAIN = 1_000;
const DEEPEST = 4;

/** Fields with the server's error message. Other fields may repeat the request, which always names the form. */
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

/** Whether an error is about the requested form of the answer, and not about another part of the request. */
export function refusesForm(status: number, body: string): boolean {
  if (!STATUSES.has(status)) return false;
  const text = sentences(body);
  return FORM.test(text) && !TOO_LONG.test(text);
}

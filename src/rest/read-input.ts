import { InvalidInputError } from "#foundation/errors/index";
import { parseJson } from "#server/parse-json";
import { coerced } from "./coerce.ts";
import type { Endpoint } from "./route-table.ts";

/** Parses a body, which must be a JSON object; a missing body counts as an empty one. @throws InvalidInputError */
function parseBody(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const value = parseJson(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidInputError("the body must be a JSON object");
  return value as Record<string, unknown>;
}

/** Returns the single value of a query parameter. @throws InvalidInputError when it is given more than once */
function single(query: URLSearchParams, field: string): string | undefined {
  const [text, ...more] = query.getAll(field);
  if (more.length > 0) throw new InvalidInputError(`${field} is given more than once`);
  return text;
}

/** A frame's credentials, not a parameter of the operation. */
const SESSION_ID = "sessionId";

/** Maximum number of unknown fields that a message names. */
const MOST_NAMED = 5;

/** @throws InvalidInputError naming an unknown parameter */
function refuseUnknown({ queryFields }: Endpoint, query: URLSearchParams): void {
  for (const name of query.keys())
    if (!queryFields.includes(name) && name !== SESSION_ID)
      throw new InvalidInputError(`unknown parameter "${name.slice(0, 100)}"`);
}

/** @throws InvalidInputError where the body has fields, but none of the operation's */
function refuseUnknownBody({ bodyFields }: Endpoint, sent: Record<string, unknown>): void {
  const given = Object.keys(sent);
  if (given.length === 0 || bodyFields.some((field) => given.includes(field))) return;
  const unknown = given.slice(0, MOST_NAMED).map((field) => `"${field.slice(0, 100)}"`);
  throw new InvalidInputError(
    `the body has no field ${unknown.join(", ")}; it has ${bodyFields.map((field) => `"${field}"`).join(", ")}`,
  );
}

/**
 * Returns the fields of the body, from the body itself or, each as JSON, from the query. @throws InvalidInputError,
 * also for both at once
 */
function bodyOrQuery({ bodyFields }: Endpoint, query: URLSearchParams, body: Buffer): Record<string, unknown> {
  const inBody = parseBody(body);
  const inQuery: Record<string, unknown> = {};
  for (const field of bodyFields) {
    const text = single(query, field);
    if (text !== undefined) inQuery[field] = parseJson(Buffer.from(text), field);
  }
  const given = Object.keys(inQuery);
  if (given.length > 0 && bodyFields.some((field) => Object.hasOwn(inBody, field)))
    throw new InvalidInputError(`${given.join(" and ")} is given in the query and in the body; give it in one of them`);
  return { ...inBody, ...inQuery };
}

/**
 * Returns the procedure's input from the path, the query and the body: each field only from its own place. Coerces
 * parameters to their type, but not values of the body. @throws InvalidInputError
 */
export function readInput(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: URLSearchParams,
  body: Buffer,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const put = (field: string, text: string) => {
    const schema = endpoint.fields[field];
    input[field] = schema === undefined ? text : coerced(schema, text);
  };
  for (const [field, text] of Object.entries(params)) put(field, text);
  for (const field of endpoint.queryFields) {
    const text = single(query, field);
    if (text !== undefined) put(field, text);
  }
  if (endpoint.meta.refusesUnknownQuery) refuseUnknown(endpoint, query);
  if (endpoint.bodyFields.length === 0) return input;
  const sent = endpoint.meta.bodyOrQuery ? bodyOrQuery(endpoint, query, body) : parseBody(body);
  if (endpoint.meta.refusesUnknownBody) refuseUnknownBody(endpoint, sent);
  for (const field of endpoint.bodyFields) if (Object.hasOwn(sent, field)) input[field] = sent[field];
  return input;
}

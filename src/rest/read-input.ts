import type { IncomingHttpHeaders } from "node:http";
import { AppError, InvalidInputError } from "../errors/index.ts";
import { coerced } from "./coerce.ts";
import { parseJson } from "./parse-json.ts";
import type { Endpoint } from "./route-table.ts";

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;

/**
 * Refuses a body that is not JSON in UTF-8. Without a type it is taken for JSON, the only one there is.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function checkContentType(headers: IncomingHttpHeaders): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (!JSON_TYPE.test(type.trim())) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "a body has to be application/json");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "a body has to be in UTF-8");
  if (encoding !== "identity") throw new AppError("UNSUPPORTED_MEDIA_TYPE", "a body must not be compressed");
}

/** A body as the JSON object that it has to be; none at all counts as an empty one. @throws InvalidInputError */
function parseBody(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const value = parseJson(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidInputError("the body must be a JSON object");
  return value as Record<string, unknown>;
}

/**
 * The procedure's input out of the path, the query and the body: each field from its own place alone. Parameters are coerced
 * to their type, the body is taken as it is. @throws InvalidInputError
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
    const [text, ...more] = query.getAll(field);
    if (more.length > 0) throw new InvalidInputError(`${field} is given more than once`);
    if (text !== undefined) put(field, text);
  }
  if (endpoint.bodyFields.length === 0) return input;
  const sent = parseBody(body);
  for (const field of endpoint.bodyFields) if (Object.hasOwn(sent, field)) input[field] = sent[field];
  return input;
}

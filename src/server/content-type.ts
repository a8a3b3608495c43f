import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#foundation/errors/index";

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;

/**
 * Refuses a body that is not JSON in UTF-8. A body without a type counts as JSON, the only supported one.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function checkContentType(headers: IncomingHttpHeaders): void {
  if (headers["content-type"] === "application/json" && headers["content-encoding"] === undefined) return;
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (!JSON_TYPE.test(type.trim()))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "the content type of the body must be application/json");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "the body must be in UTF-8");
  if (encoding !== "identity") throw new AppError("UNSUPPORTED_MEDIA_TYPE", "the body must not be compressed");
}

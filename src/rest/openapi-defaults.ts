import type { OpenAPIObject } from "trpc-to-openapi";

/** An object of a JSON document. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the target of a reference within the document. */
function resolve(document: Node, reference: string): unknown {
  let found: unknown = document;
  for (const step of reference.split("/").slice(1)) found = isNode(found) ? found[step] : undefined;
  return found;
}

/**
 * States the defaults of a body's fields in words. `default` would tell a reader the same. But generated clients
 * (openapi-typescript) treat a field with a default as always present, so a request could no longer omit it.
 */
function sayDefaults(document: Node, schema: unknown, seen: Set<unknown>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (Array.isArray(schema)) for (const item of schema) sayDefaults(document, item, seen);
  if (!isNode(schema)) return;
  if (typeof schema.$ref === "string") sayDefaults(document, resolve(document, schema.$ref), seen);
  for (const [name, value] of Object.entries(schema))
    if (name !== "examples" && name !== "example") sayDefaults(document, value, seen);
  if (!("default" in schema && "type" in schema)) return;
  const words = `Default: ${JSON.stringify(schema.default)}.`;
  schema.description = typeof schema.description === "string" ? `${schema.description} ${words}` : words;
  delete schema.default;
}

/**
 * Puts the defaults of all request bodies into words. Parameters keep theirs, because they state separately whether
 * they are required.
 */
export function sayBodyDefaults(document: OpenAPIObject): void {
  const seen = new Set<unknown>();
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {}))
      if (isNode(operation) && isNode(operation.requestBody)) {
        const { content } = operation.requestBody;
        const media = isNode(content) ? content["application/json"] : undefined;
        if (isNode(media)) sayDefaults({ ...document }, media.schema, seen);
      }
}

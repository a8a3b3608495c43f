import { generateOpenApiDocument, type OpenAPIObject, type OpenApiMethod } from "trpc-to-openapi";
import { z } from "zod";
import { ErrorEnvelope } from "./contracts/envelopes.ts";
import { sayBodyDefaults } from "./openapi-defaults.ts";
import { HEADERS, responsesOf } from "./openapi-responses.ts";
import { SECURITY_SCHEMES, securityOf } from "./openapi-security.ts";
import { type Endpoint, endpoints } from "./route-table.ts";
import { appRouter } from "./router.ts";

type PathItem = NonNullable<OpenAPIObject["paths"]>[string];
type Operation = NonNullable<PathItem["get"]>;
type MethodName = Lowercase<OpenApiMethod>;

const DESCRIPTION = `Turns a market question into a market of real companies with a reason for each.

The order of work: generate search criteria, optionally suggest keywords, start a discovery, poll its status every 30 to 60
seconds, read back the criteria, publish the market.

Every request has its API key in the header \`x-api-key\`. Every response has an \`x-request-id\`. Every error is
{\`success\`: false, \`errorCode\`, \`message\`}; after a colon, the message may name the wrong field and the reason.`;

/** The subject of each group of endpoints, in the order of the document. */
const TAGS: Record<string, string> = {
  Authentication: "Sessions of signed-in users, and tokens for embedded frames.",
  "Search criteria": "A market question as structured criteria, and the criteria of a market's discoveries.",
  Discovery: "Finding a market's companies in the background, and publishing the market.",
  Markets: "What is known about the companies of a market.",
  Teams: "Teams and their users.",
  "Impact intelligence": "Companies and their news.",
  Collections: "The dossiers of a collection, and their reports.",
  "Events monitor": "Events, the companies and places that they affect, and how likely and severe the impact is.",
};

/**
 * Moves query parameters out of the body, where the generator puts all of a POST's fields. Marks an optional body as
 * such, and drops one that is not read.
 */
function separateQuery(operation: Operation, { input, queryFields, bodyFields }: Endpoint): void {
  const body = operation.requestBody;
  if (body === undefined || "$ref" in body) return;
  const schema = body.content["application/json"]?.schema;
  if (schema === undefined || "$ref" in schema) return;
  const { properties = {} } = schema;
  for (const name of queryFields) {
    const { [name]: parameter } = properties;
    if (parameter === undefined) continue;
    delete properties[name];
    const description = "$ref" in parameter ? undefined : parameter.description;
    operation.parameters = [
      ...(operation.parameters ?? []),
      { in: "query", name, schema: parameter, ...(description === undefined ? {} : { description }) },
    ];
  }
  // The generator copies a body's fields but drops the conditions between them.
  const { if: condition, else: otherwise } = input.meta() ?? {};
  if (condition !== undefined) Object.assign(schema, { if: condition, else: otherwise });
  if (bodyFields.length === 0) delete operation.requestBody;
  body.required = (schema.required ?? []).length > 0;
}

/** Restores metadata outside a parameter's `optional`, which the generator drops together with the wrapper. */
function describeParameters({ parameters = [] }: Operation, { fields }: Endpoint): void {
  for (const parameter of parameters) {
    if ("$ref" in parameter) continue;
    const { schema } = parameter;
    const field = fields[parameter.name];
    if (field === undefined || schema === undefined || "$ref" in schema) continue;
    const { id: _id, ...said } = z.globalRegistry.get(field) ?? {};
    Object.assign(schema, said);
    if (said.description !== undefined) parameter.description = said.description;
  }
}

/** Names null in a path, which can only hold text: the word `null`. */
function nameNullInPath({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if ("$ref" in parameter || parameter.in !== "path") continue;
    const { schema } = parameter;
    if (schema === undefined || "$ref" in schema || schema.anyOf === undefined) continue;
    schema.anyOf = schema.anyOf.map((form) => ("type" in form && form.type === "null" ? { const: "null" } : form));
  }
}

/**
 * Moves an operation that the generator has under POST to its real method, and names the parameters that may replace
 * its body.
 */
function moveOperation(document: OpenAPIObject, { path, method, meta, bodyFields }: Endpoint): void {
  const item: PathItem = document.paths?.[path] ?? {};
  const { post: operation } = item;
  if (operation === undefined) return;
  delete item.post;
  item[method.toLowerCase() as MethodName] = operation;
  const body = operation.requestBody;
  const schema = body === undefined || "$ref" in body ? undefined : body.content["application/json"]?.schema;
  if (!meta.bodyOrQuery || schema === undefined || "$ref" in schema) return;
  for (const name of bodyFields) {
    const field = schema.properties?.[name];
    if (field === undefined) continue;
    const parameter = {
      in: "query" as const,
      name,
      description: `\`${name}\` as JSON, for clients that cannot send a body with GET.`,
      content: { "application/json": { schema: field } },
    };
    operation.parameters = [...(operation.parameters ?? []), parameter];
  }
}

/**
 * Returns the OpenAPI 3.1 document of /v2, made from the procedures that answer it. Its first server is the one it was
 * loaded from; `publicUrl` is the second, for clients that keep a copy.
 */
export function openApiDocument(publicUrl?: string): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: "Market Research and Impact Intelligence API",
    description: DESCRIPTION,
    version: "2",
    openApiVersion: "3.1.0",
    baseUrl: "/",
    defs: { ErrorEnvelope },
    securitySchemes: SECURITY_SCHEMES,
  });
  document.info.contact = { name: "Customer support" };
  document.info.license = { name: "Apache-2.0", identifier: "Apache-2.0" };
  const tagNames = Object.keys(TAGS);
  const used = new Set<string>();
  for (const endpoint of endpoints) {
    if (endpoint.meta.method !== undefined) moveOperation(document, endpoint);
    const operation = document.paths?.[endpoint.path]?.[endpoint.method.toLowerCase() as MethodName];
    if (operation === undefined) throw new Error(`the OpenAPI document lacks ${endpoint.method} ${endpoint.path}`);
    separateQuery(operation, endpoint);
    describeParameters(operation, endpoint);
    nameNullInPath(operation);
    operation.security = securityOf(endpoint);
    operation.responses = responsesOf(endpoint, operation.responses);
    for (const tag of operation.tags ?? []) used.add(tag);
  }
  sayBodyDefaults(document);
  document.components = { ...document.components, headers: HEADERS };
  document.tags = [...used]
    .sort((a, b) => tagNames.indexOf(a) - tagNames.indexOf(b))
    .map((name) => ({ name, ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }) }));
  if (publicUrl !== undefined) document.servers?.push({ url: publicUrl });
  return document;
}

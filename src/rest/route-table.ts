import { z } from "zod";
import { appRouter } from "./router.ts";
import type { EndpointMeta, ProcedureMeta } from "./trpc.ts";

/** An endpoint as the dispatcher and the documents see it. */
export interface Endpoint {
  /** The procedure's name in the router, which is the operation's name at every layer. */
  name: string;
  method: string;
  /** The path with its parameters in braces. */
  path: string;
  meta: EndpointMeta;
  kind: "query" | "mutation";
  /** The whole input, for its metadata. */
  input: z.ZodObject;
  /** The contract of its answer. */
  output: z.ZodType;
  /** The input's fields by name, each with its own schema. */
  fields: z.core.$ZodShape;
  pathFields: string[];
  queryFields: readonly string[];
  /** The fields that are neither in the path nor in the query. */
  bodyFields: string[];
}

/**
 * Returns every endpoint of the router. @throws Error when a procedure lacks what an endpoint needs: a bug, found at
 * start
 */
export function endpointsOf(router: typeof appRouter): Endpoint[] {
  return Object.entries(router._def.procedures).map(([name, { _def: procedure }]) => {
    const [input] = procedure.inputs;
    // tRPC keeps the metadata without its type.
    const meta = procedure.meta as ProcedureMeta | undefined;
    if (meta?.openapi === undefined || !(input instanceof z.ZodObject))
      throw new Error(`procedure ${name} needs OpenAPI metadata and an object as its input`);
    const output = "output" in procedure ? procedure.output : undefined;
    if (!(output instanceof z.ZodType)) throw new Error(`procedure ${name} needs a contract for its answer`);
    const { openapi, rest } = meta;
    const pathFields = [...openapi.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? "");
    const queryFields = rest.query ?? [];
    const bodyFields = Object.keys(input.shape).filter((field) => ![...pathFields, ...queryFields].includes(field));
    return {
      name,
      method: rest.method ?? openapi.method,
      path: openapi.path,
      meta: rest,
      kind: procedure.type === "mutation" ? "mutation" : "query",
      input,
      output,
      fields: input.shape,
      pathFields,
      queryFields,
      bodyFields,
    };
  });
}

export const endpoints = endpointsOf(appRouter);

interface PathTemplate {
  segments: { text: string; field: string | null }[];
  methods: Map<string, Endpoint>;
}

export type Match =
  | { found: "endpoint"; endpoint: Endpoint; params: Record<string, string> }
  | { found: "path"; allow: string[] }
  | { found: "nothing" };

/** Decodes a segment. A badly encoded one stays as it is, and its parameter's schema refuses it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Matches a method and a path against endpoints, compiled once. Fixed segments win over parameters. */
export function routeTable(all: readonly Endpoint[]): (method: string, path: string) => Match {
  const templates = new Map<string, PathTemplate>();
  for (const endpoint of all) {
    const template = templates.get(endpoint.path) ?? {
      segments: endpoint.path
        .split("/")
        .map((text) => ({ text, field: text.startsWith("{") ? text.slice(1, -1) : null })),
      methods: new Map<string, Endpoint>(),
    };
    template.methods.set(endpoint.method, endpoint);
    templates.set(endpoint.path, template);
  }
  const byLength = new Map<number, PathTemplate[]>();
  const parameters = ({ segments }: PathTemplate) => segments.filter(({ field }) => field !== null).length;
  for (const template of [...templates.values()].sort((a, b) => parameters(a) - parameters(b)))
    byLength.set(template.segments.length, [...(byLength.get(template.segments.length) ?? []), template]);

  return (method, path) => {
    const parts = path.split("/");
    const allowed = new Set<string>();
    for (const { segments, methods } of byLength.get(parts.length) ?? []) {
      if (!segments.every(({ text, field }, i) => (field === null ? text === parts[i] : parts[i] !== ""))) continue;
      const endpoint = methods.get(method);
      if (endpoint === undefined) {
        for (const known of methods.keys()) allowed.add(known);
        continue;
      }
      const params: Record<string, string> = {};
      for (const [i, { field }] of segments.entries()) if (field !== null) params[field] = decoded(parts[i] ?? "");
      return { found: "endpoint", endpoint, params };
    }
    return allowed.size > 0 ? { found: "path", allow: [...allowed] } : { found: "nothing" };
  };
}

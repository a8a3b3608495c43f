import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import { AppError, type ErrorCode } from "#foundation/errors/index";
import { assertMayRun } from "#schema/authorization";
import type { GraphContext } from "#schema/context";
import { failureOf } from "./failure.ts";
import { errorShape } from "./trpc-errors.ts";

/** The client's preferred form of an answer, by the header `Prefer: return=…`. */
export type ReturnPreference = "minimal" | "representation";

/** The context of a procedure's request. */
export interface RestContext {
  graph: GraphContext;
  prefers: ReturnPreference | null;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string;
  /** Adds a header to the answer, including a failure. */
  setHeader(name: string, value: string): void;
}

/** Metadata of an endpoint for the dispatcher and the OpenAPI document, beside trpc-to-openapi's. */
export type EndpointMeta = {
  // The document is run with variables of its own type by its endpoint; here only its fields matter.
  // biome-ignore lint/suspicious/noExplicitAny: variance, the parameters stand for any operation
  document: TypedDocumentNode<any, any>;
  /** The method, where it differs from the OpenAPI metadata. */
  method?: "GET";
  /** Input fields read from the query; the body has those that are neither here nor in the path. */
  query?: readonly string[];
  /** False ignores `sessionId` in the query. */
  readsSessionId?: false;
  /** Whether the body's fields may be query parameters instead, each as JSON. */
  bodyOrQuery?: true;
  /** Whether an unknown query parameter is refused; otherwise it is ignored. */
  refusesUnknownQuery?: true;
  /** Whether a body is refused that has only unknown fields; otherwise unknown fields are ignored. */
  refusesUnknownBody?: true;
  /** The code for a wrong input, where it is not INVALID_INPUT. */
  invalidCode?: "QUERY_VALIDATION_FAILED";
  /** The contract's opening words of INVALID_INPUT, where they differ from the default. */
  invalidInput?: string;
  /** Further error codes, beside UNAUTHORISED, FORBIDDEN and those of every endpoint. */
  errors: readonly ErrorCode[];
};

export type ProcedureMeta = OpenApiMeta<{ rest: EndpointMeta }>;

const t = initTRPC
  .context<RestContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ error, shape }) => errorShape(error, shape.data.path),
  });

export const router = t.router;

/**
 * An endpoint's procedure. Permission is checked before the input is parsed, for every door. An input that does not fit
 * is refused with the endpoint's own code.
 */
export const procedure = t.procedure.use(async ({ ctx, meta, next }) => {
  if (meta === undefined) return next();
  await assertMayRun(meta.rest.document, ctx.graph);
  const result = await next();
  const failure = result.ok ? null : failureOf(result.error, meta.rest.invalidCode);
  if (failure instanceof AppError) throw failure;
  return result;
});

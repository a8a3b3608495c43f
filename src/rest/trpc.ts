import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import { AppError, type ErrorCode } from "#foundation/errors/index";
import { assertMayRun } from "#schema/authorization";
import type { GraphContext } from "#schema/context";
import { failureOf } from "./failure.ts";
import { errorShape } from "./trpc-errors.ts";

/** What a client prefers of an answer, by the header `Prefer: return=…`. */
export type ReturnPreference = "minimal" | "representation";

/** What a procedure knows of its request beside its input. */
export interface RestContext {
  graph: GraphContext;
  prefers: ReturnPreference | null;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string;
  /** Adds a header to the answer, also to a failure. */
  setHeader(name: string, value: string): void;
}

/** What the dispatcher and the OpenAPI document have to know of an endpoint beside trpc-to-openapi's metadata. */
export type EndpointMeta = {
  // The document is run with variables of its own type by its endpoint; here only its fields matter.
  // biome-ignore lint/suspicious/noExplicitAny: variance, the parameters stand for any operation
  document: TypedDocumentNode<any, any>;
  /** The method, where it is not that of the OpenAPI metadata. */
  method?: "GET";
  /** Input fields that are read from the query; what is neither in the path nor here is in the body. */
  query?: readonly string[];
  /** False: `sessionId` in the query is not looked at. */
  readsSessionId?: false;
  /** What would be the body may stand in the query instead, each field as JSON. */
  bodyOrQuery?: true;
  /** A query parameter that is not known is refused; otherwise it is ignored. */
  refusesUnknownQuery?: true;
  /** The code of an input that is wrong, where it is not INVALID_INPUT. */
  invalidCode?: "QUERY_VALIDATION_FAILED";
  /** The contract's opening words of INVALID_INPUT, where they are not the usual ones. */
  invalidInput?: string;
  /** What it may answer beside UNAUTHORISED, FORBIDDEN and what every endpoint may. */
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
 * An endpoint's procedure. Whether the caller may run it is asked before its input is looked at, by whichever door it came; an
 * input that does not fit is refused by the endpoint's own code.
 */
export const procedure = t.procedure.use(async ({ ctx, meta, next }) => {
  if (meta === undefined) return next();
  await assertMayRun(meta.rest.document, ctx.graph);
  const result = await next();
  const failure = result.ok ? null : failureOf(result.error, meta.rest.invalidCode);
  if (failure instanceof AppError) throw failure;
  return result;
});

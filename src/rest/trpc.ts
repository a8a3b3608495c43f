import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { GraphContext } from "../../schema/context.ts";
import type { ErrorCode } from "../errors/index.ts";

/** What a client prefers of an answer, by the header `Prefer: return=…`. */
export type ReturnPreference = "minimal" | "representation";

/** What a procedure knows of its request beside its input. */
export interface RestContext {
  graph: GraphContext;
  prefers: ReturnPreference | null;
  /** Adds a header to the answer, if it succeeds. */
  setHeader(name: string, value: string): void;
}

/** What the dispatcher and the OpenAPI document have to know of an endpoint beside trpc-to-openapi's metadata. */
export type EndpointMeta = {
  // The document is run with variables of its own type by its endpoint; here only its fields matter.
  // biome-ignore lint/suspicious/noExplicitAny: variance, the parameters stand for any operation
  document: TypedDocumentNode<any, any>;
  /** Input fields that are read from the query; what is neither in the path nor here is in the body. */
  query?: readonly string[];
  /** The contract's opening words of INVALID_INPUT, where they are not the usual ones. */
  invalidInput?: string;
  /** What it may answer beside UNAUTHORISED, FORBIDDEN and what every endpoint may. */
  errors: readonly ErrorCode[];
};

export type ProcedureMeta = OpenApiMeta<{ rest: EndpointMeta }>;

const t = initTRPC.context<RestContext>().meta<ProcedureMeta>().create();

export const router = t.router;
export const procedure = t.procedure;

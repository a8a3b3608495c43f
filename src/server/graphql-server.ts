import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  type ValidationRule,
  validate,
} from "graphql";
import { createLRUCache, createYoga, type Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import type { ExplorerConfig } from "#foundation/config/explorer";
import { UserNotAuthenticatedError } from "#foundation/errors/index";
import { forgivesIdentity } from "#schema/authorization";
import type { GraphContext } from "#schema/context";
import { toGraphQLError, toRequestError } from "#schema/errors";
import { isOrdinaryIntrospection, SERVICE_FIELD } from "#schema/federation";
import { schema, toldSchema } from "#schema/index";
import { apolloMultipart } from "./apollo-multipart.ts";
import { boundedDocuments } from "./bounded-documents.ts";
import { chargedOperations, type ReadingFacts } from "./charged-operations.ts";
import { endWithAccess } from "./end-with-access.ts";
import { failedStreams, type StreamFacts } from "./failed-streams.ts";
import { loggedFailures } from "./logged-failures.ts";
import { partialAnswers } from "./partial-answers.ts";
import { type Repeatable, repeatableMutations } from "./repeatable-mutations.ts";
import { statedErrors } from "./stated-errors.ts";
import { storableValues } from "./storable-values.ts";
import { toldCosts } from "./told-costs.ts";

/** Number of parsed documents kept: one of 2,000 tokens takes about a megabyte. */
const PARSED_DOCUMENTS = 200;

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION;

/** What the door passes on with the request. */
export interface YogaFacts extends StreamFacts, ReadingFacts {
  /** The context of the authenticated caller. */
  graph: GraphContext;
  /** Present for a request with an Idempotency-Key. */
  repeatable?: Repeatable;
}

/** A subgraph's schema for gateways is as telling as introspection. */
const noServiceRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value === SERVICE_FIELD)
      context.reportError(new GraphQLError("GraphQL introspection is not allowed", { nodes: node }));
  },
});

/** Has `@graphql-tools/executor` leave suggestions out of errors of variables; Envelop's type does not know the option. */
const suggestingNothing = (args: object): void => void Object.assign(args, { hideSuggestions: true });

/** Refuses introspection, and gives no suggestions in errors: with them, guessed names tell the schema bit by bit. */
const hiddenSchema: Plugin = {
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    addValidationRule(noServiceRule);
    setValidationFn((...[told, document, rules]: Parameters<typeof validate>) =>
      validate(told, document, rules, { hideSuggestions: true }),
    );
  },
  onExecute: ({ args }) => suggestingNothing(args),
  onSubscribe: ({ args }) => suggestingNothing(args),
};

/** Tells ordinary clients the schema as it is without federation. */
const toldIntrospection: Plugin = {
  onExecute({ args }) {
    if (isOrdinaryIntrospection(args.document)) args.schema = toldSchema;
  },
};

/**
 * Makes GraphQL over HTTP for an authenticated caller: queries, mutations, and subscriptions as server-sent events or,
 * on request, as multipart. Every answer is data or an error of the closed set.
 */
export function createGraphqlServer(log: Logger, { introspection }: Pick<ExplorerConfig, "introspection">) {
  const documents = createLRUCache<DocumentNode>({ max: PARSED_DOCUMENTS });
  const valid = new WeakSet<DocumentNode>();
  const logged = new WeakSet<GraphQLError>();
  const remembered: Plugin = {
    onValidate:
      ({ params: { documentAST } }) =>
      ({ valid: isValid }) => {
        if (isValid) valid.add(documentAST);
      },
  };
  const yoga = createYoga<YogaFacts, GraphContext>({
    schema,
    graphqlEndpoint: "/graphql",
    landingPage: false,
    graphiql: false,
    multipart: false,
    // Keys travel in a header that browsers never send by themselves, so any origin is harmless.
    cors: false,
    logging: false,
    parserAndValidationCache: {
      documentCache: documents,
      errorCache: createLRUCache({ max: PARSED_DOCUMENTS }),
    },
    plugins: [
      boundedDocuments(),
      ...(introspection ? [] : [hiddenSchema]),
      toldIntrospection,
      remembered,
      storableValues(),
      toldCosts(),
      chargedOperations(),
      repeatableMutations(),
      partialAnswers(),
      statedErrors(),
      loggedFailures(log, logged),
      endWithAccess(),
      failedStreams(),
      apolloMultipart(),
    ],
    maskedErrors: {
      maskError: (error) => {
        // Already formatted; its status is for the transport.
        if (error instanceof GraphQLError && error.originalError == null && error.extensions.http !== undefined)
          return error;
        return toGraphQLError(error, error instanceof GraphQLError && logged.has(error) ? null : log);
      },
    },
    context: ({ graph, params }) => {
      if (graph.caller.identityRefused && !forgivesIdentity(parse(params.query ?? ""), params.operationName))
        throw toRequestError(new UserNotAuthenticatedError());
      return graph;
    },
  });
  return {
    answer: async (request: IncomingMessage, response: ServerResponse, facts: YogaFacts): Promise<void> =>
      yoga(request, response, facts),
    /** Returns a document's first operation kind and first field; only the kind of door for an invalid one. */
    rootFieldOf(document: string): string {
      const known = documents.get(document);
      const operation = known !== undefined && valid.has(known) ? known.definitions.find(isOperation) : undefined;
      const field = operation?.selectionSet.selections.find((selected) => selected.kind === Kind.FIELD);
      return operation ? `graphql ${operation.operation} ${field?.name.value ?? "fragment"}` : "graphql";
    },
    /** Returns a document that was found valid before; undefined where it was not checked yet, or is invalid. */
    validated(document: string): DocumentNode | undefined {
      const known = documents.get(document);
      return known !== undefined && valid.has(known) ? known : undefined;
    },
  };
}

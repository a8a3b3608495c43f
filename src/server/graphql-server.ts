import type { IncomingMessage, ServerResponse } from "node:http";
import { EnvelopArmorPlugin } from "@escape.tech/graphql-armor";
import { renderGraphiQL } from "@graphql-yoga/render-graphiql";
import { GraphQLError, parse } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import { AppError } from "#foundation/errors/index";
import { forgivesIdentity } from "#schema/authorization";
import type { GraphContext, GraphServices } from "#schema/context";
import { toGraphQLError, toRequestError } from "#schema/errors";
import { schema } from "#schema/index";
import { apolloMultipart } from "./apollo-multipart.ts";
import { endWithAccess } from "./end-with-access.ts";
import { partialAnswers } from "./partial-answers.ts";
import { requestContext } from "./request-context.ts";
import { storableValues } from "./storable-values.ts";

/** What GraphiQL shows first. */
const FIRST_QUERY = `# Put your API key into the tab "Headers" below.
query Market($marketId: Int!) {
  market(marketId: $marketId) {
    name
    status
    criteriaHistory { createdAt criteria { userPrompt marketRole locations { country } } }
    jobs(first: 5) { edges { node { jobId workflowName status progress temporalUrl } } }
    companies(first: 10) {
      totalCount
      edges { rank score reason node { name domain country } }
    }
  }
}
`;

/** What the HTTP server hands over beside the request: Yoga adds the first two itself. */
export interface YogaFacts {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
}

/**
 * GraphQL over HTTP: queries, mutations, and subscriptions as server-sent events or, where a client asks for it, as multipart. Who asks is settled before the operation is
 * parsed; what comes out is either data or an error of the closed set.
 */
export function createGraphqlServer(services: GraphServices, log: Logger) {
  const armor = EnvelopArmorPlugin({
    // Depth, breadth and cost are the schema's own (Pothos' complexity plugin): they know the size of each page.
    maxDepth: { enabled: false },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: false },
    maxAliases: { n: 30, allowList: [] },
    maxDirectives: { n: 5 },
    maxTokens: { n: 3_000 },
  }) as Plugin;
  return createYoga<YogaFacts, GraphContext>({
    schema,
    graphqlEndpoint: "/graphql",
    landingPage: false,
    // Keys are sent in a header, never by the browser itself, so no origin needs to be let in.
    cors: false,
    graphiql: {
      title: "Market Intelligence",
      defaultQuery: FIRST_QUERY,
      subscriptionsProtocol: "SSE",
      headers: JSON.stringify({ "x-api-key": "" }, null, 2),
      shouldPersistHeaders: true,
    },
    renderGraphiQL,
    logging: false,
    plugins: [armor, storableValues(), partialAnswers(), endWithAccess(), apolloMultipart()],
    maskedErrors: {
      maskError: (error) => {
        // Already shaped, and its status is for the transport.
        if (error instanceof GraphQLError && error.originalError == null && error.extensions.http !== undefined)
          return error;
        return toGraphQLError(error, log);
      },
    },
    context: async ({ req, res, requestId, params }) => {
      try {
        return await requestContext(services, {
          request: req,
          response: res,
          requestId,
          forgivesIdentity: () => forgivesIdentity(parse(params.query ?? ""), params.operationName),
        });
      } catch (error) {
        throw error instanceof AppError ? toRequestError(error) : error;
      }
    },
  });
}

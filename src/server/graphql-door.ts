import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { readCredentials } from "#accounts/auth/credentials";
import type { ExplorerConfig } from "#foundation/config/explorer";
import { AppError, InvalidInputError, UnauthorisedError } from "#foundation/errors/index";
import type { GraphContext, GraphServices } from "#schema/context";
import { toGraphQLError, toRequestError } from "#schema/errors";
import { noteBrokenOff } from "./answer-end.ts";
import { answerTypes } from "./answers/answer-types.ts";
import { directAnswer, plainParameters } from "./answers/direct-answers.ts";
import { jsonOf } from "./answers/json-text.ts";
import { type Body, ClientGoneError, readBody } from "./body.ts";
import { readingPoints } from "./bounded-documents.ts";
import { clientAddress } from "./client-address.ts";
import { checkContentType } from "./content-type.ts";
import { createGraphqlServer } from "./graphql-server.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { Handled } from "./http-server.ts";
import { introspector } from "./introspection.ts";
import { parseJson } from "./parse-json.ts";
import type { PersistedDocuments } from "./persisted-documents.ts";
import { receive } from "./receive.ts";
import { endWith, queryIn } from "./request-context.ts";
import { sendBytes } from "./send-bytes.ts";
import { COST_HEADER } from "./told-costs.ts";

/** Longest body of an introspection request. */
const MAX_INTROSPECTION_BYTES = 16 * 1024;
/** Points for such a request, which is answered from memory. */
const INTROSPECTION_POINTS = 2;

/** Parses a GraphQL request. @throws AppError UNSUPPORTED_MEDIA_TYPE, InvalidInputError */
function parametersIn({ headers }: IncomingMessage, body: Buffer): object {
  if (headers["content-type"] === undefined)
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "the content type of the body must be application/json");
  checkContentType(headers);
  const parameters = parseJson(body);
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters))
    throw new InvalidInputError("the body must be a JSON object");
  if (Object.keys(parameters).length === 0) throw new InvalidInputError("the body has no query");
  return parameters;
}

const queryOf = (parameters: object): string | undefined =>
  "query" in parameters && typeof parameters.query === "string" ? parameters.query : undefined;

/** @throws InvalidInputError for variables or extensions in the address that are not JSON */
function checkUrl(request: IncomingMessage): void {
  const parameters = queryIn(request);
  for (const name of ["variables", "extensions"]) {
    const text = parameters?.get(name) ?? "";
    if (text !== "") parseJson(Buffer.from(text), name);
  }
}

/** Returns the document of a request; null where it names none. */
function documentOf({ method, url }: IncomingMessage, parameters: object | null): string | null {
  if (parameters !== null) return queryOf(parameters) ?? null;
  return method === "GET" ? new URL(url ?? "/", "http://localhost").searchParams.get("query") : null;
}

/** Sends a refusal as a GraphQL answer, before anything was parsed. */
function sendRefusal(request: IncomingMessage, response: HttpAnswer, error: unknown, log: Logger): void {
  const { message, extensions } = error instanceof AppError ? toRequestError(error) : toGraphQLError(error, log);
  const { http, ...told } = extensions;
  const { status = 500, headers = {} } = (http ?? {}) as { status?: number; headers?: Record<string, string> };
  const accepted = request.headers.accept ?? "";
  const type = accepted.includes("application/graphql-response+json") ? "graphql-response+json" : "json";
  const body = Buffer.from(JSON.stringify({ errors: [{ message, extensions: told }] }));
  sendBytes(response, status, { ...headers, "content-type": `application/${type}; charset=utf-8` }, body);
}

/** Returns the request in a body; undefined where there is none. */
function questionIn(request: IncomingMessage, { size, bytes }: Body): string | undefined {
  if (size > MAX_INTROSPECTION_BYTES) return undefined;
  try {
    return queryOf(parametersIn(request, bytes));
  } catch {
    return undefined;
  }
}

/**
 * Serves /graphql. Authentication and admission need only the headers and precede the body. Without a key, only
 * introspection is answered, where it is allowed at all.
 */
export function createGraphqlDoor(
  services: GraphServices,
  { log, explorer, documents }: { log: Logger; explorer: ExplorerConfig; documents: PersistedDocuments },
) {
  const yoga = createGraphqlServer(log, explorer);
  const introspect = explorer.introspection ? introspector() : null;

  /** Answers introspection without a key; each address has the same budget as a key. */
  async function tellSchema(request: IncomingMessage, response: HttpAnswer): Promise<void> {
    services.limits.assertRoom();
    const address = clientAddress(request, services.trustedProxies);
    const admission = await services.limits.admit({ keyId: `address ${address}`, points: INTROSPECTION_POINTS });
    endWith(response, admission);
    if (Number(request.headers["content-length"] ?? 0) > MAX_INTROSPECTION_BYTES) throw new UnauthorisedError();
    const question = questionIn(request, await readBody(request));
    const onRead = question === undefined ? () => {} : await admission.readDocument(readingPoints(question));
    const answer = question === undefined ? null : (introspect?.(question) ?? null);
    onRead(answer === null ? "refused" : "accepted");
    if (answer === null) throw new UnauthorisedError();
    sendBytes(response, 200, { "content-type": "application/json; charset=utf-8" }, answer);
  }

  const types = answerTypes();

  /** Answers a plain query of a document that Yoga has validated, to a client that Yoga has answered before. */
  async function isAnswered(
    request: IncomingMessage,
    response: HttpAnswer,
    parameters: object,
    context: GraphContext,
  ): Promise<boolean> {
    const asked = plainParameters(parameters);
    const document = asked === null ? undefined : yoga.validated(asked.query);
    const type = types.known(request);
    if (asked === null || document === undefined || type === undefined) return false;
    if (request.headers[COST_HEADER] !== undefined) return false;
    const data = await directAnswer(document, asked, context);
    if (data === null) return false;
    sendBytes(response, 200, { "content-type": type }, Buffer.from(`{"data":${jsonOf(data)}}`));
    return true;
  }

  const isAnonymous = (request: IncomingMessage): boolean => {
    const { apiKey, bearer, frame } = readCredentials(request.headers, queryIn(request));
    return apiKey === undefined && bearer === undefined && frame === undefined;
  };

  return async (request: IncomingMessage, response: HttpAnswer, { requestId, named }: Handled) => {
    try {
      if (request.method !== "GET" && request.method !== "POST") {
        response.setHeader("allow", "GET, POST");
        throw new AppError("METHOD_NOT_ALLOWED");
      }
      if (introspect !== null && request.method === "POST" && isAnonymous(request))
        return await tellSchema(request, response);
      // Only parsing shows whether the operation runs without a valid session.
      const facts = { request, response, requestId, forgivesIdentity: () => true };
      const { context, body } = await receive(services, facts);
      const parameters = request.method === "POST" ? documents.inBody(parametersIn(request, body)) : null;
      if (parameters === null) {
        checkUrl(request);
        documents.inUrl(request);
      }
      const document = documentOf(request, parameters);
      if (document !== null) named?.(() => yoga.rootFieldOf(document));
      const onRead =
        document === null || yoga.validated(document) !== undefined
          ? () => {}
          : await context.admission.readDocument(readingPoints(document));
      if (parameters !== null && (await isAnswered(request, response, parameters, context))) return;
      // Yoga calls `Object.keys` on this value: a Buffer or a string would have one key per byte.
      if (parameters !== null) Object.assign(request, { body: parameters });
      const key = request.headers["idempotency-key"];
      const onAccepted = () => onRead("accepted");
      const onReplay = () => response.setHeader("idempotency-replayed", "true");
      const onStreamFailed = (error: unknown) => noteBrokenOff(response, error);
      const repeatable = typeof key === "string" ? { repeatable: { idempotencyKey: key, onReplay } } : {};
      try {
        await yoga.answer(request, response, { graph: context, onAccepted, onStreamFailed, ...repeatable });
      } finally {
        onRead("refused");
      }
      types.learn(request, response);
    } catch (error) {
      if (response.headersSent || error instanceof ClientGoneError) throw error;
      sendRefusal(request, response, error, log.child({ requestId }));
    }
  };
}

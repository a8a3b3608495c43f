import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { type DocumentNode, GraphQLError, print } from "graphql";
import { createLRUCache } from "graphql-yoga";
import { z } from "zod";
import { ConfigurationError } from "#foundation/config/config";
import type { DocumentsConfig } from "#foundation/config/documents";
import { projectRoot } from "#foundation/config/project-root";
import { ForbiddenError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { parseJson } from "./parse-json.ts";

/** Number of documents kept that clients have sent with their hash, and the longest of them, in characters. */
const MOST_SENT = 1_000;
const LONGEST_SENT = 16 * 1024;

/** The format of codegen and Relay: documents by id. */
const byId = z.record(z.string(), z.string());
/** The format of Apollo's `generate-persisted-query-manifest`. */
const ofApollo = z
  .object({
    format: z.literal("apollo-persisted-query-manifest"),
    version: z.literal(1),
    operations: z.array(z.object({ id: z.string(), body: z.string() })),
  })
  .transform(({ operations }) => Object.fromEntries(operations.map(({ id, body }) => [id, body])));
const manifest = z.union([ofApollo, byId]);

/** The prefix of an id that is the document's hash (GraphQL over HTTP, appendix A). */
const HASHED = "sha256:";

const hashOf = (document: string): string => createHash("sha256").update(document).digest("hex");

/** Apollo's clients recognise this message, and then send the document with its hash. */
const unknownHash = () =>
  new GraphQLError("PersistedQueryNotFound", { extensions: { code: "NOT_FOUND", http: { status: 200 } } });

/** The fields by which a request names its document. */
interface Asked {
  query?: unknown;
  documentId?: unknown;
  extensions?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces a request's id or hash by its document. Errors are meant for the client. */
export interface PersistedDocuments {
  /** Converts the parameters of a body to plain GraphQL over HTTP. */
  inBody(parameters: object): object;
  /** Rewrites the address of a GET. */
  inUrl(request: IncomingMessage): void;
}

/** Reads documents by their ids. @throws ConfigurationError */
async function readManifest(file: string): Promise<Record<string, string>> {
  const refuse = (reason: string) => new ConfigurationError([`PERSISTED_DOCUMENTS: ${file} ${reason}`]);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    throw refuse("cannot be read");
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw refuse("must be a JSON object of documents by their ids, or the manifest of Apollo's tools (version 1)");
  }
}

/** Returns the documents of the product's own commands and of its explorer, which an allow-list keeps working. */
async function ownDocuments(): Promise<string[]> {
  const documents: Record<string, object> = await import("#generated/operations/graphql");
  const commands = Object.values(documents).map((document) => print(document as DocumentNode));
  // As the explorer sends them; an installation without it has none.
  const explored = await readFile(join(projectRoot(), "dist", "web", "documents.json"), "utf8").catch(() => "[]");
  return [...commands, ...z.array(z.string()).parse(JSON.parse(explored))];
}

/**
 * Opens the documents of the configured file, and those that clients send with their hash. @throws ConfigurationError
 */
export async function openDocuments({ file, isAllowList }: DocumentsConfig): Promise<PersistedDocuments> {
  const listed = file === undefined ? {} : await readManifest(file);
  const texts = Object.values(listed);
  // An id that is a hash by its own prefix is found by the document, whatever the file calls it.
  const known = new Map([...Object.entries(listed), ...texts.map((text) => [HASHED + hashOf(text), text] as const)]);
  const allowed = new Set(isAllowList ? [...texts, ...(await ownDocuments())] : []);
  const sent = createLRUCache<string>({ max: MOST_SENT });

  function admit(query: unknown): void {
    if (!isAllowList || typeof query !== "string" || allowed.has(query)) return;
    throw new ForbiddenError("this API accepts only the GraphQL documents that its operator has listed");
  }

  /** Returns the document of an id; `query` is the text that came with it. */
  function documentOf(id: string, query: unknown, unknown: () => Error): string {
    const document = known.get(id) ?? (isAllowList ? undefined : sent.get(id));
    if (typeof query !== "string") {
      if (document === undefined) throw unknown();
      return document;
    }
    if (document === query) return query;
    if (!id.startsWith(HASHED)) throw new InvalidInputError("give documentId or query, not both");
    if (id !== HASHED + hashOf(query)) throw new InvalidInputError("the hash does not match the query");
    admit(query);
    if (query.length <= LONGEST_SENT) sent.set(id, query);
    return query;
  }

  /** Returns the requested document; undefined where the request has no id. */
  function identified({ query, documentId, extensions }: Asked): string | undefined {
    if (documentId !== undefined) {
      if (typeof documentId !== "string") throw new InvalidInputError("documentId must be a string");
      return documentOf(
        documentId,
        query,
        () => new NotFoundError("no document with this documentId is known; send the document itself as query"),
      );
    }
    const persisted = isRecord(extensions) ? extensions.persistedQuery : undefined;
    if (persisted === undefined || persisted === null) return undefined;
    if (!isRecord(persisted) || persisted.version !== 1 || typeof persisted.sha256Hash !== "string")
      throw new InvalidInputError("extensions.persistedQuery must have version 1 and a sha256Hash");
    return documentOf(HASHED + persisted.sha256Hash.toLowerCase(), query, unknownHash);
  }

  /** Returns the extensions without those that named the document; undefined where none is left. */
  function otherExtensions(extensions: unknown): unknown {
    if (!isRecord(extensions)) return extensions;
    const { persistedQuery: _, ...others } = extensions;
    return Object.keys(others).length === 0 ? undefined : others;
  }

  function inBody(parameters: object): object {
    const query = identified(parameters);
    if (query === undefined) {
      admit((parameters as Asked).query);
      return parameters;
    }
    const { documentId: _, extensions, ...others } = parameters as Asked;
    const left = otherExtensions(extensions);
    return { ...others, query, ...(left === undefined ? {} : { extensions: left }) };
  }

  function inUrl(request: IncomingMessage): void {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { searchParams: given } = url;
    if (!isAllowList && !given.has("documentId") && !given.has("extensions")) return;
    const extensions = given.get("extensions");
    const asked: Asked = {
      query: given.get("query") ?? undefined,
      documentId: given.get("documentId") ?? undefined,
      extensions: extensions === null ? undefined : parseJson(Buffer.from(extensions), "extensions"),
    };
    const query = identified(asked);
    if (query === undefined) {
      admit(asked.query);
      return;
    }
    given.delete("documentId");
    given.set("query", query);
    const left = otherExtensions(asked.extensions);
    if (left === undefined) given.delete("extensions");
    else given.set("extensions", JSON.stringify(left));
    request.url = `${url.pathname}${url.search}`;
  }

  return { inBody, inUrl };
}

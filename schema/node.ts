import { brandWithType } from "@pothos/core";
import { queryFromInfo } from "@pothos/plugin-prisma";
import { RequestCache } from "@pothos/plugin-scope-auth";
import DataLoader from "dataloader";
import { type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from "graphql";
import { InvalidInputError } from "#foundation/errors/index";
import { builder, type ScopeMap } from "./builder.ts";
import type { GraphContext } from "./context.ts";
import { forbiddenBy } from "./forbidden.ts";
import { perRequest } from "./per-request.ts";

/** The largest `Int` of GraphQL and of PostgreSQL. */
const MAX_INT = 2 ** 31 - 1;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Parses a row's number as ids write it; null for anything else: signs, leading zeros, fractions, numbers that fit no
 * column.
 */
export function numberKey(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_INT ? Number(text) : null;
}

/** Parses a UUID as ids write it, in lower case; null for anything else. */
export const uuidKey = (text: string): string | null => (UUID.test(text) ? text : null);

/**
 * The selection of a node, in the form of Pothos' Prisma plugin. Only the reader interprets it; the type itself selects
 * the key for `byKey`.
 */
type NodeQuery = { select?: undefined };

/** How to find the objects of one node type. */
interface NodeSource<Key, Row extends object> {
  /** The scopes for the type, which are the same for existing and missing objects. */
  authScopes: ScopeMap | ((context: GraphContext) => ScopeMap | true);
  /** Returns the key after the type in a global id; null where it is no id of the type. */
  keyOf: (text: string) => Key | null;
  /**
   * Returns the objects of these keys that exist and that the caller may see. One statement. `query` is the type's
   * selection, where it represents a model.
   */
  find: (keys: Key[], context: GraphContext, query: NodeQuery) => Promise<Map<Key, Row>>;
  /**
   * Fields beside `id` by which other graphs of a federation may name an object. Each returns the texts after the type
   * in the global ids, in the order of the values; null where there is none. `find` decides who may see them.
   */
  namedBy?: NamedBy;
}

export type NamedBy = Readonly<
  Record<string, (values: readonly unknown[], context: GraphContext) => Promise<(string | null)[]>>
>;

/**
 * Like `NodeSource`, but with texts as keys: the objects in the order of the texts, null where there is none for this
 * caller.
 */
interface NodeType {
  authScopes: NodeSource<unknown, object>["authScopes"];
  load: (texts: readonly string[], context: GraphContext, query: NodeQuery) => Promise<(object | null)[]>;
  namedBy: NamedBy;
}

const nodeTypes = new Map<string, NodeType>();

/** Returns the names of all node types, once the schema's files have been loaded. */
export const nodeTypeNames = (): string[] => [...nodeTypes.keys()];

/** Returns the fields beside `id` that name objects of a node type; undefined for a type that is no node. */
export const namedBy = (typeName: string): NamedBy | undefined => nodeTypes.get(typeName)?.namedBy;

/**
 * Registers a type's objects for `node` and `nodes`. Each type checks tenancy in `find`, because a guard on its fields
 * still answers `__typename`.
 */
export function defineNode<Key, Row extends object>(
  typeName: string,
  { authScopes, keyOf, find, namedBy = {} }: NodeSource<Key, Row>,
): void {
  nodeTypes.set(typeName, {
    authScopes,
    namedBy,
    async load(texts, context, query) {
      const keys = texts.map(keyOf);
      const asked = keys.filter((key) => key !== null);
      const found = asked.length === 0 ? new Map<Key, Row>() : await find([...new Set(asked)], context, query);
      return keys.map((key) => {
        const row = key === null ? undefined : found.get(key);
        if (row === undefined) return null;
        brandWithType(row, typeName as never);
        return row;
      });
    },
  });
}

/** Returns rows by one of their keys, in the form of `find`. */
export const byKey = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** Joins the two parts of a global id. */
export const globalIdOf = (typeName: string, text: string): string =>
  Buffer.from(`${typeName}:${text}`).toString("base64");

/** Length limit of our global ids. */
const MAX_ID_LENGTH = 200;

/**
 * Splits a global id into its two parts; null for ids that this API never gave out, such as other spellings of the same
 * bytes.
 */
export function readGlobalId(id: string): { typeName: string; text: string } | null {
  if (id.length > MAX_ID_LENGTH) return null;
  const decoded = Buffer.from(id, "base64");
  const plain = decoded.toString();
  const colon = plain.indexOf(":");
  if (colon < 1 || decoded.toString("base64") !== id) return null;
  return { typeName: plain.slice(0, colon), text: plain.slice(colon + 1) };
}

/** Returns why the caller may not read objects of the type; null where it may. */
async function refusal({ authScopes }: NodeType, context: GraphContext): Promise<Error | null> {
  const scopes = typeof authScopes === "function" ? authScopes(context) : authScopes;
  if (scopes === true) return null;
  const failure = await RequestCache.fromContext(context, builder).evaluateScopeMap(scopes);
  return failure === null ? null : forbiddenBy(failure);
}

interface AskedNode {
  id: string;
  info: GraphQLResolveInfo;
}

/** Returns a field's selection for one type of its nodes; empty where the type represents no model. */
const queryOf = (context: GraphContext, info: GraphQLResolveInfo, typeName: string): NodeQuery =>
  info.schema.getType(typeName)?.extensions.pothosPrismaModel === undefined
    ? {}
    : (queryFromInfo({ context, info, typeName }) as NodeQuery);

/**
 * Loads the nodes of one request by their global ids, those of one field and type together. Null for malformed or
 * absent ids, and those of another team.
 */
const loaders = perRequest(
  (context) =>
    new DataLoader<AskedNode, object | null>(
      async (asked) => {
        const nodes: (object | Error | null)[] = asked.map(() => null);
        const groups = new Map<unknown, Map<string, { text: string; position: number; info: GraphQLResolveInfo }[]>>();
        asked.forEach(({ id, info }, position) => {
          const { typeName, text } = readGlobalId(id) ?? { typeName: "", text: "" };
          if (!nodeTypes.has(typeName)) return;
          const ofField = groups.get(info.path) ?? new Map();
          groups.set(info.path, ofField.set(typeName, [...(ofField.get(typeName) ?? []), { text, position, info }]));
        });
        await Promise.all(
          [...groups.values()].flatMap((ofField) =>
            [...ofField].map(async ([typeName, keys]) => {
              const type = nodeTypes.get(typeName);
              const [first] = keys;
              if (type === undefined || first === undefined) return;
              const refused = await refusal(type, context);
              const found =
                refused ??
                (await type.load(
                  keys.map(({ text }) => text),
                  context,
                  queryOf(context, first.info, typeName),
                ));
              keys.forEach(({ position }, i) => {
                nodes[position] = found instanceof Error ? found : (found[i] ?? null);
              });
            }),
          ),
        );
        return nodes;
      },
      { cache: false },
    ),
);

/**
 * Loads the node of a global id, together with the others of the same field. Null for malformed or absent ids, and
 * those of another team.
 */
export const loadNode = (id: string, context: GraphContext, info: GraphQLResolveInfo): Promise<object | null> =>
  loaders(context).load({ id, info });

/** Maximum number of objects in one field. */
export const MAX_NODES = 100;

/**
 * Returns the complexity of a list of named objects: that of each object. @throws InvalidInputError for too many of
 * them
 */
export function ofEach(named: readonly unknown[], what: string): { field: number; multiplier: number } {
  if (named.length > MAX_NODES) throw new InvalidInputError(`at most ${MAX_NODES} ${what} at once`);
  return { field: 1, multiplier: named.length };
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: "An object by its global id; null if the caller has no object with this id.",
    args: { id: t.arg.id({ description: "The global id (the `id` field) of the object.", required: true }) },
    resolve: (_root, { id }, context, info) => loadNode(String(id), context, info),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: `Objects by their global ids, in the order of the ids, at most ${MAX_NODES}. Null for an id of which the caller has no object.`,
    args: { ids: t.arg.idList({ description: "The global ids (the `id` fields) of the objects.", required: true }) },
    complexity: ({ ids }) => ofEach(ids, "ids"),
    resolve: (_root, { ids }, context, info) => ids.map((id) => loadNode(String(id), context, info)),
  }),
}));

/** Checks that every node type can be found by its id. @throws Error naming the type */
export function assertNodesAreFound(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && type.getInterfaces().some(({ name }) => name === "Node") && !nodeTypes.has(type.name))
      throw new Error(`${type.name} is a Node without defineNode("${type.name}", …)`);
}

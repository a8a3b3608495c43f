import { getTypeBrand } from "@pothos/core";
import {
  type ConstDirectiveNode,
  type DocumentNode,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from "graphql";
import { InvalidInputError } from "#foundation/errors/index";
import { builder } from "./builder.ts";
import type { GraphContext } from "./context.ts";
import { globalIdOf, loadNode, MAX_NODES, namedBy, nodeTypeNames, ofEach, readGlobalId } from "./node.ts";

/**
 * Serves the graph as a subgraph of Apollo Federation 2
 * (https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec). Does not use
 * `@pothos/plugin-federation`, which makes a second schema of sorted copies and finds entities one by one by a resolver
 * of each type. Our entities are found in the same way as by `node`, so that one rule decides who sees what.
 */
const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])\n\n';

/** The field with the schema's text, which reveals as much as introspection. */
export const SERVICE_FIELD = "_service";
/** Fields that every subgraph has but no subgraph's SDL lists. */
const OWN_FIELDS: ReadonlySet<string> = new Set([SERVICE_FIELD, "_entities"]);
const OWN_TYPES: ReadonlySet<string> = new Set(["_Any", "_Entity", "_Service"]);
/** Types of the same shape in every graph with Relay's connections. */
const SHARED_TYPES: ReadonlySet<string> = new Set(["PageInfo"]);

const directive = (name: string, fields?: string): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: name },
  arguments:
    fields === undefined
      ? []
      : [
          {
            kind: Kind.ARGUMENT,
            name: { kind: Kind.NAME, value: "fields" },
            value: { kind: Kind.STRING, value: fields },
          },
        ],
});

function directivesOf(typeName: string): ConstDirectiveNode[] {
  if (SHARED_TYPES.has(typeName)) return [directive("shareable")];
  const names = namedBy(typeName);
  return names === undefined ? [] : ["id", ...Object.keys(names)].map((field) => directive("key", field));
}

/**
 * Returns the schema without the additions of federation, for printing and for introspection. Ordinary clients need
 * none of them, and code generators with strict scalars fail at `_Any`. All other types are the same objects.
 */
export function withoutFederation(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (query == null) throw new Error("a schema without queries");
  const { fields, ...ofQuery } = query.toConfig();
  const ordinary = Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name));
  return new GraphQLSchema({
    ...config,
    query: new GraphQLObjectType({ ...ofQuery, fields: Object.fromEntries(ordinary) }),
    types: types.filter((type) => type !== query && !OWN_TYPES.has(type.name)),
  });
}

const asked = new WeakMap<DocumentNode, boolean>();

/** Whether a document asks for the schema and nothing of federation. */
export function isOrdinaryIntrospection(document: DocumentNode): boolean {
  const known = asked.get(document);
  if (known !== undefined) return known;
  const names = new Set<string>();
  visit(document, { Field: ({ name }) => void names.add(name.value) });
  const isAboutSchema = names.has("__schema") || names.has("__type");
  const found = isAboutSchema && ![...OWN_FIELDS].some((name) => names.has(name));
  asked.set(document, found);
  return found;
}

/** Returns the SDL of the schema with the directives of federation. */
function subgraphSdl(schema: GraphQLSchema): string {
  const document = visit(parse(printSchema(lexicographicSortSchema(withoutFederation(schema)))), {
    ObjectTypeDefinition: (type) => ({ ...type, directives: directivesOf(type.name.value) }),
  });
  return LINK + print(document);
}

const sdls = new WeakMap<GraphQLSchema, string>();
function sdlOf(schema: GraphQLSchema): string {
  const sdl = sdls.get(schema) ?? subgraphSdl(schema);
  sdls.set(schema, sdl);
  return sdl;
}

/** An object that another graph names: its type, and the fields of a key. */
type Representation = Readonly<Record<string, unknown>>;

builder.scalarType("_Any", {
  description:
    "A reference to an object for Apollo Federation: `__typename`, and the fields of one of the type's keys.",
  serialize: () => {
    throw new Error("_Any is an input");
  },
  parseValue: (value) => {
    if (typeof value === "object" && value !== null && "__typename" in value) return value as Representation;
    throw new InvalidInputError("a representation must be an object with __typename");
  },
});

const Service = builder.objectRef<GraphQLSchema>("_Service").implement({
  description: "The description of this subgraph for a gateway of Apollo Federation.",
  fields: (t) => ({
    sdl: t.string({
      description: "The schema of this subgraph in SDL, with the keys of its entities.",
      resolve: sdlOf,
    }),
  }),
});

const Entity = builder.unionType("_Entity", {
  description: "Every type whose objects other subgraphs can refer to.",
  types: () => nodeTypeNames() as never[],
  resolveType: (value: unknown) => getTypeBrand(value) as never,
});

/** Returns which of a type's keys a representation has. @throws InvalidInputError */
function keyIn({ __typename, ...fields }: Representation): { typeName: string; field: string; value: unknown } {
  const typeName = String(__typename).slice(0, 100);
  const names = namedBy(typeName);
  if (names === undefined) throw new InvalidInputError(`${typeName} is not an entity of this graph`);
  const known = ["id", ...Object.keys(names)];
  const field = known.find((name) => typeof fields[name] === "string" || Number.isSafeInteger(fields[name]));
  if (field === undefined) throw new InvalidInputError(`a ${typeName} must be identified by ${known.join(" or ")}`);
  return { typeName, field, value: fields[field] };
}

/** Returns the global ids of represented objects, with one look-up per type and key; null where there is none. */
async function globalIdsOf(
  representations: readonly Representation[],
  context: GraphContext,
): Promise<(string | null)[]> {
  const keys = representations.map(keyIn);
  const ids = keys.map(({ typeName, field, value }) =>
    field === "id" && readGlobalId(String(value))?.typeName === typeName ? String(value) : null,
  );
  const groups = Map.groupBy(keys.entries(), ([, { typeName, field }]) => `${typeName}.${field}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const [[, { typeName, field }] = [0, { typeName: "", field: "" }]] = group;
      const texts = await namedBy(typeName)?.[field]?.(
        group.map(([, { value }]) => value),
        context,
      );
      for (const [i, [position]] of group.entries()) {
        const text = texts?.[i];
        if (text != null) ids[position] = globalIdOf(typeName, text);
      }
    }),
  );
  return ids;
}

builder.queryFields((t) => ({
  [SERVICE_FIELD]: t.field({
    type: Service,
    description:
      "The description of this API as a subgraph of Apollo Federation 2. It is refused if introspection is disabled.",
    resolve: (_root, _args, _context, { schema }) => schema,
  }),
  _entities: t.field({
    type: [Entity],
    nullable: { list: false, items: true },
    description: `The objects that another subgraph of a federation refers to, at most ${MAX_NODES}, in the order of the references; null if the caller has no such object.`,
    args: { representations: t.arg({ type: ["_Any"], required: true }) },
    complexity: ({ representations }) => ofEach(representations, "representations"),
    resolve: async (_root, { representations }, context, info) => {
      const ids = await globalIdsOf(representations, context);
      return ids.map((id) => (id === null ? null : loadNode(id, context, info))) as never;
    },
  }),
}));

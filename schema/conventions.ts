import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./builder.ts";

const CONNECTION_FIELDS: Readonly<Record<string, string>> = {
  edges: "The entries on this page, in the order of the list.",
  pageInfo: "The position of the page in the list, for requesting further pages.",
  totalCount: "The number of entries on all pages together.",
};

const EDGE_FIELDS: Readonly<Record<string, string>> = {
  cursor: "The position of this entry in the list. Pass it as `after` to get the entries that follow.",
  node: "The object at this position of the list.",
};

const PAGE_INFO_FIELDS: Readonly<Record<string, string>> = {
  startCursor: "The cursor of the first entry on the page; null if the page is empty.",
  endCursor:
    "The cursor of the last entry on the page, to pass as `after` for the next page; null if the page is empty.",
  hasNextPage: "Whether there are entries after this page.",
  hasPreviousPage: "Whether there are entries before this page.",
};

/** Arguments of every list. */
const LIST_ARGUMENTS: Readonly<Record<string, string>> = {
  first: `The page size, 1–${MAX_PAGE_SIZE}; by default ${DEFAULT_PAGE_SIZE}.`,
  after: "Returns the entries after this cursor, which must come from the same list in the same order.",
  offset: "Skips this many entries. It cannot be combined with `after`.",
  filter: "Returns only entries that meet these conditions.",
  orderBy: "The order of the entries.",
};

/** Arguments and fields of inputs that name an object by its number. */
const NUMBERS: Readonly<Record<string, string>> = {
  marketId: "The number of the market (its `marketId`).",
  jobId: "The number of the job (its `jobId`).",
};

const GLOBAL_ID = "The global id, unique among all objects of the API. The queries `node` and `nodes` accept it.";

const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith("Connection");
const isEdge = ({ name }: GraphQLNamedType): boolean => name.endsWith("Edge");

/** Returns what a field of this name always is on such a type. */
function fieldByConvention(type: GraphQLObjectType, { name }: GraphQLField<unknown, unknown>) {
  if (isConnection(type)) return CONNECTION_FIELDS[name];
  if (isEdge(type)) return EDGE_FIELDS[name];
  if (type.name === "PageInfo") return PAGE_INFO_FIELDS[name];
  if (name === "id" && type.getInterfaces().some((one) => one.name === "Node")) return GLOBAL_ID;
  return undefined;
}

const argumentByConvention = (output: GraphQLNamedType, { name }: GraphQLArgument): string | undefined =>
  (isConnection(output) ? LIST_ARGUMENTS[name] : undefined) ?? NUMBERS[name];

function describeNode(node: GraphQLInterfaceType): void {
  node.description ??= "An object that can be fetched by its global id.";
  const { id } = node.getFields();
  if (id !== undefined) id.description ??= GLOBAL_ID;
}

/**
 * Describes what is alike everywhere and has no description of its own: the parts of lists, global ids, arguments. What
 * is particular to a type is described where it is defined.
 */
export function describeConventions(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (isConnection(type)) type.description ??= "One page of a list.";
    if (isEdge(type)) type.description ??= "One entry of a list, with its cursor.";
    if (type.name === "PageInfo") type.description ??= "The position of a page in its list.";
    if (isInterfaceType(type) && type.name === "Node") describeNode(type);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) field.description ??= NUMBERS[field.name];
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      field.description ??= fieldByConvention(type, field);
      for (const argument of field.args)
        argument.description ??= argumentByConvention(getNamedType(field.type), argument);
    }
  }
}

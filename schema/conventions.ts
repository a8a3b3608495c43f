import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLInt,
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
  edges: "The entries of this page.",
  pageInfo: "Where the page is in the list.",
  totalCount: "How many entries the whole list has.",
};

const EDGE_FIELDS: Readonly<Record<string, string>> = {
  cursor: "Its place in the list, for `after`.",
  node: "The entry.",
};

const PAGE_INFO_FIELDS: Readonly<Record<string, string>> = {
  startCursor: "Of the first entry of the page; null where it has none.",
  endCursor: "Of the last entry of the page, for `after` of the next one; null where it has none.",
  hasNextPage: "Whether entries follow.",
  hasPreviousPage: "Whether the page begins after the first entry.",
};

/** Arguments of every list. */
const LIST_ARGUMENTS: Readonly<Record<string, string>> = {
  first: `Entries of the page: 1–${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default.`,
  after: "A cursor of this list: the page begins behind it.",
  offset: "Leaves out as many entries.",
  filter: "Conditions that each entry has to meet.",
  orderBy: "The order of the list.",
};

/** Arguments and fields of inputs that name an object by its number. */
const NUMBERS: Readonly<Record<string, string>> = {
  marketId: "The market's number.",
  jobId: "The job's number.",
};

const GLOBAL_ID = "Its global id, for `node` and `nodes`.";

const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith("Connection");
const isEdge = ({ name }: GraphQLNamedType): boolean => name.endsWith("Edge");

/** Returns what a field of this name always is on such a type. */
function fieldByConvention(type: GraphQLObjectType, { name, type: output }: GraphQLField<unknown, unknown>) {
  if (isConnection(type)) return CONNECTION_FIELDS[name];
  if (isEdge(type)) return EDGE_FIELDS[name];
  if (type.name === "PageInfo") return PAGE_INFO_FIELDS[name];
  if (name === "id" && type.getInterfaces().some((one) => one.name === "Node")) return GLOBAL_ID;
  const isNumber = getNamedType(output) === GraphQLInt;
  if (isNumber && name.toLowerCase() === `${type.name}Id`.toLowerCase()) return "Its number.";
  return undefined;
}

const argumentByConvention = (output: GraphQLNamedType, { name }: GraphQLArgument): string | undefined =>
  (isConnection(output) ? LIST_ARGUMENTS[name] : undefined) ?? NUMBERS[name];

function describeNode(node: GraphQLInterfaceType): void {
  node.description ??= "An object with a global id.";
  const { id } = node.getFields();
  if (id !== undefined) id.description ??= GLOBAL_ID;
}

/**
 * Describes what is alike everywhere and has no description of its own: the parts of lists, global ids, numbers. What
 * is particular to a type is described where it is defined.
 */
export function describeConventions(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (isConnection(type)) type.description ??= "A page of a list.";
    if (isEdge(type)) type.description ??= "An entry of a list.";
    if (type.name === "PageInfo") type.description ??= "Where a page is in its list.";
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

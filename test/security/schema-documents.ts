import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { schema } from "#schema/index";
import { globalId, type Ids } from "./node-seeds.ts";

type Field = GraphQLField<unknown, unknown>;
type Part = GraphQLArgument | GraphQLInputField;

/** The type of the object that an argument names, by the argument's name. */
const TYPES_BY_NAME: Record<string, string> = {
  agentId: "Dossier",
  collectionId: "Collection",
  columnId: "MarketColumn",
  deliveryId: "WebhookDelivery",
  jobId: "DiscoveryJob",
  marketId: "Market",
  monitorId: "Monitor",
  taskId: "DossierTask",
  teamId: "Team",
  userId: "TeamUser",
  webhookId: "Webhook",
};
/** The same of arguments whose names do not tell; null where it may be of any type, or belong to nobody. */
const TYPES_BY_PLACE: Record<string, string | null> = {
  "Query.event.id": null,
  "Query.node.id": null,
  "Query.nodes.ids": null,
  "Mutation.splitCompany.recordIds": null,
  "Team.users.filter.id": "TeamUser",
};

/** The type of the team's object that an argument names; null if it names none. @throws where no test knows */
function typeNamedBy(place: string): string | null {
  const name = place.slice(place.lastIndexOf(".") + 1);
  if (!/^ids?$|Ids?$/.test(name)) return null;
  const type = place in TYPES_BY_PLACE ? TYPES_BY_PLACE[place] : TYPES_BY_NAME[name.replace(/s$/, "")];
  if (type === undefined) throw new Error(`${place} names an object of a type that no test knows`);
  return type;
}

function partsOf(part: Part): Part[] {
  const type = getNamedType(part.type);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

const isRequired = ({ type, defaultValue }: Part): boolean => isNonNullType(type) && defaultValue === undefined;

interface Place {
  place: string;
  isRequired: boolean;
}

/** The places among a field's arguments that name an object of a team, such as `Query.market.marketId`. */
export function placesOfIds(typeName: string, { name, args }: Field): Place[] {
  const below = (parts: readonly Part[], path: string, within: readonly string[]): Place[] =>
    parts.flatMap((part) => {
      const place = `${path}.${part.name}`;
      const type = getNamedType(part.type);
      if (isInputObjectType(type) && within.includes(type.name)) return [];
      if (isInputObjectType(type))
        return below(partsOf(part), place, [...within, type.name]).map((one) => ({
          ...one,
          isRequired: one.isRequired && isRequired(part),
        }));
      return typeNamedBy(place) === null ? [] : [{ place, isRequired: isRequired(part) }];
    });
  return below(args, `${typeName}.${name}`, []);
}

/** With what arguments are filled. */
export interface Filling {
  /** The objects that they name. */
  mine: Ids;
  /** The one place that names an object of `ids` instead. */
  tried?: { place: string; ids: Ids };
  /** Other values, by the place or the last name of an argument. */
  values: Record<string, unknown>;
  /** Places to fill although they are optional. */
  also?: readonly string[];
}

/** @throws where no test has a value */
function leafValue(part: Part, place: string, { mine, tried, values }: Filling): unknown {
  const named = typeNamedBy(place);
  if (named !== null) {
    const key = (tried?.place === place ? tried.ids : mine)[named];
    // A member's key begins with the team's.
    return typeof key === "string" ? key.replace(/^\d+:/, "") : key;
  }
  const type = getNamedType(part.type);
  const value = values[place] ?? values[part.name] ?? (isEnumType(type) ? type.getValues()[0]?.name : undefined);
  if (value === undefined) throw new Error(`no test has a value for ${place}`);
  return value;
}

/** The size of a page: what a document asks for stays cheap. */
const PAGE_SIZE = "first";

/** Fills what is required, wanted, or around it, and sizes of pages; undefined for the rest. */
function filledWith(part: Part, place: string, filling: Filling): unknown {
  const wanted = [filling.tried?.place ?? "", ...(filling.also ?? [])];
  const isWanted = isRequired(part) || wanted.some((one) => `${one}.`.startsWith(`${place}.`));
  if (!isWanted && part.name !== PAGE_SIZE) return undefined;
  const value =
    isInputObjectType(getNamedType(part.type)) && !(part.name in filling.values)
      ? Object.fromEntries(partsOf(part).map((one) => [one.name, filledWith(one, `${place}.${one.name}`, filling)]))
      : leafValue(part, place, filling);
  return isListType(getNullableType(part.type)) && !Array.isArray(value) ? [value] : value;
}

/** A value as documents write it; of an enum it is the name. */
function literal(value: unknown, type?: GraphQLInputType): string {
  const bare = type && getNullableType(type);
  if (isEnumType(bare)) return String(value);
  if (Array.isArray(value))
    return `[${value.map((one) => literal(one, isListType(bare) ? bare.ofType : bare)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = isInputObjectType(bare) ? bare.getFields() : {};
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{ ${given.map(([name, part]) => `${name}: ${literal(part, fields[name]?.type)}`).join(", ")} }`;
}

/** A field with its arguments, as it stands in a document. */
export function called(typeName: string, { name, args }: Field, filling: Filling): string {
  const filled = args.flatMap((arg) => {
    const value = filledWith(arg, `${typeName}.${name}.${arg.name}`, filling);
    return value === undefined ? [] : [`${arg.name}: ${literal(value, arg.type)}`];
  });
  return filled.length === 0 ? name : `${name}(${filled.join(", ")})`;
}

/** A selection of every field of an object that needs no argument, if to the type's name only; none of a leaf. */
export function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return "";
  const fields = isObjectType(type) ? Object.values(type.getFields()).filter(({ args }) => !args.some(isRequired)) : [];
  return `{ __typename ${fields.map((field) => `${field.name} ${briefOf(getNamedType(field.type))}`).join(" ")} }`;
}

/** The least selection of a type. */
export const briefOf = (type: GraphQLNamedType): string => (isLeafType(type) ? "" : "{ __typename }");

export const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
  (type): type is GraphQLObjectType => type != null,
);
export const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith("__"),
);
export const nodeTypes = objectTypes.filter((type) => type.getInterfaces().some(({ name }) => name === "Node"));

/** How objects of a type are reached from a query. */
export interface Way {
  /** The type of the node that it begins with, or the field of the query. */
  from: string;
  /** Whether null may stand at its beginning, so that other fields of a document are answered all the same. */
  isNullable: boolean;
  /** The way around a selection of the object's fields. */
  around: (selection: string, filling: Filling) => string;
}

/** The shortest way to each type that a query reaches: from a node, or else from another field of the query. */
export function waysToTypes(): Map<string, Way> {
  const found = new Map<string, Way>();
  let last: GraphQLObjectType[] = [];
  function reach(type: GraphQLNamedType, way: Way): void {
    if (!isObjectType(type) || found.has(type.name)) return;
    found.set(type.name, way);
    last.push(type);
  }
  function follow(): void {
    while (last.length > 0) {
      const types = last;
      last = [];
      for (const type of types) {
        const way = found.get(type.name) as Way;
        for (const field of Object.values(type.getFields()))
          reach(getNamedType(field.type), {
            ...way,
            around: (selection, filling) =>
              way.around(`${called(type.name, field, filling)} { ${selection} }`, filling),
          });
      }
    }
  }
  for (const { name } of nodeTypes)
    reach(schema.getType(name) as GraphQLObjectType, {
      from: name,
      isNullable: true,
      around: (selection, { mine }) =>
        `node(id: "${globalId(name, mine[name] ?? "")}") { ... on ${name} { ${selection} } }`,
    });
  follow();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    reach(getNamedType(field.type), {
      from: field.name,
      isNullable: !isNonNullType(field.type),
      around: (selection, filling) => `${called("Query", field, filling)} { ${selection} }`,
    });
    follow();
  }
  return found;
}

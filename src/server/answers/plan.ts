import { queryFromInfo } from "@pothos/plugin-prisma";
import { type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo, Kind } from "graphql";
import type { TreeReader } from "#foundation/db/select-tree/reader";
import type { Output, Where } from "#foundation/db/select-tree/tree";
import type { GraphContext } from "#schema/context";
import type { PlannedQueries } from "#schema/planned-queries";
import type { CompiledField } from "./compile.ts";
import { GaveUp } from "./gave-up.ts";
import type { Place } from "./place.ts";
import { Beginnings, type Load, type Loads, type SelectedField, type SelectedObject } from "./run.ts";
import type { Variables } from "./selected-fields.ts";
import { textOf } from "./texts.ts";

/** The part of a root field that a plan needs. */
export interface PlannedRoot {
  key: string;
  fields: readonly CompiledField[];
}

/** What Pothos keeps about a type of a model. */
interface ModelType {
  pothosPrismaModel?: string;
  /** Has the rule for the unique key of an object. */
  pothosPrismaLoader?: (context: object) => { findUnique: (object: object, context: object) => Where };
}

/** Computed once for answers with the same caller and the same values of the variables below the root. */
export class Plan implements PlannedQueries, Loads {
  readonly context: GraphContext;
  readonly queries = new Map<string | number, object>();
  readonly beginnings: Beginnings;
  readonly #variables: Variables;
  readonly #roots: readonly PlannedRoot[];
  readonly #places = new Map<string | number, Place>();
  readonly #document: Pick<GraphQLResolveInfo, "schema" | "fragments" | "operation">;
  readonly #loads = new Map<SelectedObject, Map<string, readonly Load[]>>();
  #loadsMade = 0;

  constructor(
    { caller }: GraphContext,
    document: Pick<GraphQLResolveInfo, "schema" | "fragments" | "operation">,
    variables: Variables,
    roots: readonly PlannedRoot[],
  ) {
    // Selections depend on the caller alone. A whole context would live on with the plan.
    this.context = { caller } as GraphContext;
    this.beginnings = new Beginnings(this.context, variables);
    this.#variables = variables;
    this.#roots = roots;
    this.#document = document;
  }

  place(key: string): Place {
    const place = this.#places.get(key) ?? { prev: undefined, key, typename: "Query" };
    this.#places.set(key, place);
    return place;
  }

  /**
   * Reads fields that PostgreSQL can write as text; their selections are then read in no other way.
   * @throws GaveUp where the caller may not read something that is selected
   */
  make(info: GraphQLResolveInfo, query: (info: GraphQLResolveInfo) => object): object {
    const root = this.#roots.find(({ key }) => key === info.path.key);
    if (root === undefined) return query(info);
    const texts: Record<string, Output> = {};
    for (const field of root.fields) {
      const text = textOf(field, this.context, this.#variables);
      if (text !== null) texts[field.key] = text;
    }
    const others = root.fields.filter(({ key }) => !(key in texts));
    const isWhole = others.length === root.fields.length;
    const made = query(isWhole ? info : { ...info, fieldNodes: selecting(info.fieldNodes, others) });
    this.#begin(others, this.place(root.key));
    return isWhole ? made : { ...made, texts };
  }

  /**
   * Returns how to read these fields for objects that were read without them. For example, a rule gives only the id of a
   * company. It takes several queries where one cannot have all fields, such as two pages of one list.
   * @throws GaveUp
   */
  loads(object: SelectedObject, fields: readonly SelectedField[]): readonly Load[] {
    const ofObject = this.#loads.get(object) ?? new Map<string, readonly Load[]>();
    this.#loads.set(object, ofObject);
    const name = fields.map(({ key }) => key).join(" ");
    const known = ofObject.get(name) ?? this.#makeLoads(object.type, fields);
    ofObject.set(name, known);
    return known;
  }

  #makeLoads(type: GraphQLObjectType, fields: readonly SelectedField[]): Load[] {
    const { pothosPrismaModel: model, pothosPrismaLoader: loaderOf } = type.extensions as ModelType;
    if (model === undefined || loaderOf === undefined) throw new GaveUp(`${type.name}, which is no model`);
    // No field has such a name, so the selections recorded below are those of no other query.
    const place = { prev: undefined, key: `#${this.#loadsMade++}`, typename: type.name };
    const query = queryFromInfo({
      context: this.context,
      info: {
        ...this.#document,
        fieldNodes: selecting([OBJECTS], fields),
        parentType: type,
        returnType: type,
        path: place,
        variableValues: this.#variables,
      } as unknown as GraphQLResolveInfo,
    });
    const beginnings = new Beginnings(this.context, this.#variables);
    const read = fields.filter((field) => beginnings.begin(field, place).isRead);
    if (read.length === 0) throw new GaveUp(`${type.name}.${fields[0]?.key}: cannot be read by the object's key`);
    const others = fields.filter((field) => !read.includes(field));
    const { findUnique } = loaderOf(this.context);
    const load: Load = {
      fields: read,
      model: `${model.charAt(0).toLowerCase()}${model.slice(1)}` as keyof TreeReader,
      query,
      keyOf: (object) => findUnique(object, this.context),
      place,
      beginnings,
    };
    return others.length === 0 ? [load] : [load, ...this.#makeLoads(type, others)];
  }

  #begin(fields: readonly CompiledField[], at: Place): void {
    for (const field of fields)
      if (field.access !== null) this.#begin(field.fields, this.beginnings.begin(field, at).place);
  }
}

const fieldNode = (name: string): FieldNode => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } });
const TYPENAME = fieldNode("__typename");
/** Stands for the field of objects that are read by their keys. Pothos ignores fields with names of the introspection. */
const OBJECTS = fieldNode("objects");

/** Makes a field that selects these fields of its object. */
function selecting([node]: readonly FieldNode[], fields: readonly SelectedField[]): FieldNode[] {
  if (node === undefined) return [];
  const selections = [TYPENAME, ...fields.flatMap(({ nodes }) => nodes)];
  return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
}

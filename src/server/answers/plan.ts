import { type FieldNode, type GraphQLResolveInfo, Kind } from "graphql";
import type { Output } from "#foundation/db/select-tree/tree";
import type { GraphContext } from "#schema/context";
import type { PlannedQueries } from "#schema/planned-queries";
import type { CompiledField } from "./compile.ts";
import type { Place } from "./place.ts";
import { Beginnings } from "./run.ts";
import type { Variables } from "./selected-fields.ts";
import { textOf } from "./texts.ts";

/** The part of a root field that a plan needs. */
export interface PlannedRoot {
  key: string;
  fields: readonly CompiledField[];
}

/** Computed once for answers with the same caller and the same values of the variables below the root. */
export class Plan implements PlannedQueries {
  readonly context: GraphContext;
  readonly queries = new Map<string | number, object>();
  readonly beginnings: Beginnings;
  readonly #variables: Variables;
  readonly #roots: readonly PlannedRoot[];
  readonly #places = new Map<string | number, Place>();

  constructor({ caller }: GraphContext, variables: Variables, roots: readonly PlannedRoot[]) {
    // Selections depend on the caller alone. A whole context would live on with the plan.
    this.context = { caller } as GraphContext;
    this.beginnings = new Beginnings(this.context, variables);
    this.#variables = variables;
    this.#roots = roots;
  }

  place(key: string): Place {
    const place = this.#places.get(key) ?? { prev: undefined, key, typename: "Query" };
    this.#places.set(key, place);
    return place;
  }

  /**
   * Reads fields that PostgreSQL can write as text; their selections are then read in no other way.
   * @throws GaveUp where the query lacks something that is selected
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

  #begin(fields: readonly CompiledField[], at: Place): void {
    for (const field of fields)
      if (field.access !== null) this.#begin(field.fields, this.beginnings.begin(field, at).place);
  }
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

/** Makes a field that selects these fields of its object. */
function selecting([node]: readonly FieldNode[], fields: readonly CompiledField[]): FieldNode[] {
  if (node === undefined) return [];
  const selections = [TYPENAME, ...fields.flatMap(({ nodes }) => nodes)];
  return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
}

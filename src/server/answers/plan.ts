import type { GraphContext } from "#schema/context";
import type { PlannedQueries } from "#schema/planned-queries";
import type { CompiledField } from "./compile.ts";
import type { Place } from "./place.ts";
import { Beginnings } from "./run.ts";
import type { Variables } from "./selected-fields.ts";

/** A field of the query's root, as far as plans go. */
export interface PlannedRoot {
  key: string;
  fields: readonly CompiledField[];
}

/** What is worked out once for answers with the same caller and the same values of the variables below the root. */
export class Plan implements PlannedQueries {
  readonly context: GraphContext;
  readonly queries = new Map<string | number, object>();
  readonly beginnings: Beginnings;
  readonly #roots: readonly PlannedRoot[];
  readonly #places = new Map<string | number, Place>();

  constructor({ caller }: GraphContext, variables: Variables, roots: readonly PlannedRoot[]) {
    // Selections look at the caller alone. A whole context would live on with the plan.
    this.context = { caller } as GraphContext;
    this.beginnings = new Beginnings(this.context, variables);
    this.#roots = roots;
  }

  place(key: string): Place {
    const place = this.#places.get(key) ?? { prev: undefined, key, typename: "Query" };
    this.#places.set(key, place);
    return place;
  }

  /** @throws GaveUp where the query lacks something that is selected, before it is read */
  made(key: string | number): void {
    const root = this.#roots.find((one) => one.key === key);
    if (root !== undefined) this.#begin(root.fields, this.place(root.key));
  }

  #begin(fields: readonly CompiledField[], at: Place): void {
    for (const field of fields)
      if (field.access !== null) this.#begin(field.fields, this.beginnings.begin(field, at).place);
  }
}

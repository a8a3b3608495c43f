import type { GraphContext } from "#schema/context";
import type { FieldAccess } from "./field-access.ts";
import type { Place } from "./place.ts";
import type { Variables } from "./selected-fields.ts";

/** What a run has to know of one selected field. */
export interface SelectedField {
  /** Its response key. */
  key: string;
  parentType: string;
  args: (variables: Variables) => object;
  /** Null: `__typename`, which needs none. */
  access: FieldAccess | null;
}

interface Begun {
  place: Place;
  args: object;
}

/** What holds for all answers with the same caller and the same values of the variables below the root. */
export class Beginnings {
  readonly #context: GraphContext;
  /** Coerced. */
  readonly #variables: Variables;
  readonly #begun = new Map<SelectedField, Begun>();

  /** @param context the one that the objects' query was made in: what it selects is noted there */
  constructor(context: GraphContext, variables: Variables) {
    this.#context = context;
    this.#variables = variables;
  }

  /** A field's place and arguments: the same for all of its objects. @throws GaveUp */
  begin(field: SelectedField, at: Place): Begun {
    const known = this.#begun.get(field);
    if (known !== undefined) return known;
    const place = { prev: at, key: field.key, typename: field.parentType };
    field.access?.begin(this.#context, place);
    const begun = { place, args: field.args(this.#variables) };
    this.#begun.set(field, begun);
    return begun;
  }
}

/** One answer that is being written. */
export class Run {
  readonly context: GraphContext;
  readonly #beginnings: Beginnings;
  #waiting: Promise<void>[] = [];

  constructor(context: GraphContext, beginnings: Beginnings) {
    this.context = context;
    this.#beginnings = beginnings;
  }

  /** See `Beginnings`. @throws GaveUp */
  begin(field: SelectedField, at: Place): Begun {
    return this.#beginnings.begin(field, at);
  }

  /** Holds the answer up until this is written. */
  wait(written: Promise<void>): void {
    // It is awaited only where the rest could be written.
    written.catch(() => {});
    this.#waiting.push(written);
  }

  /** Resolves when everything is written. @throws what the first of them threw */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      await Promise.all(waiting);
    }
  }
}

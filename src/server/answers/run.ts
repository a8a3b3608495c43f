import type { GraphContext } from "#schema/context";
import type { FieldAccess } from "./field-access.ts";
import type { Place } from "./place.ts";
import type { Variables } from "./selected-fields.ts";

/** What a run needs to know about one selected field. */
export interface SelectedField {
  /** Its response key. */
  key: string;
  parentType: string;
  args: (variables: Variables) => object;
  /** Null for `__typename`, which needs none. */
  access: FieldAccess | null;
}

interface Begun {
  place: Place;
  args: object;
}

/** What holds for all answers with the same caller and the same values of the variables below the root. */
export class Beginnings {
  readonly #context: GraphContext;
  /** Coerced variables. */
  readonly #variables: Variables;
  readonly #begun = new Map<SelectedField, Begun>();

  /** @param context the context in which the objects' query was made, which records its selections */
  constructor(context: GraphContext, variables: Variables) {
    this.#context = context;
    this.#variables = variables;
  }

  /** Returns a field's position and arguments, which are the same for all of its objects. @throws GaveUp */
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

/** An answer that is being made. */
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

  /** Delays the answer until this part is complete. */
  wait(part: Promise<void>): void {
    // Awaited only where the rest could be completed.
    part.catch(() => {});
    this.#waiting.push(part);
  }

  /** Resolves when everything is complete. @throws the first error of the awaited parts */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      await Promise.all(waiting);
    }
  }
}

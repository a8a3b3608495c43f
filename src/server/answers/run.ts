import DataLoader from "dataloader";
import type { FieldNode, GraphQLObjectType } from "graphql";
import type { TreeReader } from "#foundation/db/select-tree/reader";
import type { SelectTree, Where } from "#foundation/db/select-tree/tree";
import type { GraphContext } from "#schema/context";
import { read } from "#schema/read";
import type { FieldAccess } from "./field-access.ts";
import type { Place } from "./place.ts";
import type { Variables } from "./selected-fields.ts";

/**
 * Converts what a resolver returned for a type of the schema, at one position of the document, to what the answer has
 * there.
 */
export type Complete = (value: unknown, run: Run, at: Place) => unknown;

/** What a run needs to know about one selected field. */
export interface SelectedField {
  /** Its response key. */
  key: string;
  parentType: string;
  args: (variables: Variables) => object;
  /** Null for `__typename`, which needs none. */
  access: FieldAccess | null;
  nodes: readonly FieldNode[];
  complete: Complete;
}

/** The selected fields of an object's type, at one position of the document. */
export interface SelectedObject {
  type: GraphQLObjectType;
  fields: readonly SelectedField[];
}

interface Begun {
  place: Place;
  args: object;
  /** Whether the objects were read with the field. */
  isRead: boolean;
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
    const isRead = field.access?.begin(this.#context, place) ?? true;
    const begun = { place, args: field.args(this.#variables), isRead };
    this.#begun.set(field, begun);
    return begun;
  }
}

/** Fields that objects lack because they were not read with them, and the query that reads them by the objects' keys. */
export interface Load {
  fields: readonly SelectedField[];
  model: keyof TreeReader;
  /** Selects the key as well. */
  query: SelectTree;
  /** Returns the unique key of an object. */
  keyOf: (object: object) => Where;
  /** The position under which the query recorded its selections; it stands for that of the objects. */
  place: Place;
  beginnings: Beginnings;
}

/** Knows how to read what objects lack. */
export interface Loads {
  /** @throws GaveUp */
  loads(object: SelectedObject, fields: readonly SelectedField[]): readonly Load[];
}

/** A load that an answer runs, with the part of the answer below its fields. */
interface Loading {
  run: Run;
  rows: DataLoader<object, object>;
}

/** An answer that is being made, or the part of one whose objects were read together. */
export class Run {
  readonly context: GraphContext;
  readonly #plan: Loads;
  readonly #beginnings: Beginnings;
  readonly #waiting: Promise<void>[];
  readonly #loadings = new Map<Load, Loading>();

  /** @param waiting parts of the same answer that are still to come */
  constructor(context: GraphContext, plan: Loads, beginnings: Beginnings, waiting: Promise<void>[] = []) {
    this.context = context;
    this.#plan = plan;
    this.#beginnings = beginnings;
    this.#waiting = waiting;
  }

  /** See `Beginnings`. @throws GaveUp */
  begin(field: SelectedField, at: Place): Begun {
    return this.#beginnings.begin(field, at);
  }

  /**
   * Reads fields that an object lacks, together with those of the other objects at its position. `fill` gets the row of
   * each query, and the run for what is below the fields.
   * @throws GaveUp
   */
  load(
    type: SelectedObject,
    fields: readonly SelectedField[],
    object: object,
    fill: (row: object, load: Load, run: Run) => void,
  ): void {
    for (const load of this.#plan.loads(type, fields)) {
      const { run, rows } = this.#loadings.get(load) ?? this.#begin(load);
      this.wait(rows.load(object).then((row) => fill(row, load, run)));
    }
  }

  #begin(load: Load): Loading {
    const reader = read(this.context)[load.model];
    const loading = {
      run: new Run(this.context, this.#plan, load.beginnings, this.#waiting),
      rows: new DataLoader<object, object>((objects) => reader.findEach(load.query, objects.map(load.keyOf)), {
        cache: false,
      }),
    };
    this.#loadings.set(load, loading);
    return loading;
  }

  /** Delays the answer until this part is complete. */
  wait(part: Promise<void>): void {
    // Awaited only where the rest could be completed.
    part.catch(() => {});
    this.#waiting.push(part);
  }

  /** Resolves when everything is complete. @throws the first error of the awaited parts */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await Promise.all(this.#waiting.splice(0));
  }
}

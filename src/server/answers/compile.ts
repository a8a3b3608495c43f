import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
} from "graphql";
import { textsOf } from "#foundation/db/select-tree/reader";
import { variablesIn } from "#schema/operation-cost";
import { fieldAccess } from "./field-access.ts";
import { GaveUp } from "./gave-up.ts";
import { JsonText } from "./json-text.ts";
import { leafValue } from "./leaves.ts";
import type { Place } from "./place.ts";
import type { Complete, Load, Run, SelectedField, SelectedObject } from "./run.ts";
import { type Surroundings, selectedFields } from "./selected-fields.ts";

/** One selected field of one type. */
export interface CompiledField extends SelectedField {
  /** The field of the schema; null for `__typename`. */
  definition: GraphQLField<unknown, unknown> | null;
  /** Selected fields of its objects, where their type is known beforehand. */
  fields: readonly CompiledField[];
}

/** How to complete values of a type. */
interface Compiled {
  complete: Complete;
  fields: readonly CompiledField[];
}

const NOTHING_SELECTED: readonly CompiledField[] = [];

const NO_ARGUMENTS = Object.freeze({});

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

const hasVariables = (node: FieldNode): boolean =>
  (node.arguments ?? []).some((argument) => variablesIn(argument).length > 0);

/**
 * Compiles the selections of one operation. The result holds for all values of the variables that no directive reads.
 */
export class Compiler {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Compiles the selected fields of a type. @throws GaveUp where one of them needs the executor */
  fields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): CompiledField[] {
    return [...selectedFields(this.#around, type, sets)].map(([key, nodes]) => this.#field(type, key, nodes));
  }

  #field(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): CompiledField {
    const [node] = nodes;
    const name = node?.name.value ?? "";
    // Setting it would change the object's prototype instead.
    if (key === "__proto__") throw new GaveUp(key);
    const common = { key, parentType: type.name, nodes };
    if (name === "__typename")
      return {
        ...common,
        args: () => NO_ARGUMENTS,
        complete: () => type.name,
        fields: NOTHING_SELECTED,
        access: null,
        definition: null,
      };
    const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[name];
    if (field === undefined || node === undefined) throw new GaveUp(`${type.name}.${name}`);
    return {
      ...common,
      args: this.#args(field, node),
      ...this.value(
        field.type,
        nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      ),
      access: fieldAccess(type, field),
      definition: field,
    };
  }

  #args(field: GraphQLField<unknown, unknown>, node: FieldNode): CompiledField["args"] {
    if (field.args.length === 0) return () => NO_ARGUMENTS;
    if (hasVariables(node)) return (variables) => getArgumentValues(field, node, variables);
    let known: object | undefined;
    return () => (known ??= getArgumentValues(field, node));
  }

  /** Compiles the completion of this type's values, with these selections of its fields. */
  value(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Compiled {
    const { complete, fields } = this.#present(isNonNullType(type) ? type.ofType : type, sets);
    if (isNonNullType(type)) return { complete: requiring(complete), fields };
    return {
      fields,
      complete: (value, run, at) => (value === null || value === undefined ? null : complete(value, run, at)),
    };
  }

  /** Compiles the completion of values that are not null. */
  #present(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Compiled {
    if (isLeafType(type)) return { complete: leafValue(type), fields: NOTHING_SELECTED };
    if (isListType(type)) {
      const { complete, fields } = this.value(type.ofType, sets);
      return { complete: listOf(complete), fields };
    }
    if (!isAbstractType(type)) return this.#object(type as GraphQLObjectType, sets);
    const known = new Map<string, Complete>();
    return {
      fields: NOTHING_SELECTED,
      complete: (value, run, at) => {
        const name: unknown = type.resolveType?.(value, run.context, undefined as never, type);
        if (typeof name !== "string") throw new GaveUp(`the type of a ${type.name}`);
        const possible = this.#around.schema.getType(name) as GraphQLObjectType;
        const complete = known.get(name) ?? this.#object(possible, sets).complete;
        known.set(name, complete);
        return complete(value, run, at);
      },
    };
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Compiled {
    const fields = this.fields(type, sets);
    const own: SelectedObject = { type, fields };
    return {
      fields,
      complete: (value, run, at) => {
        if (type.isTypeOf && type.isTypeOf(value, run.context, undefined as never) !== true)
          throw new GaveUp(`what may be no ${type.name}`);
        const object: Record<string, unknown> = {};
        // Only the root's objects were read with parts as text.
        const texts = at.prev === undefined ? textsOf(value as object) : undefined;
        let lacking: CompiledField[] | undefined;
        for (const field of fields) {
          const { key, access, complete } = field;
          if (access === null) {
            object[key] = field.parentType;
            continue;
          }
          const text = texts?.get(key);
          if (text !== undefined) {
            access.admitTo(value, run.context);
            object[key] = new JsonText(text);
            continue;
          }
          const { args, place, isRead } = run.begin(field, at);
          access.admitTo(value, run.context);
          if (!isRead && !access.isIn(value as object)) {
            object[key] = null;
            lacking ??= [];
            lacking.push(field);
            continue;
          }
          access.check(value);
          put(object, key, access.resolve(value, args, run.context), complete, run, place);
        }
        if (lacking !== undefined)
          run.load(own, lacking, value as object, (row, load, below) => fill(object, row, load, below));
        return object;
      },
    };
  }
}

/** Puts the fields of a load into the answer's object, whose places were kept. */
function fill(object: Record<string, unknown>, row: object, { fields, place: at }: Load, run: Run): void {
  for (const field of fields) {
    const { key, access, complete } = field;
    if (access === null) continue;
    const { args, place } = run.begin(field, at);
    access.check(row);
    put(object, key, access.resolve(row, args, run.context), complete, run, place);
  }
}

const requiring =
  (complete: Complete): Complete =>
  (value, run, at) => {
    if (value === null || value === undefined) throw new GaveUp("null where none may be");
    return complete(value, run, at);
  };

/**
 * Prevents unhandled rejections in a list whose objects are still to come. One of them may fail before it is read, or
 * is never read because another field failed first. Neither may end the process.
 */
export function expectFailures(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) if (isPromise(item)) Promise.resolve(item).catch(() => {});
}

const listOf =
  (complete: Complete): Complete =>
  (value, run, at) => {
    if (!Array.isArray(value)) throw new GaveUp("a list that is no array");
    expectFailures(value);
    const list: unknown[] = [];
    for (let i = 0; i < value.length; i++) put(list, i, value[i], complete, run, at);
    return list;
  };

/** Puts a completed value into an object or a list; keeps the place of one that is still to come. */
export function put<Key extends string | number>(
  into: Record<Key, unknown>,
  key: Key,
  value: unknown,
  complete: Complete,
  run: Run,
  at: Place,
): void {
  if (!isPromise(value)) {
    into[key] = complete(value, run, at);
    return;
  }
  into[key] = null;
  run.wait(
    Promise.resolve(value).then((settled) => {
      into[key] = complete(settled, run, at);
    }),
  );
}

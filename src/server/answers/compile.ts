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
import { leafWriter } from "./leaves.ts";
import type { Place } from "./place.ts";
import type { Run, SelectedField } from "./run.ts";
import { type Surroundings, selectedFields } from "./selected-fields.ts";

/** Pieces of JSON text. A nested list stands for a piece that was still unknown when later pieces were written. */
export type Pieces = (string | Pieces)[];

/** Writes a value of one type of the schema at one position of the document. */
export type Write = (value: unknown, into: Pieces, run: Run, at: Place) => void;

/** One selected field of one type. */
export interface CompiledField extends SelectedField {
  /** The key as JSON with the colon; for `__typename` with the value too. */
  text: string;
  /** The field of the schema; null for `__typename`. */
  definition: GraphQLField<unknown, unknown> | null;
  nodes: readonly FieldNode[];
  write: Write;
  /** Selected fields of its objects, where their type is known beforehand. */
  fields: readonly CompiledField[];
}

/** How to write values of a type. */
interface Compiled {
  write: Write;
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
    const text = `${JSON.stringify(key)}:`;
    const common = { key, parentType: type.name, nodes };
    if (name === "__typename")
      return {
        ...common,
        text: text + JSON.stringify(type.name),
        args: () => NO_ARGUMENTS,
        write: () => {},
        fields: NOTHING_SELECTED,
        access: null,
        definition: null,
      };
    const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[name];
    if (field === undefined || node === undefined) throw new GaveUp(`${type.name}.${name}`);
    return {
      ...common,
      text,
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
    return () => (known ??= getArgumentValues(field, node, {}));
  }

  /** Compiles the writing of this type's values, with these selections of its fields. */
  value(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Compiled {
    const { write, fields } = this.#present(isNonNullType(type) ? type.ofType : type, sets);
    if (isNonNullType(type)) return { write: requiring(write), fields };
    return {
      fields,
      write: (value, into, run, at) => {
        if (value === null || value === undefined) into.push("null");
        else write(value, into, run, at);
      },
    };
  }

  /** Compiles the writing of values that are not null. */
  #present(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Compiled {
    if (isLeafType(type)) {
      const write = leafWriter(type);
      return { write: (value, into) => void into.push(write(value)), fields: NOTHING_SELECTED };
    }
    if (isListType(type)) {
      const { write, fields } = this.value(type.ofType, sets);
      return { write: listWriter(write), fields };
    }
    if (!isAbstractType(type)) return this.#object(type as GraphQLObjectType, sets);
    const known = new Map<string, Write>();
    return {
      fields: NOTHING_SELECTED,
      write: (value, into, run, at) => {
        const name: unknown = type.resolveType?.(value, run.context, undefined as never, type);
        if (typeof name !== "string") throw new GaveUp(`the type of a ${type.name}`);
        const possible = this.#around.schema.getType(name) as GraphQLObjectType;
        const write = known.get(name) ?? this.#object(possible, sets).write;
        known.set(name, write);
        write(value, into, run, at);
      },
    };
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Compiled {
    const fields = this.fields(type, sets);
    return {
      fields,
      write: (value, into, run, at) => {
        if (type.isTypeOf && type.isTypeOf(value, run.context, undefined as never) !== true)
          throw new GaveUp(`what may be no ${type.name}`);
        let separator = "{";
        // Only the root's objects were read with parts as text.
        const texts = at.prev === undefined ? textsOf(value as object) : undefined;
        for (const field of fields) {
          into.push(separator + field.text);
          separator = ",";
          const { access, write } = field;
          if (access === null) continue;
          const text = texts?.get(field.key);
          if (text !== undefined) {
            access.admitTo(value, run.context);
            into.push(text);
            continue;
          }
          const { args, place } = run.begin(field, at);
          access.check(value, run.context);
          writeValue(access.resolve(value, args, run.context), write, into, run, place);
        }
        into.push(separator === "{" ? "{}" : "}");
      },
    };
  }
}

const requiring =
  (write: Write): Write =>
  (value, into, run, at) => {
    if (value === null || value === undefined) throw new GaveUp("null where none may be");
    write(value, into, run, at);
  };

/**
 * Prevents unhandled rejections in a list whose objects are still to come. One of them may fail before it is read, or
 * is never read because another field failed first. Neither may end the process.
 */
export function expectFailures(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) if (isPromise(item)) Promise.resolve(item).catch(() => {});
}

function listWriter(write: Write): Write {
  return (value, into, run, at) => {
    if (!Array.isArray(value)) throw new GaveUp("a list that is no array");
    expectFailures(value);
    let separator = "[";
    for (const item of value as unknown[]) {
      into.push(separator);
      separator = ",";
      writeValue(item, write, into, run, at);
    }
    into.push(separator === "[" ? "[]" : "]");
  };
}

/** Writes a value; reserves the place of one that is still to come. */
export function writeValue(value: unknown, write: Write, into: Pieces, run: Run, at: Place): void {
  if (!isPromise(value)) {
    write(value, into, run, at);
    return;
  }
  const own: Pieces = [];
  into.push(own);
  run.wait(Promise.resolve(value).then((settled) => write(settled, own, run, at)));
}

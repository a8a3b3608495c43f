import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "graphql";
import type { Caller } from "#accounts/auth/caller";
import { NoTextError } from "#foundation/db/select-tree/reader";
import type { GraphContext } from "#schema/context";
import { variablesIn } from "#schema/operation-cost";
import { Compiler, expectFailures, put } from "./compile.ts";
import { type FieldAccess, fieldAccess } from "./field-access.ts";
import { GaveUp, Refused } from "./gave-up.ts";
import type { Data } from "./json-text.ts";
import type { Place } from "./place.ts";
import { Plan, type PlannedRoot } from "./plan.ts";
import { Beginnings, type Complete, Run } from "./run.ts";
import { selectedFields, type Variables } from "./selected-fields.ts";

/** A field of the query's root. */
interface RootField extends PlannedRoot {
  nodes: readonly FieldNode[];
  field: GraphQLField<unknown, unknown>;
  /** Null where Pothos itself has to run the steps around its resolver. */
  access: FieldAccess | null;
  complete: Complete;
}

/** A query with its directives evaluated for some values of its variables. */
interface Shape {
  /** By response key, in the order of the answer. A text is the value of `__typename`. */
  fields: ReadonlyMap<string, RootField | string>;
  roots: RootField[];
  /** By caller, and by the values of the variables below the root. */
  plans: WeakMap<Caller, Map<string, Plan>>;
  answered: number;
  givenUp: number;
}

/** Number of shapes cached per query. */
const KEPT_SHAPES = 20;
/** Number of plans cached per caller. */
const KEPT_PLANS = 20;
/** Number of failed attempts after which a shape that was never answered is left to the executor. */
const MOST_GIVEN_UP = 3;

/** Results of the root's fields, by response key. */
export type RootResults = Map<string, Promise<unknown>>;

function variablesOfDirectives(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    [Kind.DIRECTIVE]: (directive) => {
      for (const name of variablesIn(directive)) names.add(name);
    },
  });
  return [...names];
}

/** Returns the variables that selections below the root's fields read, in arguments or directives. */
function variablesBelow(document: DocumentNode, { selectionSet }: OperationDefinitionNode): string[] {
  const below: ASTNode[] = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const selection of selectionSet.selections)
    if (selection.kind !== Kind.FIELD) below.push(selection);
    else if (selection.selectionSet !== undefined) below.push(selection.selectionSet);
  return [...new Set(below.flatMap(variablesIn))];
}

/** Returns a key for the values of these variables. */
const valuesOf = (names: readonly string[], variables: Variables): string =>
  names.length === 0 ? "" : JSON.stringify(names.map((name) => variables.coerced[name] ?? null));

/** A query of a validated document, which is answered without the executor. */
export class PreparedQuery {
  readonly #schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #fragmentsByName: Record<string, FragmentDefinitionNode>;
  readonly #shaping: readonly string[];
  readonly #below: readonly string[];
  readonly #shapes = new Map<string, Shape | null>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.operation = operation;
    this.#fragments = new Map(
      document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
    );
    this.#fragmentsByName = Object.fromEntries(this.#fragments);
    this.#shaping = variablesOfDirectives(document);
    this.#below = variablesBelow(document, operation);
  }

  /** Returns the query's shape with these coerced variables; null where the executor must answer. */
  shape(variables: Variables): Shape | null {
    const key = valuesOf(this.#shaping, variables);
    const known = this.#shapes.get(key);
    if (known !== undefined) return known === null || isHopeless(known) ? null : known;
    if (this.#shapes.size >= KEPT_SHAPES) this.#shapes.clear();
    const made = this.#compile(variables);
    this.#shapes.set(key, made);
    return made;
  }

  #compile(variables: Variables): Shape | null {
    const around = { schema: this.#schema, fragments: this.#fragments, variables };
    const query = this.#schema.getQueryType();
    const compiler = new Compiler(around);
    try {
      if (query == null) return null;
      const selected = selectedFields(around, query, [this.operation.selectionSet]);
      const fields = new Map<string, RootField | string>();
      for (const [key, nodes] of selected) {
        const name = nodes[0]?.name.value ?? "";
        if (key === "__proto__") throw new GaveUp(key);
        if (name === "__typename") {
          fields.set(key, query.name);
          continue;
        }
        const field: GraphQLField<unknown, unknown> | undefined = query.getFields()[name];
        if (field === undefined) throw new GaveUp(name);
        const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
        fields.set(key, { key, nodes, field, access: accessOf(query, field), ...compiler.value(field.type, sets) });
      }
      const roots = [...fields.values()].filter((field) => typeof field !== "string");
      return { fields, roots, plans: new WeakMap(), answered: 0, givenUp: 0 };
    } catch (error) {
      if (error instanceof GaveUp) return null;
      throw error;
    }
  }

  #plan({ plans, roots }: Shape, context: GraphContext, variables: Variables): Plan {
    const ofCaller = plans.get(context.caller) ?? new Map<string, Plan>();
    plans.set(context.caller, ofCaller);
    const key = valuesOf(this.#below, variables);
    const known = ofCaller.get(key);
    if (known !== undefined) return known;
    const document = { schema: this.#schema, fragments: this.#fragmentsByName, operation: this.operation };
    const made = new Plan(context, document, variables, roots);
    if (ofCaller.size >= KEPT_PLANS) ofCaller.clear();
    ofCaller.set(key, made);
    return made;
  }

  /**
   * Resolves the fields of the root, like the executor, and returns the query's data. `results` receives those results
   * that the executor can use.
   * @throws whatever prevents the answer, including an error that belongs in it
   */
  async answer(shape: Shape, context: GraphContext, variables: Variables, results: RootResults): Promise<Data> {
    const plan = this.#plan(shape, context, variables);
    context.planned = plan;
    const own = new Beginnings(context, variables);
    const resolved = new Map<string, Promise<unknown>>();
    for (const root of shape.roots) {
      const result = (async () => this.#resolve(root, context, variables, plan.place(root.key)))();
      result.then(expectFailures, () => {});
      resolved.set(root.key, result);
    }
    try {
      await Promise.all(resolved.values());
      const data: Record<string, unknown> = {};
      const runs: Run[] = [];
      for (const [key, root] of shape.fields) {
        if (typeof root === "string") {
          data[key] = root;
          continue;
        }
        const run = new Run(context, plan, recordsItself(root.field) ? own : plan.beginnings);
        runs.push(run);
        put(data, key, await resolved.get(key), root.complete, run, plan.place(key));
      }
      for (const run of runs) await run.finish();
      shape.answered += 1;
      return data;
    } catch (error) {
      if (isLasting(error)) shape.givenUp += 1;
      for (const { key } of shape.roots) await this.#keep(key, resolved.get(key), plan, results);
      throw error;
    } finally {
      context.planned = undefined;
    }
  }

  /** Keeps a root field's result, except the objects of a plan: the executor does not know what was selected of them. */
  async #keep(key: string, result: Promise<unknown> | undefined, plan: Plan, results: RootResults): Promise<void> {
    if (result === undefined) return;
    const [settled] = await Promise.allSettled([result]);
    const isOurs =
      settled.status === "fulfilled"
        ? plan.queries.has(key)
        : settled.reason instanceof GaveUp || settled.reason instanceof NoTextError;
    if (!isOurs) results.set(key, result);
  }

  #resolve({ field, nodes, access }: RootField, context: GraphContext, variables: Variables, path: Place): unknown {
    const [node] = nodes;
    const resolve = access?.resolve ?? field.resolve;
    const query = this.#schema.getQueryType();
    if (node === undefined || resolve === undefined || query == null) throw new GaveUp(field.name);
    access?.admit(context);
    const args = getArgumentValues(field, node, variables);
    return resolve(undefined, args, context, {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: query,
      path,
      schema: this.#schema,
      fragments: this.#fragmentsByName,
      rootValue: undefined,
      operation: this.operation,
      variableValues: variables,
      // Direct answers have neither: a resolver that needs them is the executor's.
      getAbortSignal: () => undefined,
      getAsyncHelpers() {
        throw new GaveUp(field.name);
      },
    });
  }
}

/** Whether a field records its objects' selections in the request's context: only global ids do, for each type of object. */
const recordsItself = ({ type }: GraphQLField<unknown, unknown>): boolean => isAbstractType(getNamedType(type));

/**
 * Returns how to resolve a field of the root; null where only Pothos knows, including where it reads the arguments
 * first.
 */
function accessOf(query: GraphQLObjectType, field: GraphQLField<unknown, unknown>): FieldAccess | null {
  const mappers: unknown = field.extensions.pothosArgMappers;
  if (Array.isArray(mappers) && mappers.length > 0) return null;
  try {
    return fieldAccess(query, field);
  } catch (error) {
    if (error instanceof GaveUp) return null;
    throw error;
  }
}

/** Whether later answers will fail like this: not for what a request named, nor for what its caller may not read. */
const isLasting = (error: unknown): boolean =>
  (error instanceof GaveUp && !(error instanceof Refused)) || error instanceof TypeError;

const isHopeless = ({ answered, givenUp }: Shape): boolean => answered === 0 && givenUp >= MOST_GIVEN_UP;

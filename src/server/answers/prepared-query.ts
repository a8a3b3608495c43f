import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "graphql";
import type { GraphContext } from "#schema/context";
import { variablesIn } from "#schema/operation-cost";
import { Compiler, type Pieces, type Write, writeValue } from "./compile.ts";
import { GaveUp } from "./gave-up.ts";
import type { Place } from "./place.ts";
import { Run } from "./run.ts";
import { selectedFields, type Variables } from "./selected-fields.ts";

/** A field of the query's root. */
interface RootField {
  key: string;
  text: string;
  nodes: readonly FieldNode[];
  field: GraphQLField<unknown, unknown>;
  write: Write;
}

/** One query with the directives as some values of its variables have them. */
interface Shape {
  /** A text is `__typename`, which is known. */
  fields: (RootField | string)[];
  written: number;
  givenUp: number;
}

/** So many shapes of one query are kept. */
const KEPT_SHAPES = 20;
/** A shape that could not be written so often, and never was, is left to the executor. */
const MOST_GIVEN_UP = 3;

/** What the fields of the root gave, by their response keys. */
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

const joined = (pieces: Pieces): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : joined(piece))).join("");

/** A query of a validated document, whose answers are written as JSON without the executor. */
export class PreparedQuery {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #shaping: readonly string[];
  readonly #shapes = new Map<string, Shape | null>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#operation = operation;
    this.#fragments = new Map(
      document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
    );
    this.#shaping = variablesOfDirectives(document);
  }

  /** The query's shape with these variables, which are coerced; null where it is the executor's. */
  shape(variables: Variables): Shape | null {
    const key = JSON.stringify(this.#shaping.map((name) => variables[name] ?? null));
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
      const selected = selectedFields(around, query, [this.#operation.selectionSet]);
      const fields = [...selected].map(([key, nodes]): RootField | string => {
        const name = nodes[0]?.name.value ?? "";
        const text = `${JSON.stringify(key)}:`;
        if (name === "__typename") return text + JSON.stringify(query.name);
        const field: GraphQLField<unknown, unknown> | undefined = query.getFields()[name];
        if (field === undefined) throw new GaveUp(name);
        const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
        return { key, text, nodes, field, write: compiler.value(field.type, sets) };
      });
      return { fields, written: 0, givenUp: 0 };
    } catch (error) {
      if (error instanceof GaveUp) return null;
      throw error;
    }
  }

  /**
   * Resolves the fields of the root, as the executor does, and writes the answer. `results` gets what they gave.
   * @throws whatever keeps the answer from being written, also an error that belongs into it
   */
  async write(shape: Shape, context: GraphContext, variables: Variables, results: RootResults): Promise<string> {
    const run = new Run(context, variables);
    const places = new Map<RootField, Place>();
    for (const root of shape.fields) {
      if (typeof root === "string") continue;
      const place: Place = { prev: undefined, key: root.key, typename: "Query" };
      places.set(root, place);
      const result = (async () => this.#resolve(root, context, variables, place))();
      result.catch(() => {});
      results.set(root.key, result);
    }
    try {
      await Promise.all(results.values());
      const pieces: Pieces = [];
      pieces.push('{"data":{');
      let separator = "";
      for (const root of shape.fields) {
        pieces.push(separator);
        separator = ",";
        if (typeof root === "string") {
          pieces.push(root);
          continue;
        }
        pieces.push(root.text);
        writeValue(await results.get(root.key), root.write, pieces, run, places.get(root) as Place);
      }
      pieces.push("}}");
      await run.finish();
      shape.written += 1;
      return joined(pieces);
    } catch (error) {
      shape.givenUp += 1;
      throw error;
    }
  }

  #resolve({ field, nodes }: RootField, context: GraphContext, variables: Variables, path: Place): unknown {
    const [node] = nodes;
    const { resolve } = field;
    if (node === undefined || resolve === undefined) throw new GaveUp(field.name);
    const query = this.#schema.getQueryType();
    if (query == null) throw new GaveUp(field.name);
    const args = getArgumentValues(field, node, { ...variables });
    return resolve(undefined, args, context, {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: query,
      path,
      schema: this.#schema,
      fragments: Object.fromEntries(this.#fragments),
      rootValue: undefined,
      operation: this.#operation,
      variableValues: { ...variables },
    });
  }
}

const isHopeless = ({ written, givenUp }: Shape): boolean => written === 0 && givenUp >= MOST_GIVEN_UP;

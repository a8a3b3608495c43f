import { complexityFromQuery } from "@pothos/plugin-complexity";
import {
  type ASTNode,
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Cost } from "#accounts/limits/limits";
import { InvalidInputError } from "#foundation/errors/index";
import type { GraphContext } from "./context.ts";
import { SERVICE_FIELD } from "./federation.ts";
import { schema } from "./index.ts";

/** Limits of one operation: a page of 100 companies, each with a page of 100 objects. */
const MOST = { complexity: 60_000, depth: 18, breadth: 600 };
type Measure = keyof typeof MOST;
/** The complexity that costs one point: about 2 ms of a process. */
const COMPLEXITY_A_POINT = 200;
/** Points for one introspection of the whole schema. */
const INTROSPECTION_POINTS = 10;
const TELLS_SCHEMA: ReadonlySet<string> = new Set(["__schema", SERVICE_FIELD]);

const NOTHING: Cost = { points: 0, waitsOutside: false };

export interface Operation {
  document: DocumentNode;
  /** Needed where the document has several operations. */
  operationName?: string | null | undefined;
  /** Variables as sent. */
  variables: Readonly<Record<string, unknown>>;
  /** Whether the variables are known to fit. */
  areValid?: boolean;
}

/** Facts about a document's fields, independent of variables. */
interface Traits {
  /** Number of introspection fields. */
  introspections: number;
  /** Whether it has a field with `WAITS_OUTSIDE`. */
  waitsOutside: boolean;
  /** Variables in arguments from which complexities are computed. */
  sizes: ReadonlySet<string>;
  /** The latest complexities of its operations, by name and by the values of `sizes`. */
  complexities: Map<string, Complexity>;
  /** Its operations with all the fragments, by name. */
  operations: Map<string | null, DocumentNode>;
}

type Complexity = ReturnType<typeof complexityFromQuery>;

/** Number of complexities cached per document. */
const KEPT_COMPLEXITIES = 50;

/** Returns the names of the variables in a part of a document. */
export function variablesIn(node: ASTNode): string[] {
  const names: string[] = [];
  visit(node, { [Kind.VARIABLE]: ({ name }) => void names.push(name.value) });
  return names;
}

const traits = new WeakMap<DocumentNode, Traits>();

function traitsOf(document: DocumentNode): Traits {
  const known = traits.get(document);
  if (known !== undefined) return known;
  const sizes = new Set<string>();
  const found: Traits = {
    introspections: 0,
    waitsOutside: false,
    sizes,
    complexities: new Map(),
    operations: new Map(),
  };
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      [Kind.FIELD]: (node) => {
        if (TELLS_SCHEMA.has(node.name.value)) found.introspections += 1;
        const extensions = typeInfo.getFieldDef()?.extensions;
        if (extensions?.waitsOutside === true) found.waitsOutside = true;
        if (typeof extensions?.complexity !== "function") return;
        for (const argument of node.arguments ?? []) for (const name of variablesIn(argument)) sizes.add(name);
      },
    }),
  );
  traits.set(document, found);
  return found;
}

/** Returns one operation of a document, with all the fragments. */
function alone(document: DocumentNode, operationName: string | null | undefined): DocumentNode | null {
  const { operations } = traitsOf(document);
  const known = operations.get(operationName ?? null);
  if (known !== undefined) return known;
  const operation = getOperationAST(document, operationName);
  // Wrong names are not cached: clients can make up any number.
  if (operation == null) return null;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const made: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  operations.set(operationName ?? null, made);
  return made;
}

/** Returns the complexity of a document's operation, computed once for the same sizes of pages. */
function complexityOf(
  asked: DocumentNode,
  { document, operationName, variables }: Operation,
  context: GraphContext,
): Complexity {
  const { sizes, complexities } = traitsOf(document);
  const key = JSON.stringify([operationName ?? null, ...[...sizes].map((name) => variables[name] ?? null)]);
  const known = complexities.get(key);
  if (known !== undefined) return known;
  const found = complexityFromQuery(asked, { schema, variables: { ...variables }, ctx: context });
  if (complexities.size >= KEPT_COMPLEXITIES) complexities.clear();
  complexities.set(key, found);
  return found;
}

function doFit({ definitions }: DocumentNode, variables: Operation["variables"]): boolean {
  const defined = definitions.flatMap((part) => ("operation" in part ? (part.variableDefinitions ?? []) : []));
  return getVariableValues(schema, defined, variables, { maxErrors: 1 }).errors === undefined;
}

/** @throws InvalidInputError for an operation that has more of this than any may have */
export function assertWithin(measure: Measure, found: number): void {
  if (found > MOST[measure])
    throw new InvalidInputError(
      `the query is too large (${measure} ${found} of at most ${MOST[measure]}); ask for fewer fields or smaller pages`,
    );
}

/**
 * Returns the cost of an operation before it runs, from its fields and the sizes of its pages, without the point that
 * every request costs. Zero where execution will refuse it at once: a missing operation, or variables that do not fit.
 * @throws InvalidInputError for an operation above the limit
 */
export function operationCost(
  { document, operationName, variables, areValid = false }: Operation,
  context: GraphContext,
): Cost {
  const asked = alone(document, operationName);
  if (asked === null) return NOTHING;
  // Checked first: `complexityFromQuery` would collect an error for every single value.
  if (!areValid && !doFit(asked, variables)) return NOTHING;
  const found = complexityOf(asked, { document, operationName, variables }, context);
  for (const measure of ["depth", "breadth", "complexity"] as const) assertWithin(measure, found[measure]);
  return { points: pointsOf(document, found), waitsOutside: traitsOf(document).waitsOutside };
}

const pointsOf = (document: DocumentNode, { complexity }: Complexity): number =>
  Math.floor(complexity / COMPLEXITY_A_POINT) + INTROSPECTION_POINTS * traitsOf(document).introspections;

/** Returns the cost of an operation for whoever asks, including the request's point, with the limits. Null where it will be refused. */
export function measuredCost(operation: Operation, context: GraphContext) {
  const { document, operationName, variables } = operation;
  const asked = alone(document, operationName);
  if (asked === null || !doFit(asked, variables)) return null;
  const found = complexityOf(asked, operation, context);
  const { complexity, depth, breadth } = found;
  return { points: 1 + pointsOf(document, found), complexity, depth, breadth, most: MOST };
}

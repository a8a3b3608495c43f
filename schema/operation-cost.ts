import { complexityFromQuery } from "@pothos/plugin-complexity";
import { type DocumentNode, getOperationAST, getVariableValues, Kind, visit } from "graphql";
import type { Cost } from "#accounts/limits/limits";
import { InvalidInputError } from "#foundation/errors/index";
import type { GraphContext } from "./context.ts";
import { schema } from "./index.ts";

/** A page of 100 companies with a page of 100 of anything each is the most that one operation may ask for. */
const MOST = { complexity: 60_000, depth: 18, breadth: 600 };
/** Complexity of so much costs a point: about 2 ms of a process. */
const COMPLEXITY_A_POINT = 200;
/** The whole schema, told once. */
const INTROSPECTION_POINTS = 10;

const NOTHING: Cost = { points: 0, waitsOutside: false };

export interface Operation {
  document: DocumentNode;
  /** Where the document has several operations. */
  operationName?: string | null | undefined;
  /** As they were sent. */
  variables: Readonly<Record<string, unknown>>;
}

/** What a document's fields say, whatever the variables. */
interface Traits {
  /** How often it asks for the schema. */
  introspections: number;
  /** Whether it asks for a field that has `WAITS_OUTSIDE`. */
  waitsOutside: boolean;
}

const traits = new WeakMap<DocumentNode, Traits>();

function traitsOf(document: DocumentNode): Traits {
  const known = traits.get(document);
  if (known !== undefined) return known;
  const fields = schema.getMutationType()?.getFields() ?? {};
  const found: Traits = { introspections: 0, waitsOutside: false };
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === "__schema") found.introspections += 1;
      if (fields[name.value]?.extensions.waitsOutside === true) found.waitsOutside = true;
    },
  });
  traits.set(document, found);
  return found;
}

/** One operation of a document, with all the fragments. */
function alone(document: DocumentNode, operationName: string | null | undefined): DocumentNode | null {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
}

/**
 * What an operation costs before it runs, beside the point that every request costs: by its fields and the sizes of its pages.
 * Nothing where execution will refuse it at once: no such operation, variables that do not fit.
 * @throws InvalidInputError for an operation that asks for too much
 */
export function operationCost({ document, operationName, variables }: Operation, context: GraphContext): Cost {
  const asked = alone(document, operationName);
  if (asked === null) return NOTHING;
  const definitions = asked.definitions.flatMap((part) =>
    "operation" in part ? (part.variableDefinitions ?? []) : [],
  );
  // Asked first: `complexityFromQuery` would collect an error for each of any number of values.
  if (getVariableValues(schema, definitions, variables, { maxErrors: 1 }).errors) return NOTHING;
  const found = complexityFromQuery(asked, { schema, variables: { ...variables }, ctx: context });
  for (const measure of ["depth", "breadth", "complexity"] as const)
    if (found[measure] > MOST[measure])
      throw new InvalidInputError(
        `the query is too large (${measure} ${found[measure]} of at most ${MOST[measure]}); ask for fewer fields or smaller pages`,
      );
  const { introspections, waitsOutside } = traitsOf(document);
  const points = Math.floor(found.complexity / COMPLEXITY_A_POINT) + INTROSPECTION_POINTS * introspections;
  return { points, waitsOutside };
}

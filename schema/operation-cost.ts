import { complexityFromQuery } from "@pothos/plugin-complexity";
import { type DocumentNode, getOperationAST, getVariableValues, Kind, visit } from "graphql";
import type { Cost } from "#accounts/limits/limits";
import { InvalidInputError } from "#foundation/errors/index";
import type { GraphContext } from "./context.ts";
import { schema } from "./index.ts";

/** The most for one operation: a page of 100 companies, each with a page of 100 objects. */
const MOST = { complexity: 60_000, depth: 18, breadth: 600 };
/** The complexity that costs one point: about 2 ms of a process. */
const COMPLEXITY_A_POINT = 200;
/** Points for one introspection of the whole schema. */
const INTROSPECTION_POINTS = 10;

const NOTHING: Cost = { points: 0, waitsOutside: false };

export interface Operation {
  document: DocumentNode;
  /** Where the document has several operations. */
  operationName?: string | null | undefined;
  /** As they were sent. */
  variables: Readonly<Record<string, unknown>>;
}

/** Facts about a document's fields, independent of variables. */
interface Traits {
  /** How many introspection fields it has. */
  introspections: number;
  /** Whether it has a field with `WAITS_OUTSIDE`. */
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
 * What an operation costs before it runs, beside the point that every request costs: by its fields and the sizes of its
 * pages. Zero where execution will refuse it at once: a missing operation, or variables that do not fit.
 * @throws InvalidInputError for an operation above the limit
 */
export function operationCost({ document, operationName, variables }: Operation, context: GraphContext): Cost {
  const asked = alone(document, operationName);
  if (asked === null) return NOTHING;
  const definitions = asked.definitions.flatMap((part) =>
    "operation" in part ? (part.variableDefinitions ?? []) : [],
  );
  // Checked first: `complexityFromQuery` would collect an error for every single value.
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

import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type VariableValues,
} from "graphql";

/** Coerced variables, and where they come from. */
export type Variables = VariableValues;

/** The context of a validated operation. */
export interface Surroundings {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced variables, which `@skip` and `@include` read. */
  variables: Variables;
}

function isIncluded(node: SelectionNode, { variables }: Surroundings): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}

/** Returns the fields selected of an object of this type, by response key, in the order of the answer (GraphQL, section 6.3.2). */
export function selectedFields(
  around: Surroundings,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const { schema, fragments } = around;
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const applies = ({ typeCondition }: { typeCondition?: FragmentDefinitionNode["typeCondition"] | undefined }) => {
    if (typeCondition === undefined) return true;
    const condition = typeFromAST(schema, typeCondition);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  };
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, around)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(selection)) collect(selection.selectionSet);
        continue;
      }
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (spread.has(name) || fragment === undefined) continue;
      spread.add(name);
      if (applies(fragment)) collect(fragment.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return fields;
}

import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isWritable, isWritableKey } from "#foundation/db/select-tree/output";
import type { Leaf, Output, OutputObject, SelectTree } from "#foundation/db/select-tree/tree";
import type { GraphContext } from "#schema/context";
import { LISTED_RELATION, type ListedRelation, unfilteredCount } from "#schema/related-page";
import type { CompiledField } from "./compile.ts";
import { GaveUp } from "./gave-up.ts";
import type { Variables } from "./selected-fields.ts";

/** Pothos' selection of a field. */
type Select = (
  args: object,
  context: GraphContext,
  nested: (query?: unknown) => object,
  selected: () => ReadonlySet<string>,
) => { select?: Readonly<Record<string, unknown>> };

/** What Pothos and the schema keep about a field or a type, in their extensions. */
interface Kept {
  pothosPrismaModel?: string;
  pothosExposedField?: string;
  pothosPrismaSelect?: unknown;
  pothosPrismaRelationField?: { name: string };
  [LISTED_RELATION]?: ListedRelation;
}

/** Scalars that PostgreSQL writes like graphql. */
const SCALARS: ReadonlySet<string> = new Set(["String", "Int", "Float", "Boolean", "DateTime"]);

function leafOf(type: GraphQLNamedType): Leaf | null {
  if (isEnumType(type)) return Object.fromEntries(type.getValues().map(({ name, value }) => [String(value), name]));
  return SCALARS.has(type.name) ? (type.name as Leaf) : null;
}

const nullable = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? type.ofType : type);

function modelOf(type: GraphQLOutputType): string | undefined {
  const named = getNamedType(type);
  return isObjectType(named) && named.isTypeOf == null ? (named.extensions as Kept).pothosPrismaModel : undefined;
}

/** Converts compiled fields to what PostgreSQL writes for one caller, using the selections by which Pothos reads them. */
class Texts {
  readonly #context: GraphContext;
  readonly #variables: Variables;

  constructor(context: GraphContext, variables: Variables) {
    this.#context = context;
    this.#variables = variables;
  }

  /** Converts an object's field. @throws GaveUp where it is no column and no relation, or the caller may not read it */
  relation(field: CompiledField): Output {
    const { pothosPrismaRelationField: related, [LISTED_RELATION]: listed } = this.#admitted(field);
    if (related !== undefined) return this.#related(field, related.name);
    if (listed !== undefined) return this.#connection(field, listed);
    throw new GaveUp(field.key);
  }

  #admitted({ key, access, definition }: CompiledField): Kept {
    if (access === null || definition === null || !isWritableKey(key)) throw new GaveUp(key);
    access.admit(this.#context);
    return definition.extensions as Kept;
  }

  #of(fields: readonly CompiledField[], write: (field: CompiledField) => Output): OutputObject {
    if (fields.length === 0) throw new GaveUp("a type that is not known beforehand");
    return Object.fromEntries(
      fields.map((field) => {
        if (!isWritableKey(field.key)) throw new GaveUp(field.key);
        return [field.key, field.access === null ? { constant: field.parentType } : write(field)];
      }),
    );
  }

  /** Converts an object of a model. */
  #row(fields: readonly CompiledField[], model: string, isEdge = false): OutputObject {
    return this.#of(fields, (field) => {
      if (isEdge && isCursor(field)) return this.#cursor(field);
      if (field.access?.dependsOnObject === true) throw new GaveUp(field.key);
      const { pothosExposedField: column } = this.#admitted(field);
      return column === undefined ? this.relation(field) : this.#column(field, model, column);
    });
  }

  #column({ key, definition }: CompiledField, model: string, column: string): Output {
    if (definition === null) throw new GaveUp(key);
    const type = nullable(definition.type);
    const as = leafOf(getNamedType(type));
    if (as === null || !isWritable(model, column, as, isListType(type))) throw new GaveUp(key);
    return { column, as, required: isNonNullType(definition.type) };
  }

  #related(field: CompiledField, relation: string): Output {
    const { definition, fields } = field;
    const target = definition === null ? undefined : modelOf(definition.type);
    if (definition === null || target === undefined) throw new GaveUp(field.key);
    const { [relation]: tree } = this.#selection(field);
    const required = isNonNullType(definition.type);
    return { relation, tree: pageOf(tree), of: this.#row(fields, target), required };
  }

  /** Returns what Pothos would read for the field itself. */
  #selection({ key, args, definition, fields }: CompiledField): Readonly<Record<string, unknown>> {
    const { pothosPrismaSelect: select } = (definition?.extensions ?? {}) as Kept;
    if (typeof select !== "function") throw new GaveUp(key);
    const given = args(this.#variables);
    const names = new Set(fields.flatMap(({ definition: selected }) => selected?.name ?? []));
    const nested = (query?: unknown): object => {
      const own: unknown = typeof query === "function" ? query(given, this.#context) : query;
      return typeof own === "object" && own !== null ? { ...own } : {};
    };
    return (select as Select)(given, this.#context, nested, () => names).select ?? {};
  }

  #cursor(field: CompiledField): Output {
    this.#admitted(field);
    return { cursor: true };
  }

  #pageInfo({ key, fields, access }: CompiledField, relation: string, tree: SelectTree): Output {
    if (access === null) throw new GaveUp(key);
    const object = this.#of(fields, (part): Output => {
      this.#admitted(part);
      switch (part.definition?.name) {
        case "hasNextPage":
          return { beyond: relation, tree };
        case "hasPreviousPage":
          return { constant: (tree.skip ?? 0) > 0 || tree.after !== undefined };
        case "startCursor":
          return { cursorOf: "first", relation, tree };
        case "endCursor":
          return { cursorOf: "last", relation, tree };
        default:
          throw new GaveUp(part.key);
      }
    });
    return { object };
  }

  #connection(field: CompiledField, { relation, rows }: ListedRelation): Output {
    const { [relation]: tree, _count: counts } = this.#selection(field);
    // An invalid page selects nothing; the field's resolver then says why.
    if (tree === undefined && counts === undefined) throw new GaveUp(field.key);
    const object = this.#of(field.fields, (part) => {
      this.#admitted(part);
      const name = part.definition?.name;
      if (name === "edges" && tree !== undefined)
        return { relation, tree: rowsOf(tree, part), of: this.#edge(part, rows), required: true };
      if (name === "pageInfo" && tree !== undefined) return this.#pageInfo(part, relation, pageOf(tree));
      if ((name !== "totalCount" && name !== "unfilteredTotalCount") || counts === undefined)
        throw new GaveUp(part.key);
      const asked = (counts as { select: Record<string, { where?: SelectTree["where"] } | true> }).select;
      const counted = (name === "totalCount" ? undefined : asked[unfilteredCount(relation)]) ?? asked[relation];
      return { count: relation, ...(counted === true || counted?.where === undefined ? {} : { where: counted.where }) };
    });
    return { object };
  }

  #edge({ definition, fields }: CompiledField, rows: ListedRelation["rows"]): OutputObject {
    if (rows === "edges") return this.#row(fields, (definition && modelOf(definition.type)) ?? "", true);
    return this.#of(fields, (part) => {
      if (isCursor(part)) return this.#cursor(part);
      this.#admitted(part);
      const model = part.definition?.name === "node" ? modelOf(part.definition.type) : undefined;
      if (model === undefined) throw new GaveUp(part.key);
      const of = this.#row(part.fields, model);
      return rows === undefined ? { object: of } : { relation: rows.node, tree: {}, of, required: true };
    });
  }
}

const isCursor = ({ definition }: CompiledField): boolean => definition?.name === "cursor";

/** Returns the rows of a connection's edges, with their cursors where those are selected. */
const rowsOf = (tree: unknown, edges: CompiledField): SelectTree =>
  edges.fields.some(isCursor) ? { ...pageOf(tree), cursors: true } : pageOf(tree);

/** Returns the rows of a selection, without the selections of their fields. */
function pageOf(tree: unknown): SelectTree {
  if (typeof tree !== "object" || tree === null) return {};
  const { where, orderBy, take, skip, after } = tree as SelectTree;
  return {
    ...(where === undefined ? {} : { where }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(take === undefined ? {} : { take }),
    ...(skip === undefined ? {} : { skip }),
    ...(after === undefined ? {} : { after }),
  };
}

/**
 * Returns what PostgreSQL writes for a field of the root's object with these variables. The field is a relation, or a
 * connection over one, all of whose selected fields are plain. Null where it is not, or this caller may not read all of
 * it.
 */
export function textOf(field: CompiledField, context: GraphContext, variables: Variables): Output | null {
  const { definition } = field;
  if (definition === null || !isObjectType(getNamedType(definition.type))) return null;
  try {
    return new Texts(context, variables).relation(field);
  } catch (error) {
    if (error instanceof GaveUp) return null;
    throw error;
  }
}

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { schema } from "#schema/index";

/** A generator of numbers in [0, 1) from a seed (mulberry32): the same ones for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values for arguments, by name, or by name and type: those of rows that are there, of others', and of none. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

export interface RandomQuery {
  query: string;
  variables: Record<string, unknown>;
}

const DEEPEST = 6;

type IsAsked = (field: GraphQLField<unknown, unknown>, type: GraphQLObjectType) => boolean;

/** Makes queries that are valid in the schema: with aliases, fragments, directives, variables and pages. */
export class QueryMaker {
  readonly #next: () => number;
  readonly #values: KnownValues;
  readonly #isAsked: IsAsked;
  #declared: string[] = [];
  #variables: Record<string, unknown> = {};
  #fragments: string[] = [];
  #aliases = 0;
  #fields = 0;

  /** @param isAsked which fields of a type are asked for */
  constructor(seed: number, values: KnownValues, isAsked: IsAsked = () => true) {
    this.#next = numbers(seed);
    this.#values = values;
    this.#isAsked = isAsked;
  }

  query(): RandomQuery {
    this.#declared = [];
    this.#variables = {};
    this.#fragments = [];
    this.#fields = 0;
    const root = schema.getQueryType() as GraphQLObjectType;
    const fields = this.#possible(root);
    const asked = Array.from({ length: 1 + this.#below(2) }, () => this.#field(this.#pick(fields), 0)).filter(Boolean);
    const body = `{ ${asked.length === 0 ? "__typename" : asked.join(" ")} }`;
    const declared = this.#declared.length === 0 ? "" : `(${this.#declared.join(", ")})`;
    return { query: `query q${declared} ${body} ${this.#fragments.join(" ")}`, variables: this.#variables };
  }

  #below = (most: number): number => Math.floor(this.#next() * most);

  #pick = <T>(values: readonly T[]): T => values[this.#below(values.length)] as T;

  #chance = (probability: number): boolean => this.#next() < probability;

  #variable(type: string, value: unknown): string {
    const name = `v${this.#declared.length}`;
    this.#declared.push(`$${name}: ${type}`);
    this.#variables[name] = value;
    return `$${name}`;
  }

  /** A field with what is selected of it; "" where that would be too deep. */
  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    this.#fields += 1;
    const inner = this.#selection(field.type, depth + 1);
    if (inner === null) return "";
    const args = field.args.map((argument) => this.#argument(argument)).filter(Boolean);
    const alias = this.#chance(0.2) ? `a${this.#aliases++}: ` : field.args.length > 0 ? `b${this.#aliases++}: ` : "";
    const directive = this.#chance(0.08)
      ? ` @${this.#pick(["skip", "include"])}(if: ${this.#variable("Boolean!", this.#chance(0.5))})`
      : "";
    return `${alias}${field.name}${args.length === 0 ? "" : `(${args.join(", ")})`}${directive}${inner}`;
  }

  #argument({ name, type, ...argument }: GraphQLArgument): string {
    const known = this.#values[name] ?? this.#values[`${name}: ${String(type)}`];
    const isRequired = isRequiredArgument({ name, type, ...argument } as GraphQLArgument);
    if (known === undefined || !(isRequired || this.#chance(0.5))) {
      if (isRequired || !isEnumType(getNamedType(type)) || isListType(type) || this.#chance(0.5)) return "";
      return `${name}: ${this.#enumValue(type)}`;
    }
    const value = this.#pick(known);
    if (this.#chance(0.4)) return `${name}: ${this.#variable(String(type), value)}`;
    return `${name}: ${JSON.stringify(value)}`;
  }

  #enumValue(type: GraphQLInputType): string {
    const named = getNamedType(type);
    return isEnumType(named) ? (this.#pick(named.getValues()).name ?? "null") : "null";
  }

  #selection(type: GraphQLOutputType, depth: number): string | null {
    const bare = isNonNullType(type) ? type.ofType : type;
    const named = getNamedType(bare);
    if (isLeafType(named)) return "";
    if (depth > DEEPEST || this.#fields > 60) return null;
    if (isInterfaceType(named)) {
      const types = schema.getPossibleTypes(named);
      const parts = Array.from({ length: 3 }, () => this.#pick(types)).map(
        (possible) => `... on ${possible.name} ${this.#fieldsOf(possible, depth)}`,
      );
      return ` { __typename id ${parts.join(" ")} }`;
    }
    if (!isObjectType(named)) return null;
    const fields = this.#fieldsOf(named, depth);
    if (this.#chance(0.1)) {
      const name = `f${this.#fragments.length}`;
      this.#fragments.push(`fragment ${name} on ${named.name} ${fields}`);
      return ` { __typename ...${name} }`;
    }
    if (this.#chance(0.1)) return ` { ... on ${named.name} ${fields} __typename }`;
    return ` ${fields}`;
  }

  #possible(type: GraphQLObjectType) {
    return Object.values(type.getFields()).filter(
      (field) =>
        this.#isAsked(field, type) &&
        field.args.every((argument) => !isRequiredArgument(argument) || argument.name in this.#values),
    );
  }

  #fieldsOf(type: GraphQLObjectType, depth: number): string {
    const possible = this.#possible(type);
    // Without what a connection is for, most queries would end there.
    const wanted = possible.filter(({ name }) => (name === "edges" || name === "node") && this.#chance(0.9));
    const others = possible.filter(() => this.#chance(Math.min(0.5, 4 / possible.length)));
    const asked = [...new Set([...wanted, ...others])].map((field) => this.#field(field, depth)).filter(Boolean);
    return `{ ${asked.length === 0 ? "__typename" : asked.join(" ")} }`;
  }
}

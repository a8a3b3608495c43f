import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import { InvalidInputError } from "#foundation/errors/index";
import { toRequestError } from "#schema/errors";
import { assertWithin } from "#schema/operation-cost";

/** Longest document, in characters; large values belong in its variables. */
const MAX_LENGTH = 128 * 1024;
const MAX_TOKENS = 2_000;
/** Deepest nesting of brackets: selections go 18 deep, and JSON in an argument 100. */
const MAX_NESTING = 150;
/**
 * Limit of one field's occurrences in one selection, and so of aliases. Clients merge fragments, in which a field
 * occurs a few times.
 */
const MAX_REPEATED = 30;
/** Limit of aliases in an operation: each may run the same statement again. */
const MAX_ALIASES = 30;
/** Limit of directives in an operation; clients use a few of `@include` and `@skip`. */
const MAX_DIRECTIVES = 5;

/** Shorter documents, in characters, are free. */
const SHORT = 1_000;
/** Number of tokens that cost one point; twice as many cost four. */
const TOKENS_OF_A_POINT = 375;

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Checks a document token by token before it is parsed. Parser and validation are recursive, and some of their work is
 * quadratic in the length.
 * @returns its number of tokens
 * @throws InvalidInputError for a document that is too long or nests too deep; GraphQLError for a syntax error
 */
export function assertBounded(document: string): number {
  if (document.length > MAX_LENGTH)
    throw new InvalidInputError(`the document has more than ${MAX_LENGTH} characters; pass values as variables`);
  const lexer = new Lexer(new Source(document));
  let tokens = 0;
  let nesting = 0;
  while (lexer.advance().kind !== TokenKind.EOF) {
    const { kind } = lexer.token;
    tokens += 1;
    if (OPENING.has(kind)) nesting += 1;
    if (CLOSING.has(kind)) nesting -= 1;
    if (tokens > MAX_TOKENS) throw new InvalidInputError(`the document has more than ${MAX_TOKENS} tokens`);
    if (nesting > MAX_NESTING) throw new InvalidInputError(`the document is nested deeper than ${MAX_NESTING} levels`);
  }
  return tokens;
}

/** What fields of introspection select has no depth: they tell the schema alone. */
const isIntrospection = ({ name }: FieldNode): boolean => name.value.startsWith("__");

/** The depth of a selection, and the aliases and directives in it. A fragment counts wherever it is spread. */
interface Extent {
  depth: number;
  aliases: number;
  directives: number;
}

const NOTHING: Extent = { depth: 0, aliases: 0, directives: 0 };

/** @throws InvalidInputError for more of these than the limit */
function assertAtMost(limit: number, what: string, found: number): void {
  if (found > limit) throw new InvalidInputError(`${what} limit of ${limit} exceeded, found ${found}`);
}

/**
 * Checks the selections of a parsed document before it is validated, which takes several times as long. Validation compares
 * each occurrence of a field with each other.
 * @throws InvalidInputError for a selection that has one field too often, and for an operation or fragment with too
 * many levels, aliases or directives
 */
function assertShape({ definitions }: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const known = new Map<SelectionSetNode, Extent>();

  function extentOf(set: SelectionSetNode): Extent {
    const before = known.get(set);
    if (before !== undefined) return before;
    // Validation refuses a fragment that contains itself.
    known.set(set, NOTHING);
    const times = new Map<string, number>();
    const extent = { ...NOTHING };
    for (const selected of set.selections) {
      const { depth, aliases, directives } = extentOfSelected(selected);
      extent.depth = Math.max(extent.depth, depth);
      extent.aliases += aliases;
      extent.directives += directives;
      if (selected.kind !== Kind.FIELD) continue;
      const name = (selected.alias ?? selected.name).value;
      const found = (times.get(name) ?? 0) + 1;
      if (found > MAX_REPEATED)
        throw new InvalidInputError(`a selection contains the same field more than ${MAX_REPEATED} times`);
      times.set(name, found);
    }
    known.set(set, extent);
    return extent;
  }

  function extentOfSelected(selected: SelectionNode): Extent {
    const own = selected.directives?.length ?? 0;
    if (selected.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selected.name.value);
      const spread = fragment === undefined ? NOTHING : extentOfDefinition(fragment);
      return { ...spread, directives: own + spread.directives };
    }
    const { depth, aliases, directives } = selected.selectionSet ? extentOf(selected.selectionSet) : NOTHING;
    const all = own + directives;
    if (selected.kind !== Kind.FIELD) return { depth, aliases, directives: all };
    return {
      depth: isIntrospection(selected) ? 1 : 1 + depth,
      aliases: aliases + (selected.alias ? 1 : 0),
      directives: all,
    };
  }

  function extentOfDefinition({ selectionSet, directives }: FragmentDefinitionNode | OperationDefinitionNode): Extent {
    const extent = extentOf(selectionSet);
    return { ...extent, directives: extent.directives + (directives?.length ?? 0) };
  }

  for (const one of definitions) {
    if (!("selectionSet" in one)) continue;
    const { depth, aliases, directives } = extentOfDefinition(one);
    assertWithin("depth", depth);
    assertAtMost(MAX_ALIASES, "Aliases", aliases);
    assertAtMost(MAX_DIRECTIVES, "Directives", directives);
  }
}

/**
 * Returns the cost of parsing and validating a document, in points. Fields of one name are compared with each other:
 * 2,000 tokens of them take 60 ms, 500 take 4. An overlong or invalid document costs nothing, because it is refused at
 * once.
 */
export function readingPoints(document: string): number {
  if (document.length < SHORT) return 0;
  try {
    return Math.floor((assertBounded(document) / TOKENS_OF_A_POINT) ** 2);
  } catch {
    return 0;
  }
}

/** Refuses a document beyond the bounds, usually before parsing; does not check a document again that was parsed before. */
export function boundedDocuments(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options) => {
        try {
          assertBounded(typeof source === "string" ? source : source.body);
          const document = parseFn(source, options);
          assertShape(document);
          return document;
        } catch (error) {
          throw error instanceof InvalidInputError ? toRequestError(error) : error;
        }
      });
    },
  };
}

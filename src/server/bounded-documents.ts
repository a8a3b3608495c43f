import { type DocumentNode, Kind, Lexer, Source, TokenKind, visit } from "graphql";
import type { Plugin } from "graphql-yoga";
import { InvalidInputError } from "#foundation/errors/index";
import { toRequestError } from "#schema/errors";

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

/**
 * @throws InvalidInputError for a document that selects one field too often: validation compares each occurrence with
 * each other
 */
function assertUnrepeated(document: DocumentNode): void {
  visit(document, {
    [Kind.SELECTION_SET]: ({ selections }) => {
      const times = new Map<string, number>();
      for (const selected of selections) {
        if (selected.kind !== Kind.FIELD) continue;
        const name = (selected.alias ?? selected.name).value;
        const found = (times.get(name) ?? 0) + 1;
        if (found > MAX_REPEATED)
          throw new InvalidInputError(`a selection contains the same field more than ${MAX_REPEATED} times`);
        times.set(name, found);
      }
    },
  });
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
          assertUnrepeated(document);
          return document;
        } catch (error) {
          throw error instanceof InvalidInputError ? toRequestError(error) : error;
        }
      });
    },
  };
}

import {
  execute,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  stripIgnoredCharacters,
  validate,
} from "graphql";
import { isOrdinaryIntrospection, SERVICE_FIELD } from "#schema/federation";
import { schema, toldSchema } from "#schema/index";
import { assertBounded } from "./bounded-documents.ts";

/** Number of cached answers: each tool sends one or two queries of its own. */
const KEPT = 20;

const META_FIELDS: ReadonlySet<string> = new Set(["__schema", "__type", "__typename", SERVICE_FIELD]);

/** A document without such a name, which needs no parsing, asks for something else. */
const ABOUT_SCHEMA = new RegExp([...META_FIELDS].join("|"));

/** Whether an operation only asks for the schema. */
const isAboutSchema = ({ operation, selectionSet }: OperationDefinitionNode): boolean =>
  operation === "query" &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && META_FIELDS.has(selection.name.value));

/**
 * Answers introspection queries, which need no caller. Answers repeated queries from a cache.
 * @returns the answer to the document's only operation, as JSON; null where it is no introspection query, or an invalid
 * one
 */
export function introspector(): (document: string) => Buffer | null {
  const answers = new Map<string, Buffer>();
  const answer = (document: string): Buffer | null => {
    const parsed = parse(document);
    const operation = getOperationAST(parsed);
    if (operation == null || !isAboutSchema(operation) || validate(schema, parsed).length > 0) return null;
    const told = isOrdinaryIntrospection(parsed) ? toldSchema : schema;
    return Buffer.from(JSON.stringify(execute({ schema: told, document: parsed, contextValue: {} })));
  };
  return (asked) => {
    if (!ABOUT_SCHEMA.test(asked)) return null;
    let document: string;
    let made: Buffer | null;
    try {
      assertBounded(asked);
      // Comments and spaces make no other document.
      document = stripIgnoredCharacters(asked);
      const known = answers.get(document);
      if (known !== undefined) return known;
      made = answer(document);
    } catch {
      // The document cannot be parsed; a caller with a key is told why.
      return null;
    }
    const [oldest] = answers.keys();
    if (made !== null && answers.size >= KEPT && oldest !== undefined) answers.delete(oldest);
    if (made !== null) answers.set(document, made);
    return made;
  };
}

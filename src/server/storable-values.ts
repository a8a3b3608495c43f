import { type DocumentNode, type ExecutionArgs, Kind, visit } from "graphql";
import type { Plugin } from "graphql-yoga";
import { AppError } from "#foundation/errors/index";
import { assertStorable } from "#foundation/language/storable-text";
import { toRequestError } from "#schema/errors";

/** The texts and numbers that are written out in a document; escapes such as `\u0000` are read by now. */
function literalsOf(document: DocumentNode): (string | number)[] {
  const values: (string | number)[] = [];
  visit(document, {
    [Kind.STRING]: (node) => void values.push(node.value),
    [Kind.FLOAT]: (node) => void values.push(Number(node.value)),
  });
  return values;
}

/**
 * Refuses an operation whose variables or literals cannot be stored, before anything of it runs: one rule for every argument
 * of the schema, so that no resolver has to think of it.
 */
export function storableValues(): Plugin {
  const check = ({ args }: { args: Pick<ExecutionArgs, "document" | "variableValues"> }): void => {
    try {
      assertStorable([args.variableValues ?? {}, literalsOf(args.document)]);
    } catch (error) {
      throw error instanceof AppError ? toRequestError(error) : error;
    }
  };
  return { onExecute: check, onSubscribe: check };
}

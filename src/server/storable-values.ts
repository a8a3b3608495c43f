import { type DocumentNode, type ExecutionArgs, Kind, visit } from "graphql";
import type { Plugin } from "graphql-yoga";
import { AppError } from "#foundation/errors/index";
import { assertStorable } from "#foundation/language/storable-text";
import { toRequestError } from "#schema/errors";

/** Returns the literal texts and numbers of a document, with escapes such as `\u0000` decoded. */
export function literalsOf(document: DocumentNode): (string | number)[] {
  const values: (string | number)[] = [];
  visit(document, {
    [Kind.STRING]: (node) => void values.push(node.value),
    [Kind.FLOAT]: (node) => void values.push(Number(node.value)),
  });
  return values;
}

/**
 * Refuses an operation whose variables or literals cannot be stored, before any of it runs. One rule covers every
 * argument of the schema, so that no resolver needs its own.
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

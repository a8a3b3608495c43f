import type { Command } from "commander";
import { ConfigurationError } from "#foundation/config/config";
import { AppError, messageOf } from "#foundation/errors/index";
import { fileProblem } from "./file-problem.ts";
import { inOptions } from "./option-fields.ts";

/** The command line of a failure. */
interface CommandLine {
  json: boolean;
  /** By default nothing was typed that a message could be about. */
  args?: readonly string[];
  /** The command that ran, whose options a message about a wrong input names. */
  command?: Command | undefined;
}

/**
 * Tells the user why a command failed: only the message for an expected error, the stack for a bug. With `json`, writes
 * the message as `{"error": …}` to standard output.
 * @returns the exit code, 1
 */
export function reportFailure(error: unknown, { json, args = [], command }: CommandLine): 1 {
  const problem = fileProblem(error, args);
  const isExpected =
    problem !== null || error instanceof AppError || error instanceof ConfigurationError || isUnreachable(error);
  const message = problem ?? messageFor(error, command);
  if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  else process.stderr.write(`${message}\n`);
  if (!isExpected && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}

function messageFor(error: unknown, command: Command | undefined): string {
  if (!(error instanceof AppError)) return error instanceof Error ? describe(error) : String(error);
  // For a person at a terminal the detail of a wrong input suffices; "Not Found: team 7" needs its words.
  if (error.code === "INVALID_INPUT" && error.detail !== undefined) return inOptions(error.detail, command);
  return messageOf(error);
}

/** Whether the operator can cure the failure and it has its own message. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name.endsWith("UnavailableError") || ("code" in error && error.code === "ECONNREFUSED");
}

/** Describes an error. Node's error for "refused on every address" has its messages in its parts. */
function describe(error: Error): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map((part) => (part instanceof Error ? part.message : String(part))).join("; ");
  return error.message;
}

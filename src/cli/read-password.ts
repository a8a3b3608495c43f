import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Option } from "commander";
import { InvalidInputError } from "#foundation/errors/index";

/** Options of a command that takes a password. It is never an argument, which every user of the machine could read. */
export const passwordFileOption = () =>
  new Option(
    "--password-file <file>",
    "a file that contains the password; otherwise it is asked for, or read from standard input",
  );

/** The option's former name, so that an old script learns what to do. */
export const formerPasswordOption = () => new Option("--password <password>").hideHelp();

export interface PasswordOptions {
  passwordFile?: string;
  password?: string;
}

/** @throws InvalidInputError where a password is among the arguments */
export function refusePasswordArgument({ password }: PasswordOptions): void {
  if (password !== undefined)
    throw new InvalidInputError(
      "--password is no longer accepted, because other users of this machine can read arguments. Type the password when asked, or pass it with --password-file FILE or standard input",
    );
}

/** A password is one line. */
const withoutLineEnd = (content: string) => content.replace(/\r?\n$/, "");

/**
 * Reads a password from the file, typed twice at a terminal, or from all of standard input.
 * @throws InvalidInputError where the typed passwords differ; Node's error where the file cannot be read
 */
export async function readPassword({ passwordFile }: PasswordOptions): Promise<string> {
  if (passwordFile !== undefined) return withoutLineEnd(await readFile(passwordFile, "utf8"));
  if (!process.stdin.isTTY) return withoutLineEnd(await text(process.stdin));
  const { password: ask } = await import("@inquirer/prompts");
  const typed = await ask({ message: "Password (10 characters or more):", mask: true });
  if ((await ask({ message: "Once more:", mask: true })) !== typed)
    throw new InvalidInputError("the two passwords are not the same");
  return typed;
}

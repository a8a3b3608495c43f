import { delimiter, dirname } from "node:path";

/** The environment for a program that we start: our own, with `changes` on top. */
export function childEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}

/** The same for a script that looks for `node` on the PATH: it finds the one that runs us. */
export function nodeEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return childEnvironment({ PATH: path, ...changes });
}

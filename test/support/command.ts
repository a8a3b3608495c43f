import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { program } from "./program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment without what says where a command works: nothing of the tests' own may decide that. */
export const outerEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_|TEMPORAL_(?!CLI)|PORT$|DATA_DIR$|NODE_ENV$)/.test(name),
    ),
  );

/** Runs a command line of the product, named by its source. `input`: its standard input. */
export function command(
  module: string,
  args: string[],
  env: Record<string, string>,
  timeoutMs = 60_000,
  input?: string,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...program(module), ...args], {
    cwd: ROOT,
    env: { ...outerEnvironment(), ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) =>
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    }),
  );
}

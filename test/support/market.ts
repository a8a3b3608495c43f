import { vi } from "vitest";
import { runMarket } from "../../src/cli/run-market.ts";
import { type CommandResult, outerEnvironment } from "./command.ts";

/**
 * Runs `market …` in this process, which saves the start of another: only the first lines of the program are not run.
 * What needs a process (help, standard input, how it ends) is run by `command`.
 */
export async function marketCommand(args: string[], env: Record<string, string>): Promise<CommandResult> {
  const { env: environment, exitCode } = process;
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  process.env = { ...outerEnvironment(), ...env };
  process.exitCode = undefined;
  try {
    return { code: await runMarket(args), ...said };
  } finally {
    process.env = environment;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

import { spawn } from "node:child_process";

/**
 * Runs a program to its end, without holding up this process, which may be serving it.
 * @returns what it wrote to standard output @throws Error with all it said when it fails
 */
export async function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text;
    said += text;
  });
  child.stderr.on("data", (text: Buffer) => {
    said += text;
  });
  const status = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.once("close", resolve);
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${said}`);
  return output;
}

import { spawnSync } from "node:child_process";

/** Runs a command with this process's output and waits for its end. @throws Error where it cannot be started or fails */
export function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

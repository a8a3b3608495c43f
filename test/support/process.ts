import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { program } from "./program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { scripts: Record<string, string> };

export interface ScriptProcess {
  /** The process that npm would signal. */
  child: ChildProcess;
  /** Exit code or signal, once it is gone. */
  exited: Promise<number | string>;
  /** All that it has written so far. */
  output(): string;
}

/** Runs a script of package.json as npm does, by a shell, from the sources where the build is older. */
export function runScript(name: string, env: Record<string, string>): ScriptProcess {
  const script = (scripts[name] ?? "").replace(/dist\/(\S+)\.js/, (_, module: string) =>
    program(`${module}.ts`).join(" "),
  );
  const child = spawn("sh", ["-c", script], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "test", LOG_LEVEL: "info", TEMPORAL_DEBUG: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exited = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  return { child, exited, output: () => output };
}

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { program } from "./program.ts";
import type { TestSystem } from "./system.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A worker in a process of its own, so that it can be killed. Returns once it is ready. */
export async function spawnWorker(system: TestSystem, environment: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...program("src/main.ts"), "worker"], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "test",
      LOG_LEVEL: "info",
      TEMPORAL_DEBUG: "",
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      TEMPORAL_ADDRESS: `127.0.0.1:${system.config.temporal.port}`,
      TEMPORAL_NAMESPACE: system.config.temporal.namespace,
      PORT: String(system.config.port),
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('"msg":"ready"')) resolve();
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`the worker ended with ${code ?? signal} before it was ready: ${output}`)),
    );
  });
  return child;
}

/** Ends a process without any chance to clean up, and waits until it is gone. Does nothing where none runs. */
export async function killHard(child: ChildProcess | undefined): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

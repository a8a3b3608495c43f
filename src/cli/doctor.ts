import { Command } from "commander";
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
import { checkTemporal } from "./doctor/temporal.ts";

const MARKS: Record<Status, string> = { ok: "ok     ", note: "note   ", missing: "MISSING" };

/** The configuration, and each of its mistakes as a finding. */
function checkConfiguration(): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = readConfig();
    return {
      config,
      findings: [{ name: "Configuration", status: "ok", found: `${config.mode}, data in ${config.dataDir}` }],
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const cure = "put the environment right";
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
  const parts: [string, Check][] =
    config === undefined
      ? []
      : [
          ["Disk", () => checkDisk(config.dataDir)],
          ["Encryption", () => checkEncryption(config)],
          ["PostgreSQL", () => checkDatabase(config)],
          ["Temporal", () => checkTemporal(config)],
          ["API", () => checkApiPort(config)],
          ["Embeddings", () => checkEmbeddings(config)],
          ["Language model", () => checkLanguageModel(config)],
          ["Event content", () => checkEventContent(config)],
          ["Pages", () => checkPages(config)],
          ["Company pages", () => checkCompanyPages(config)],
          ["Web search", () => checkWebSearch(config)],
          ["Geocoding", () => checkGeocoding(config)],
          ["Mail", () => checkMail(config)],
        ];
  return [...findings, ...(await runChecks([...machine, ...parts]))];
}

function describe({ name, status, found, cure }: Finding): string {
  const line = `${MARKS[status]}  ${name}: ${found}`;
  return cure === undefined ? line : `${line}\n         -> ${cure}`;
}

const program = new Command("doctor")
  .description(
    "Says what the product finds on this machine, what is missing and what to do about it. Starts and changes nothing.",
  )
  .option("--json", "print the findings as JSON")
  .action(async ({ json }: { json?: boolean }) => {
    const findings = await examine();
    const ok = findings.every(({ status }) => status !== "missing");
    if (json) process.stdout.write(`${JSON.stringify({ ok, findings })}\n`);
    else
      process.stdout.write(
        `${findings.map(describe).join("\n")}\n${ok ? "Nothing is missing." : "Something is missing."}\n`,
      );
    // A connection that hangs must not keep the process.
    process.exit(ok ? 0 : 1);
  });

await program.parseAsync();

import { openSync } from "node:fs";
import { join } from "node:path";
import { confirm, select } from "@inquirer/prompts";
import { pino } from "pino";
import { type Config, readConfig } from "#foundation/config/config";
import { privateDataFolder } from "#foundation/embedded/data-folder";
import {
  AskCancelDocument,
  AskCriteriaDocument,
  AskMarketDocument,
  type AskMarketQuery,
  AskNotesDocument,
  AskProgressDocument,
  AskQuoteDocument,
  AskStartDocument,
  type SearchCriteriaInput,
} from "#generated/operations/graphql";
import { askKey, type KeptKey } from "./ask-key.ts";
import { type AskOptions, askOptions } from "./ask-options.ts";
import { progressDisplay } from "./ask-progress.ts";
import { askReport, describeCriteria, describeNotes, describeQuote, describeReport } from "./ask-report.ts";
import { createGraphClient, type GraphClient } from "./graph-client.ts";
import { reportFailure } from "./report-failure.ts";
import { clientOfServer, isServing } from "./running-server.ts";
import { withKeysDatabase } from "./with-database.ts";

/** What a shell reports for a program that Ctrl-C ended: 128 + SIGINT. */
const INTERRUPTED = 130;

interface Connected {
  client: GraphClient;
  apiKey: KeptKey;
  url: string;
  /** Whether this command started the server, which then ends with it. */
  isOurs: boolean;
  stop(): Promise<void>;
}

const say = (options: AskOptions, text: string) => {
  if (!options.json) process.stderr.write(`${text}\n`);
};

/** Connects to the running server of this configuration, or starts a stack for the duration of the question. */
async function connect(config: Config, options: AskOptions): Promise<Connected> {
  await privateDataFolder(config.dataDir);
  // The terminal is for the answer, so the log goes to a file.
  const logFile = openSync(join(config.dataDir, "ask.log"), "a", 0o600);
  const log = pino({ level: config.logLevel }, pino.destination({ fd: logFile, sync: true }));
  const onStep = (step: string) => {
    log.info(step);
    say(options, `  ${step}`);
  };
  const { publicUrl } = config;
  if (await isServing(publicUrl)) {
    const apiKey = await withKeysDatabase(config, (db) => askKey(config, db));
    const client = await clientOfServer(publicUrl, apiKey.key, config.dataDir);
    return { client, apiKey, url: publicUrl, isOurs: false, stop: async () => {} };
  }
  // Loaded late: the whole product takes seconds to load, too long for a help text.
  const { startStack } = await import("../stack.ts");
  const stack = await startStack(config, { log, onStep, workerLog: logFile });
  const apiKey = await askKey(config, stack.api.db);
  const { url } = stack.api;
  return { client: createGraphClient(url, apiKey.key), apiKey, url, isOurs: true, stop: () => stack.stop() };
}

/** Reads all companies of a market, page by page. */
async function readMarket(client: GraphClient, marketId: number) {
  type Market = NonNullable<AskMarketQuery["market"]>;
  const edges: Market["companies"]["edges"] = [];
  let market: Market;
  let after: string | null = null;
  do {
    const page: AskMarketQuery = await client.run(AskMarketDocument, { marketId, after });
    if (page.market == null) throw new Error(`market ${marketId} is gone`);
    market = page.market;
    edges.push(...market.companies.edges);
    after = market.companies.pageInfo.hasNextPage ? (market.companies.pageInfo.endCursor ?? null) : null;
  } while (after !== null);
  return { market, edges };
}

/** Follows the job to its end; Ctrl-C stops following. Returns whether the job ended by itself. */
async function follow(
  client: GraphClient,
  marketId: number,
  options: AskOptions,
  interrupted: Promise<void>,
): Promise<boolean> {
  const display = progressDisplay(options);
  let ended = false;
  const reading = (async () => {
    let after = 0;
    while (!ended) {
      for await (const { discoveryProgress: entry } of client.follow(AskProgressDocument, { marketId, after })) {
        after = entry.sequence;
        display.show(entry);
      }
      ended = true;
    }
  })();
  try {
    await Promise.race([reading, interrupted]);
    return ended;
  } finally {
    display.end();
  }
}

/**
 * After Ctrl-C, leaves the job or cancels it. Without a terminal it leaves the job, so that nothing is lost by
 * accident.
 */
async function onInterrupt(client: GraphClient, marketId: number, options: AskOptions): Promise<void> {
  const choice =
    process.stdin.isTTY && !options.json
      ? await select({
          message: "The discovery is still running.",
          choices: [
            { name: "Leave it: it continues while a server runs (npm start)", value: "leave" },
            { name: "Cancel it", value: "cancel" },
          ],
        }).catch(() => "leave")
      : "leave";
  if (choice === "cancel") {
    await client.run(AskCancelDocument, { marketId });
    say(options, `Cancelled. Market ${marketId} keeps the companies that were found.`);
  } else say(options, `Left. The discovery of market ${marketId} continues while a server runs: npm start`);
}

/** Returns how the question was understood. Where no worker tells it, what the rules alone could not use. */
async function notesOn(client: GraphClient, searchCriteria: SearchCriteriaInput, notUsed: string[]): Promise<string[]> {
  try {
    return (await client.run(AskNotesDocument, { searchCriteria })).criteriaNotes;
  } catch (error) {
    const reason = `The words were not compared with the directory: ${error instanceof Error ? error.message : String(error)}`;
    return [...notUsed.map((words) => `“${words}” was not used.`), reason];
  }
}

async function ask(config: Config, options: AskOptions): Promise<number> {
  const connected = await connect(config, options);
  const { client, url, apiKey } = connected;
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    const { generateSearchCriteria } = await client.run(AskCriteriaDocument, { question: options.question });
    const { form, ...criteria } = generateSearchCriteria;
    const { targetRecall } = options;
    const searchCriteria = targetRecall === undefined ? criteria : { ...criteria, constraints: { targetRecall } };
    const { quoteDiscovery: quote } = await client.run(AskQuoteDocument, { searchCriteria });
    const notes = await notesOn(client, searchCriteria, form.notUsed);
    say(
      options,
      [
        `\n${describeCriteria(criteria, form)}`,
        ...describeNotes(notes),
        `${describeQuote(quote, options.maxCostUsd)}\n`,
      ].join("\n"),
    );
    if (!options.yes && !(await confirm({ message: "Start the discovery with these criteria?" }).catch(() => false)))
      return 0;

    const { startDiscovery } = await client.run(AskStartDocument, {
      searchCriteria,
      maxCostUsd: options.maxCostUsd ?? null,
    });
    const { marketId } = startDiscovery.market;
    say(options, `Market ${marketId}, job ${startDiscovery.job.jobId}: ${startDiscovery.job.temporalUrl}`);
    if (!(await follow(client, marketId, options, interrupted))) {
      await onInterrupt(client, marketId, options);
      return INTERRUPTED;
    }
    const { market, edges } = await readMarket(client, marketId);
    const query = `{ market(marketId: ${marketId}) { name status companies(first: 20) { edges { rank score reason node { name domain country } } } } }`;
    const report = askReport({ criteria, criteriaNotes: notes }, market, edges, {
      explorer: `${url}/explorer/markets/${marketId}`,
      graphiql: config.explorer.graphiql ? `${url}/graphql?query=${encodeURIComponent(query)}` : null,
      apiDocs: `${url}/docs`,
      workflow: startDiscovery.job.temporalUrl,
      apiKey: { prefix: apiKey.prefix, file: apiKey.file, teamId: apiKey.teamId },
    });
    process.stdout.write(
      options.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : `\n${describeReport(report, process.stdout.columns ?? 140)}\n`,
    );
    const failed = report.job.status !== "COMPLETED";
    if (failed)
      say(
        options,
        `\nThe discovery ${report.job.status.toLowerCase()}: ${report.job.error ?? "no reason is recorded"}`,
      );
    // A server that was already running keeps running.
    if (options.stay && connected.isOurs) {
      say(options, "\nServing until Ctrl-C.");
      await interrupted;
    }
    return failed ? 1 : 0;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    await connected.stop();
  }
}

const options = askOptions(process.argv, Boolean(process.stdin.isTTY && process.stdout.isTTY));
try {
  process.exit(await ask(readConfig(), options));
} catch (error) {
  process.exit(reportFailure(error, options));
}

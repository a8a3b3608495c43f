import { setTimeout as sleep } from "node:timers/promises";
import { Command, Option } from "commander";
import { forgetIndexes } from "#companies/engine/registered-indexes";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import { type SearchStatus, searchStatus } from "#companies/engine/search-status";
import { type Config, readConfig } from "#foundation/config/config";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { ConflictError } from "#foundation/errors/index";
import { answer } from "../answer.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);
const print = (line: string) => void process.stderr.write(`${line}\n`);

/** Polling interval of a rebuild. */
const POLL_MS = 1_000;

async function withEngine<T>(config: Config, work: (engine: SearchEngine | null) => Promise<T>): Promise<T> {
  const engine = openSearchEngine(config.searchEngine);
  try {
    return await work(engine);
  } finally {
    await engine?.close();
  }
}

const statusOf = (config: Config): Promise<SearchStatus> =>
  withEngine(config, (engine) => withDatabase(config, (db) => searchStatus(db, engine)));

function describeStatus(config: Config, { failure, indexes, waiting, companies }: SearchStatus): string {
  const engine = config.searchEngine === null ? "embedded" : `OpenSearch at ${config.searchEngine.nodes.join(", ")}`;
  const lines = [
    `Engine: ${engine}${failure === null ? "" : `: ${failure}`}`,
    `Companies: ${companies} in the directory`,
    `Waiting: ${waiting.changes} changes${waiting.changes === 0 ? "" : `, the oldest for ${Math.round(waiting.seconds)} s`}`,
  ];
  if (indexes.length === 0)
    return [
      ...lines,
      ...(config.searchEngine === null ? [] : ["There is no index. To build one: market search rebuild"]),
    ].join("\n");
  const rows = indexes.map(({ generation, name, state, createdAt, companies: has }) => [
    String(generation),
    state,
    name,
    has === null ? "?" : String(has),
    createdAt.toISOString(),
  ]);
  return [...lines, table(["Generation", "State", "Index", "Companies", "Since"], rows)].join("\n");
}

const status = () =>
  new Command("status")
    .description("Show the indexes of the search engine, and how far they are behind")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const config = readConfig();
      const found = await statusOf(config);
      answer(options, { engine: config.searchEngine?.kind ?? "embedded", ...found }, describeStatus(config, found));
    });

const rebuild = () =>
  new Command("rebuild")
    .description(
      "Build a new index in the workers while searches use the live one, then switch searches to it. Ctrl-C ends only the waiting, not the build",
    )
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const config = readConfig();
      if (config.searchEngine === null)
        throw new ConflictError(
          "the embedded engine maintains its index itself; this command is for SEARCH_ENGINE=opensearch",
        );
      const { createTemporalClient } = await import("#workflows/client/client");
      const { createPayloadCodec } = await import("#workflows/client/codec");
      const { address = `127.0.0.1:${config.temporal.port}`, access, namespace } = config.temporal;
      const codec = createPayloadCodec(await openKeyRing(config.encryption));
      const temporal = createTemporalClient({ address, ...access }, namespace, codec, { warn: () => {} });
      try {
        await temporal.search.start();
        let told = "";
        for (;;) {
          const result = await temporal.search.outcome();
          if (result !== null) {
            answer(options, result, `${result.index} is live, with ${result.companies} companies.`);
            return;
          }
          const found = await statusOf(config);
          const building = found.indexes.find(({ state }) => state === "building");
          const line = `${building?.companies ?? 0} of ${found.companies} companies`;
          if (!options.json && line !== told) print(line);
          told = line;
          await sleep(POLL_MS);
        }
      } finally {
        await temporal.close();
      }
    });

const drop = () =>
  new Command("drop")
    .description("Delete the indexes, even while the engine is down, and stop recording changes of companies for it")
    .action(async () => {
      const config = readConfig();
      const names = await changeDatabase(config, { operation: "dropSearchIndexes", subject: {} }, forgetIndexes);
      await withEngine(config, async (engine) => {
        for (const index of names) await engine?.client.indices.delete({ index, ignore_unavailable: true });
      });
      print(names.length === 0 ? "There was no index." : `Deleted: ${names.join(", ")}`);
    });

/** `market search status | rebuild | drop` */
export function searchCommand(): Command {
  return new Command("search").addCommand(status()).addCommand(rebuild()).addCommand(drop());
}

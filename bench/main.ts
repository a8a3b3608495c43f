import { Command, InvalidArgumentError } from "commander";
import { benchSearch, type SearchBenchOptions } from "./company-search/run.ts";
import { benchGraph, type GraphBenchOptions } from "./graph/run.ts";
import { benchGrouping, type GroupingBenchOptions } from "./grouping/run.ts";
import { benchImport, type ImportBenchOptions } from "./import/run.ts";
import { benchStarts, type StartsBenchOptions } from "./starts/run.ts";
import { benchUpkeep, type UpkeepBenchOptions } from "./upkeep/run.ts";

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("a whole number from 1 on");
  return number;
};

const program = new Command("bench").description(
  "Measures how fast the product is, on data that it makes from real records.",
);

program
  .command("search")
  .description(
    "company search on a large directory, recombined from the companies of a file, in a PostgreSQL of its own",
  )
  .option("--from <file>", "companies to recombine, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--companies <number>", "size of the directory", whole, 1_000_000)
  .option("--queries <number>", "searches of each kind", whole, 40)
  .option("--rounds <number>", "how often each is repeated, after the first time", whole, 3)
  .option("--seed <number>", "another one: another directory", whole, 1)
  .option("--json", "print every time as JSON", false)
  .action((options: SearchBenchOptions) => benchSearch(options));

program
  .command("grouping")
  .description("grouping headlines into events, on headlines made from the real ones by renaming words; processor time")
  .option("--from <file>", "headlines to rename, CSV, also gzip", "../shared/data/headlines.csv.gz")
  .option("--headlines <number>", "how many", whole, 100_000)
  .option("--blocks <number>", "in so many blocks of time, each grouped on its own", whole, 10)
  .action((options: GroupingBenchOptions) => benchGrouping(options));

program
  .command("import")
  .description(
    "the import of a file of companies, the first time and again, in a PostgreSQL of its own; processor time",
  )
  .option("--from <file>", "companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--rounds <number>", "how often", whole, 2)
  .action((options: ImportBenchOptions) => benchImport(options));

program
  .command("graph")
  .description(
    "the graph against PostGraphile 5 and one statement by hand, in a PostgreSQL of its own; needs bench/peers and a build",
  )
  .option("--from <file>", "companies, CSV or NDJSON, also gzip", "prisma/sample/companies.ndjson")
  .option("--markets <number>", "with 60 companies each", whole, 8)
  .option("--news <number>", "articles", whole, 100_000)
  .option("--events <number>", "events of the last days", whole, 100_000)
  .option("--rounds <number>", "how often each server is measured, in turns", whole, 5)
  .option("--seconds <number>", "of one measurement", whole, 2)
  .option("--connections <number>", "requests at once", whole, 32)
  .option("--json <file>", "write the figures as JSON")
  .action((options: GraphBenchOptions) => benchGraph(options));

program
  .command("starts")
  .description(
    "starts of discoveries against workflows started directly, in a PostgreSQL and a Temporal of its own; needs a build",
  )
  .option("--starts <number>", "in each round", whole, 300)
  .option("--rounds <number>", "how often each way is measured, in turns", whole, 5)
  .option("--connections <number>", "starts at once, beside one at a time", whole, 32)
  .option("--json <file>", "write the figures as JSON")
  .action((options: StartsBenchOptions) => benchStarts(options));

program
  .command("upkeep")
  .description("what a discovery waits for after an import: the index of the directory, in a PostgreSQL of its own")
  .option("--from <file>", "companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--imported <number>", "companies of each import that is measured", whole, 100)
  .option("--rounds <number>", "imports", whole, 5)
  .option("--json <file>", "write the figures as JSON")
  .action((options: UpkeepBenchOptions) => benchUpkeep(options));

await program.parseAsync();

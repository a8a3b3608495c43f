import { Command, InvalidArgumentError, Option } from "commander";
import { ATTACK_NAMES, type AttackBenchOptions, benchAttack } from "./attack/run.ts";
import { benchSearch, type SearchBenchOptions } from "./company-search/run.ts";
import { benchDiscoveries, type DiscoveriesBenchOptions } from "./discoveries/run.ts";
import { benchGraph, type GraphBenchOptions } from "./graph/run.ts";
import { type ArrivalsBenchOptions, benchArrivals } from "./grouping/arrivals.ts";
import { benchGrouping, type GroupingBenchOptions } from "./grouping/run.ts";
import { benchImport, type ImportBenchOptions } from "./import/run.ts";
import { benchJudging, type JudgingBenchOptions } from "./judging/run.ts";
import { benchPreviews, type PreviewsBenchOptions } from "./previews/run.ts";
import { benchQuestions, type QuestionsBenchOptions } from "./questions/run.ts";
import { benchReady, type ReadyBenchOptions } from "./ready/run.ts";
import { benchRest, type RestBenchOptions } from "./rest/run.ts";
import { ENGINES, type EngineName } from "./scale/engine-task.ts";
import { benchScale, type ScaleBenchOptions } from "./scale/run.ts";
import { benchStarts, type StartsBenchOptions } from "./starts/run.ts";
import { benchUpkeep, type UpkeepBenchOptions } from "./upkeep/run.ts";

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("a whole number from 1 on");
  return number;
};

const wholes = (text: string): number[] => text.split(",").map(whole);

const engines = (text: string): EngineName[] =>
  text.split(",").map((name) => {
    const known = ENGINES.find((engine) => engine === name);
    if (known === undefined) throw new InvalidArgumentError(`some of ${ENGINES.join(", ")}, separated by commas`);
    return known;
  });

const COMPANIES = "companies, CSV or NDJSON, also gzip";
const DIRECTORY = "../shared/data/companies.csv.gz";

/** What several benches ask for in the same words. */
const from = (what: string, path: string) => new Option("--from <file>", what).default(path);
const rounds = (meaning: string, count: number) =>
  new Option("--rounds <number>", meaning).argParser(whole).default(count);
const connections = (meaning: string) => new Option("--connections <number>", meaning).argParser(whole).default(32);
const figures = () => new Option("--json <file>", "write the figures as JSON");

const program = new Command("bench").description(
  "Measures how fast the product is, on data that it makes from real records.",
);

program
  .command("search")
  .description(
    "company search on a large directory, recombined from the companies of a file, in a PostgreSQL of its own",
  )
  .addOption(from(`${COMPANIES}, to recombine`, DIRECTORY))
  .option("--companies <number>", "size of the directory", whole, 1_000_000)
  .option("--queries <number>", "searches of each kind", whole, 40)
  .addOption(rounds("how often each is repeated, after the first time", 3))
  .option("--seed <number>", "another one: another directory", whole, 1)
  .option("--json", "print every time as JSON", false)
  .action((options: SearchBenchOptions) => benchSearch(options));

program
  .command("grouping")
  .description("grouping headlines into events, on headlines made from the real ones by renaming words; processor time")
  .addOption(from("headlines to rename, CSV, also gzip", "../shared/data/headlines.csv.gz"))
  .option("--headlines <number>", "how many", whole, 100_000)
  .option("--weeks <number>", "in so many stretches of time, each grouped on its own", whole, 10)
  .action((options: GroupingBenchOptions) => benchGrouping(options));

program
  .command("arrivals")
  .description(
    "one more headline in a week of headlines that have their events, in a PostgreSQL of its own; processor time",
  )
  .addOption(from("headlines to rename, CSV, also gzip", "../shared/data/headlines.csv.gz"))
  .option("--headlines <number>", "how many the week has", whole, 3_000)
  .option("--arrivals <number>", "how many come afterwards, one at a time", whole, 8)
  .action((options: ArrivalsBenchOptions) => benchArrivals(options));

program
  .command("import")
  .description(
    "the import of a file of companies, the first time and again, against Prisma's createMany and COPY into the same tables, each in a PostgreSQL of its own; processor time",
  )
  .addOption(from(COMPANIES, DIRECTORY))
  .option("--companies <number>", "size of the directory, recombined from the file", whole)
  .addOption(rounds("how often, in turns", 2))
  .addOption(figures())
  .action((options: ImportBenchOptions) => benchImport(options));

program
  .command("graph")
  .description(
    "the graph against PostGraphile 5, Mercurius and one statement by hand, in a PostgreSQL of its own; ten minutes; needs bench/peers and a build",
  )
  .addOption(from(COMPANIES, "prisma/sample/companies.ndjson"))
  .option("--markets <number>", "with 60 companies each", whole, 8)
  .option("--news <number>", "articles", whole, 100_000)
  .option("--events <number>", "events of the last days", whole, 100_000)
  .addOption(rounds("how often each server is measured, in turns", 5))
  .option("--seconds <number>", "of one measurement", whole, 2)
  .addOption(connections("requests at once"))
  .addOption(figures())
  .action((options: GraphBenchOptions) => benchGraph(options));

program
  .command("rest")
  .description(
    "lists of /v2 against the queries of /graphql for the same records, in a PostgreSQL of its own; needs bench/peers and a build",
  )
  .addOption(from(COMPANIES, "prisma/sample/companies.ndjson"))
  .option("--markets <number>", "with 60 companies each", whole, 8)
  .option("--news <number>", "articles", whole, 100_000)
  .option("--events <number>", "events of the last days", whole, 20_000)
  .addOption(rounds("how often each way is measured, in turns", 5))
  .option("--seconds <number>", "of one measurement", whole, 2)
  .addOption(connections("requests at once"))
  .addOption(figures())
  .action((options: RestBenchOptions) => benchRest(options));

program
  .command("judging")
  .description("what judging 663 candidates by rules costs a worker, in a PostgreSQL of its own; processor time")
  .addOption(from(COMPANIES, DIRECTORY))
  .option("--count <number>", "companies that each discovery wants", whole, 110)
  .addOption(rounds("how often each question is asked", 5))
  .addOption(figures())
  .action((options: JudgingBenchOptions) => benchJudging(options));

program
  .command("starts")
  .description(
    "starts of discoveries against workflows started directly, in a PostgreSQL and a Temporal of its own; needs a build",
  )
  .option("--starts <number>", "in each round", whole, 300)
  .addOption(rounds("how often each way is measured, in turns", 5))
  .addOption(connections("starts at once, beside one at a time"))
  .option("--other <folder>", "the dist folder of another build, measured in turns with this one")
  .addOption(figures())
  .action((options: StartsBenchOptions) => benchStarts(options));

program
  .command("discoveries")
  .description(
    "many discoveries at once, in a PostgreSQL and a Temporal of its own; processor time of each process; needs a build",
  )
  .addOption(from(COMPANIES, "prisma/sample/companies.ndjson"))
  .option("--discoveries <number>", "at once", whole, 40)
  .addOption(rounds("how often", 3))
  .option("--build <folder>", "the dist folder of another build, to measure that one")
  .action((options: DiscoveriesBenchOptions) => benchDiscoveries(options));

program
  .command("previews")
  .description(
    "previews of eight questions, one after another, in a PostgreSQL and a Temporal of its own; needs a build",
  )
  .addOption(from(COMPANIES, DIRECTORY))
  .addOption(rounds("how often, after the first time", 4))
  .option("--other <folder>", "the dist folder of another build, whose API is measured in turns with this one's")
  .action((options: PreviewsBenchOptions) => benchPreviews(options));

program
  .command("ready")
  .description("how long API and worker take from the start of their process until they are ready; needs a build")
  .addOption(rounds("starts of each", 10))
  .action((options: ReadyBenchOptions) => benchReady(options));

program
  .command("questions")
  .description("how long a worker's other work waits while questions are asked of the index of the directory")
  .addOption(from(COMPANIES, DIRECTORY))
  .option("--companies <number>", "size of the directory, recombined from the file", whole)
  .addOption(new Option("--connections <number>", "questions at once").argParser(whole).default(8))
  .option("--folder <folder>", "where the index stays for another time")
  .option("--search-url <url>", "ask this OpenSearch node too; its index is made where it has none")
  .addOption(rounds("how often each way is measured, in turns", 3))
  .addOption(figures())
  .action((options: QuestionsBenchOptions) => benchQuestions(options));

program
  .command("upkeep")
  .description("what a discovery waits for after an import: the index of the directory, in a PostgreSQL of its own")
  .addOption(from(COMPANIES, DIRECTORY))
  .option("--companies <number>", "size of the directory, recombined from the file", whole)
  .option("--imported <number>", "companies of each import that is measured", whole, 100)
  .option("--folder <folder>", "where the database and the index stay for another time")
  .addOption(rounds("imports", 5))
  .addOption(figures())
  .action((options: UpkeepBenchOptions) => benchUpkeep(options));

program
  .command("attack")
  .description("how long clients wait while others attack the API, in a PostgreSQL of its own; needs a build")
  .addOption(from(COMPANIES, "prisma/sample/companies.ndjson"))
  .option("--events <number>", "events, and as many articles", whole, 20_000)
  .option("--rate <number>", "requests of the clients a second", whole, 50)
  .option("--seconds <number>", "of one measurement", whole, 6)
  .addOption(connections("of the attackers"))
  .addOption(new Option("--only <attack...>", "only these attacks").choices(ATTACK_NAMES))
  .addOption(rounds("how often quiet and each attack are measured, in turns", 3))
  .addOption(figures())
  .action((options: AttackBenchOptions) => benchAttack(options));

program
  .command("scale")
  .description(
    "both search engines on directories of several sizes: building, memory, disk, questions and company search; OpenSearch needs a JDK",
  )
  .addOption(from(`${COMPANIES}, to recombine`, DIRECTORY))
  .option(
    "--companies <numbers>",
    "sizes of the directories, separated by commas",
    wholes,
    [100_000, 300_000, 1_000_000],
  )
  .option("--engines <names>", "which engines, separated by commas", engines, [...ENGINES])
  .option("--heap <megabytes>", "heap of the OpenSearch node", whole, 1_024)
  .option("--folder <folder>", "where databases, indexes and figures stay: another run goes on there")
  .addOption(figures())
  .action((options: ScaleBenchOptions) => benchScale(options));

await program.parseAsync();

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command, Option } from "commander";
import type { DirectoryCompany } from "#companies/directory-company";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { offerIn, type Ranked } from "#markets/judging/index";
import type { Retriever } from "#markets/retrieval/index";
import { endpointEmbeddings } from "#providers/embeddings/endpoint-embeddings";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { answersCommand } from "./answers.ts";
import { calibrationOf, type JudgedPair, printCalibration } from "./calibration.ts";
import { bareCriteria, compareFields, FIELDS, knownCriteria } from "./criteria.ts";
import { type Question, readCompanies, readJudgments, readQuestions } from "./data.ts";
import { directoryLinksCommand } from "./directory-links.ts";
import { discover } from "./discover.ts";
import { dossiersCommand } from "./dossiers.ts";
import { engineRetriever } from "./engine-index.ts";
import { entitiesCommand } from "./entities.ts";
import { esgCommand } from "./esg.ts";
import { measureEstimate, printEstimates, summariseEstimates } from "./estimates.ts";
import { eventsCommand, reportEventsWhereThere } from "./events/command.ts";
import { eventsContentCommand } from "./events-content.ts";
import { eventsFramesCommand } from "./events-frames.ts";
import { eventsHeadlinesCommand } from "./events-headlines.ts";
import { eventsPartiesCommand } from "./events-parties.ts";
import { eventsStoryLinesCommand } from "./events-story-lines.ts";
import { exclusionsCommand } from "./exclusions.ts";
import { featureCellsCommand } from "./feature-cells.ts";
import { fieldsCommand } from "./fields.ts";
import { identityCommand } from "./identity.ts";
import { retrieversOf, type WithVectors } from "./index-cache.ts";
import { measure, measureAnswer, RELEVANT } from "./measures.ts";
import { momentumCommand } from "./momentum.ts";
import { entityLinkingCommand, sentimentCommand } from "./news-commands.ts";
import { newsReadingCommand } from "./news-reading.ts";
import { poolsCommand } from "./pools.ts";
import { chooseSet, QUESTION_SETS, runBeside, type SetOptions } from "./question-sets.ts";
import { readingCommand } from "./reading.ts";
import { reduceDirectoryCommand } from "./reduce-directory.ts";
import { printHead, printIntervals, printReport, type QuestionReport, summarise } from "./report.ts";
import { measureReviews, printReviews, type ReviewedQuestion } from "./reviews.ts";
import { readRun } from "./runs.ts";
import { printScoredRuns } from "./score-runs.ts";
import { severityCommand } from "./severity.ts";
import { suggestionsCommand } from "./suggestions.ts";
import { summariesCommand } from "./summaries.ts";
import { topicsCommand } from "./topics.ts";
import { tradesCommand } from "./trades.ts";
import { trainJudgeCommand } from "./train-judge.ts";
import { trainModifiersCommand } from "./train-modifiers.ts";
import { trainRolesCommand } from "./train-roles.ts";
import { type Half, originalOf, translatedQuestions } from "./translated.ts";
import { translatedPairsCommand } from "./translated-pairs.ts";
import { writeTextsCommand } from "./write-texts.ts";

interface Options extends SetOptions {
  translated?: Half;
  companies: string;
  compare: string[];
  run?: string[];
  writeRun?: string;
  known?: boolean;
  reviews?: boolean;
  embeddings: string;
  vectors: WithVectors;
  modelDir?: string;
  url?: string;
  model?: string;
  searchUrl?: string;
  cache: string;
  json?: boolean;
}

const command = new Command("quality")
  .description("Measures how well discovery answers judged questions, with the parts that discovery itself is made of.")
  .option(
    "--set <name>",
    `judged questions: ${QUESTION_SETS.map(({ name }) => name).join(", ")} (default: development)`,
  )
  .option("--held-out", "the held-out half of the market questions, or of --set sample; prints means only")
  .addOption(
    new Option(
      "--translated <half>",
      "some of the development questions in German, French and Spanish; prints means only of the half that is kept",
    ).choices(["development", "kept"]),
  )
  .option("--questions <file>", "questions of your own with expected criteria, one JSON object a line")
  .option("--qrels <file>", "their judgments: question, domain, grade")
  .option("--companies <file>", "directory of companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option(
    "--run <files...>",
    "score these runs of any systems and nothing else: question, rank, domain, or TREC's six columns",
  )
  .option("--compare <files...>", "runs to print beside; by default run-bm25.tsv next to the judgments", [])
  .option("--write-run <file>", "write the bare-question run: question, rank, domain")
  .option("--known", "write the run of the known criteria instead")
  .option("--reviews", "measure instead what reviews teach, with the judgments as the reviewer", false)
  .option(
    "--embeddings <kind>",
    "onnx (a sentence model of this machine), tokens (token vectors in its place), word2vec (neither) or endpoint",
    "onnx",
  )
  .option("--model-dir <folder>", "onnx: folder with model.onnx and tokenizer.json; by default the shipped model")
  .addOption(
    new Option(
      "--vectors <which>",
      "which companies have vectors when a question comes: all, or its likeliest, as after an import",
    )
      .choices(["all", "likeliest"])
      .default("all"),
  )
  .option("--url <address>", "endpoint: base URL of an OpenAI-compatible API")
  .option("--model <name>", "endpoint: name of the model")
  .option("--search-url <url>", "ask this OpenSearch node; its index of the directory is made where it has none")
  .option("--cache <folder>", "where indexes and vectors are kept", join(tmpdir(), "market-quality"))
  .option("--json", "print JSON");

/** Candidates of a question that calibration is measured on, as in train-judge.py; those behind are all but surely wrong. */
const JUDGED_OF_EACH = 150;

const progress = (line: string) => process.stderr.write(`${line}\n`);

/** What asks the directory: in memory, or on a node of OpenSearch. */
async function retrieversFor(
  companies: DirectoryCompany[],
  model: Awaited<ReturnType<typeof sentenceModel>>,
  { searchUrl, vectors, cache }: Options,
): Promise<() => Promise<Retriever>> {
  if (searchUrl === undefined) return retrieversOf(companies, model, vectors, cache, progress);
  const retriever = await engineRetriever(searchUrl, companies, model, cache, progress);
  return async () => retriever;
}

async function main(options: Options): Promise<void> {
  const set = chooseSet(options);
  if (options.run) return printScoredRuns(options.run, set, options.json === true);
  const asked = readQuestions(set.questions);
  const questions = options.translated ? translatedQuestions(asked, options.translated) : asked;
  const judgments = readJudgments(set.qrels);
  const isGiven = command.getOptionValueSource("companies") !== "default";
  const directory = isGiven ? options.companies : (set.companies ?? options.companies);
  progress(`${questions.length} questions; reading ${directory}`);
  const companies = await readCompanies(directory);
  const model = await sentenceModel(options);
  const retrieverFor = await retrieversFor(companies, model, options);
  for (const note of (await retrieverFor()).notes) progress(note);
  const byId = new Map(companies.map((company) => [company.id, company]));
  const inDirectory = new Set(companies.flatMap(({ country }) => country ?? []));
  const generator = new EmbeddedCriteriaGenerator();
  const compared = (options.compare.length > 0 ? options.compare : runBeside(set)).map((file) => ({
    name: basename(file),
    run: readRun(file),
  }));

  if (options.reviews) {
    const reviewed: ReviewedQuestion[] = [];
    for (const question of questions) {
      const { criteria } = await bareCriteria(generator, question);
      await discover(await retrieverFor(), byId, criteria, model, undefined, (candidates) =>
        reviewed.push({
          candidates,
          grades: judgments.get(question.id) ?? new Map<string, number>(),
          seeds: question.expected.seedDomains,
          wanted: question.expected.count ?? criteria.count,
        }),
      );
    }
    const rows = measureReviews(reviewed);
    const measured = { set: set.name, embeddings: model?.name ?? "word2vec", reviews: rows };
    const text = `${printHead(set, questions.length)}${printReviews(rows)}`;
    process.stdout.write(options.json ? `${JSON.stringify(measured, null, 2)}\n` : text);
    return;
  }
  const reports: QuestionReport[] = [];
  const runLines: string[] = [];
  const pairs: JudgedPair[] = [];
  for (const question of questions) {
    const grades = judgments.get(originalOf(question.id)) ?? new Map<string, number>();
    const { seedDomains, count } = question.expected;
    const { criteria, refused } = await bareCriteria(generator, question);
    if (refused) progress(`${question.id}: the criteria generator refused the question: ${refused}`);
    const retriever = await retrieverFor();
    const bare = await discover(retriever, byId, criteria, model);
    const known = await discover(retriever, byId, knownCriteria(criteria, question, inDirectory), model);
    const domains = (result: typeof bare) =>
      result.filter(({ verdict }) => verdict === "in" || verdict === "belowCut").map(({ domain }) => domain);
    const answer = (result: typeof bare) =>
      result.filter(({ verdict }) => verdict === "in").map(({ domain }) => domain);
    reports.push({
      id: question.id,
      known: measure(domains(known), grades, seedDomains),
      bare: measure(domains(bare), grades, seedDomains),
      compared: Object.fromEntries(
        compared.map(({ name, run }) => [name, measure(run.get(originalOf(question.id)) ?? [], grades, seedDomains)]),
      ),
      answer: measureAnswer(answer(bare), grades, count ?? criteria.count),
      estimate: measureEstimate(bare, grades, seedDomains, model !== null),
      fields: compareFields(criteria, question, inDirectory),
    });
    pairs.push(...judgedPairs(bare, grades, seedDomains));
    runLines.push(...runOf(question, domains(options.known ? known : bare)));
    progress(`${question.id} done`);
  }
  if (options.writeRun) writeFileSync(options.writeRun, `${runLines.join("\n")}\n`);
  const summary = summarise(reports);
  const calibration = calibrationOf(pairs);
  const estimates = summariseEstimates(reports.map(({ estimate }) => estimate));
  const shown = set.meansOnly || options.translated === "kept" ? [] : reports;
  if (options.json) {
    const measured = { set: set.name, embeddings: model?.name ?? "word2vec", companies: companies.length };
    process.stdout.write(
      `${JSON.stringify({ ...measured, summary, estimates, calibration, questions: shown }, null, 2)}\n`,
    );
    return;
  }
  process.stdout.write(printHead(set, questions.length));
  process.stdout.write(`${printReport(shown, summary, FIELDS)}\n${printIntervals(summary.intervals)}`);
  process.stdout.write(`\n${printEstimates(estimates)}\n${printCalibration(calibration)}`);
  process.stdout.write("\nEvents\n");
  await reportEventsWhereThere();
}

/** The likeliest candidates of a question whose offer was judged by a probability; one without a grade is wrong. */
function judgedPairs(ranked: Ranked[], grades: Map<string, number>, seeds: string[]): JudgedPair[] {
  return ranked
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ domain, judgement: { criteria, verdict, rule } }) => {
      const isOpen = verdict === "in" || rule === "offer";
      const probability = offerIn(criteria)?.probability;
      if (!isOpen || probability === undefined || seeds.includes(domain)) return [];
      return [{ probability, right: (grades.get(domain) ?? 0) / RELEVANT }];
    })
    .slice(0, JUDGED_OF_EACH);
}

function runOf({ id, expected }: Question, domains: string[]): string[] {
  return domains
    .filter((domain) => !expected.seedDomains.includes(domain))
    .map((domain, i) => `${id}\t${i + 1}\t${domain}`);
}

async function sentenceModel({ embeddings, modelDir, url, model }: Options) {
  if (embeddings === "word2vec") return null;
  const settings = readConfig({}).embeddings;
  if (embeddings === "onnx") return loadLocalEmbeddings(modelDir ?? settings.modelDir);
  if (embeddings === "tokens") return loadLocalEmbeddings(settings.tokensDir);
  if (embeddings === "endpoint") {
    if (!url || !model) throw new Error("--embeddings endpoint needs --url and --model");
    return endpointEmbeddings({ url, model, price: 0 });
  }
  throw new Error(`--embeddings ${embeddings}: must be onnx, tokens, word2vec or endpoint`);
}

// Without a subcommand it measures discovery, as it did when there was nothing else.
command
  // A command of its own reads its own options: `esg --set FILE` is not the set of questions.
  .enablePositionalOptions()
  .action(main)
  .addCommand(reduceDirectoryCommand)
  .addCommand(poolsCommand)
  .addCommand(trainJudgeCommand)
  .addCommand(tradesCommand)
  .addCommand(trainRolesCommand)
  .addCommand(trainModifiersCommand)
  .addCommand(writeTextsCommand)
  .addCommand(suggestionsCommand)
  .addCommand(readingCommand)
  .addCommand(exclusionsCommand)
  .addCommand(answersCommand)
  .addCommand(esgCommand)
  .addCommand(sentimentCommand)
  .addCommand(entityLinkingCommand)
  .addCommand(identityCommand)
  .addCommand(fieldsCommand)
  .addCommand(entitiesCommand)
  .addCommand(eventsContentCommand)
  .addCommand(newsReadingCommand)
  .addCommand(eventsHeadlinesCommand)
  .addCommand(directoryLinksCommand)
  .addCommand(eventsFramesCommand)
  .addCommand(eventsPartiesCommand)
  .addCommand(severityCommand)
  .addCommand(summariesCommand)
  .addCommand(eventsStoryLinesCommand)
  .addCommand(featureCellsCommand)
  .addCommand(topicsCommand)
  .addCommand(translatedPairsCommand)
  .addCommand(momentumCommand)
  .addCommand(dossiersCommand)
  .addCommand(eventsCommand);

command.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

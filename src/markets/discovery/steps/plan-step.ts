import { idsOfDomains } from "#companies/look-up";
import { countryName } from "#foundation/geography/countries";
import { updateJob } from "#jobs/job-record";
import { appendProgress } from "#jobs/progress-log";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import { unwantedPhrases } from "../../plan/unwanted-phrases.ts";
import type { Retriever, VectorCoverage } from "../../retrieval/index.ts";
import { manifestOf, writeManifest } from "../manifest.ts";
import { planSearch } from "../plan-search.ts";
import { type JobContext, jobContext, planOf, type StepDeps } from "./job-context.ts";

/** Generator name for a discovery that searches nothing: its candidates are the market's companies, or the seeds. */
export const GIVEN_COMPANIES = "given companies";

/** Generator name for a search of the open web. */
export const WEB_SEARCH = "web search";

export interface Planned {
  /** One line for people. */
  summary: string;
  generators: string[];
}

const SHOWN_TERMS = 8;
const SHOWN_PLACES = 5;

function summaryOf(plan: DiscoveryPlan, { criteria, mode }: JobContext): string {
  if (mode === "given") return `${criteria.seedDomains.length} given companies, no search`;
  const own = plan.terms.filter(({ source }) => source === "question" || source === "feature" || source === "synonym");
  const words = [...new Set(own.map(({ text }) => text))].slice(0, SHOWN_TERMS).join(", ");
  const countries = [...new Set(plan.places.map(({ country }) => countryName(country)))];
  const places =
    countries.length > SHOWN_PLACES
      ? `${countries.slice(0, SHOWN_PLACES).join(", ")} and ${countries.length - SHOWN_PLACES} more`
      : countries.join(", ");
  return [
    words === "" ? "companies like the examples" : `looking for ${words}`,
    ...(plan.role === null ? [] : [`as ${plan.role}`]),
    ...(places === "" ? [] : [`in ${places}`]),
    ...(plan.operations === undefined ? [] : [`at work in ${plan.operations.names.slice(0, SHOWN_PLACES).join(", ")}`]),
    ...(plan.exclusions.length > 0 ? [`without ${unwantedPhrases(plan).join(", ")}`] : []),
  ].join(" · ");
}

/** Reports given companies that the directory lacks, instead of dropping them silently. */
async function unknownCompanies({ db }: StepDeps, { criteria, mode }: JobContext): Promise<string[]> {
  if (mode !== "given") return [];
  const known = await idsOfDomains(db, criteria.seedDomains);
  const missing = criteria.seedDomains.filter((domain) => !known.has(domain));
  return missing.length === 0 ? [] : [`Not in the directory, so not in the market: ${missing.join(", ")}.`];
}

/** Tells, for the report, what share of the directory the sentence model can compare. */
function coverageNote({ withVectors, companies }: VectorCoverage): string {
  const all = companies.toLocaleString("en");
  if (withVectors >= companies) return `Sentence vectors: all ${all} companies have one.`;
  const share = Math.floor((100 * withVectors) / Math.max(1, companies));
  return `Sentence vectors: ${withVectors.toLocaleString("en")} of ${all} companies have one (${share} %), the likeliest among them; the others are compared by words.`;
}

/** Makes the plan with the notes on the prompt and the index. Given companies must not be excluded as examples. */
async function firstPlan(deps: StepDeps, context: JobContext, retriever: Retriever): Promise<DiscoveryPlan> {
  const { criteria, criteriaNotes, mode } = context;
  const plan =
    mode === "search"
      ? await planSearch(deps.db, retriever, criteria)
      : await retriever.plan({ ...criteria, seedDomains: [] });
  return {
    ...plan,
    notes: [...criteriaNotes, ...plan.notes, ...(await unknownCompanies(deps, context)), ...retriever.notes],
  };
}

/**
 * Makes the job's plan once. First brings the index up to date, which takes a while after an import; the log reports
 * that. Idempotent: a repeat returns the stored plan.
 */
export async function planStep(deps: StepDeps, jobId: number): Promise<Planned> {
  const context = await jobContext(deps, jobId);
  const { marketId, mode } = context;
  const tell = (message: string, progress: number, key: string) =>
    deps.db.prisma.$transaction((tx) =>
      appendProgress(tx, { marketId, jobId, phase: "planning", message, progress, key }),
    );

  await tell("Reading the criteria", 0.01, "planning");
  let announced = "";
  const { retriever, ...directory } = await deps.indexes.current((step, fraction) => {
    const quarter = Math.floor(fraction * 4) * 25;
    const key = `index ${step} ${quarter}`;
    if (key === announced) return;
    announced = key;
    // Only progress: a line that cannot be written must not stop the job.
    tell(`Preparing the directory for search: ${step}, ${quarter} %`, 0.02, key).catch(() => {});
  });
  const made = (context.job.plan === null ? null : planOf(context)) ?? (await firstPlan(deps, context, retriever));
  if (mode === "search") {
    const before = await retriever.coverage();
    if (before !== null && before.withVectors < before.companies)
      await tell("Comparing the likeliest companies by their sentences", 0.03, "likeliest");
    await retriever.prepare(made);
  }
  const vectors = await retriever.coverage();
  // A repeated step keeps the plan and its note.
  const plan =
    vectors === null || context.job.plan !== null ? made : { ...made, notes: [...made.notes, coverageNote(vectors)] };
  const ofWeb = deps.webSearch === null ? [] : [WEB_SEARCH];
  const generators = mode === "search" ? [...(await retriever.generators(plan)), ...ofWeb] : [GIVEN_COMPANIES];
  const summary = summaryOf(plan, context);
  await deps.db.prisma.$transaction(async (tx) => {
    await updateJob(tx, jobId, { plan });
    await writeManifest(
      tx,
      jobId,
      manifestOf({
        criteria: context.judgedBy,
        plan,
        directory: { version: directory.version, digest: directory.digest, trainedOn: directory.trainedOn },
        languageModel: deps.languageModel,
        webSearch: deps.webSearch?.name ?? null,
        embeddings: directory.embeddings,
        vectors,
      }),
    );
  });
  await tell(`Plan: ${summary}`, 0.05, "plan");
  return { summary, generators };
}

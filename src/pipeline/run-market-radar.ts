import type { Database } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import type { MarketRecord } from "./analyses/market-records.ts";
import { percentiles } from "./analyses/percentile.ts";
import { readVocabulary, type Vocabulary } from "./analyses/phrases/vocabulary.ts";
import type { AnalysisResult, Quadrant } from "./analyses/results.ts";
import { round } from "./analyses/round.ts";
import { labelOf, modelTopics, type TopicModel } from "./analyses/topic-model.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { tooFewTexts } from "./run-topic-analysis.ts";

export const runMarketRadar = pipelineFlag({
  name: "runMarketRadar",
  does: "the companies on two axes, in quadrants",
  needs: [],
  step: ({ db }, job) => placeOnRadar(db, job),
});

/** With fewer companies a percentile is meaningless. */
const MIN_COMPANIES = 3;
/** Words used by more than this share of all companies do not distinguish any: Hoberg and Phillips' limit. */
const COMMON = 0.25;
/** Shared phrases that the reason names. */
const NAMED = 3;

type Point = AnalysisResult<"radar">["companies"][number];

/**
 * The pipeline's `runMarketRadar`: the market's companies by how near they are to its core, and by how many of its topics they
 * cover.
 */
export async function placeOnRadar(db: Pick<Database, "query" | "pool">, job: PipelineJob) {
  const vocabulary = await readVocabulary(db, job);
  const model = await modelTopics(vocabulary, job.signal);
  const companies = radarOf(vocabulary, model);
  const placed = companies.filter(({ quadrant }) => quadrant !== null).length;
  const missing = companies.length - placed;
  const notes: string[] = [];
  if (placed === 0) notes.push(`no company could be placed: ${tooFewTexts(model.rows.length)}`);
  else if (missing > 0)
    notes.push(
      `${counted(missing, "company has", "companies have")} no place because their texts share no words with others: import a directory with descriptions`,
    );
  await storeAnalysis(db, "radar", job, { companies, notes });
  return {
    summary: [`${placed} of ${counted(companies.length, "company", "companies")} placed`, ...notes].join("; "),
    report: { companies: companies.length, placed, notes },
  };
}

/** The companies with their places: all axes are places among the market's companies (mid-rank percentiles). */
function radarOf(vocabulary: Vocabulary, model: TopicModel): Point[] {
  const { records } = vocabulary;
  const likeness = likenessToOthers(vocabulary);
  const spread = spreadOverTopics(records.length, model);
  const x = placesOf(likeness.map(({ mean }) => mean));
  const y = placesOf(spread.map(({ topics }) => topics));
  const scale = scales(records);
  const points = records.map((record, i): Point => {
    const [near, broad, large] = [x[i] ?? null, y[i] ?? null, scale[i] ?? null];
    return {
      companyId: record.id,
      x: near === null ? null : round(near, 4),
      y: broad === null ? null : round(broad, 4),
      scale: large === null ? null : round(large, 4),
      quadrant: near === null || broad === null ? null : quadrantOf(near, broad),
      why: [
        near === null
          ? "its text shares no words with the other companies'"
          : `text likeness to the others ${round(likeness[i]?.mean ?? 0, 2)}${sharing(likeness[i]?.shared ?? [])}`,
        ...(broad === null ? [] : [spread[i]?.why ?? ""]),
        ...describeScale(record),
      ].join("; "),
    };
  });
  return points.sort((a, b) => order(b.x, a.x) || order(b.y, a.y) || a.companyId - b.companyId);
}

function quadrantOf(x: number, y: number): Quadrant {
  if (x >= 0.5) return y >= 0.5 ? "coreGeneralist" : "coreSpecialist";
  return y >= 0.5 ? "diversified" : "niche";
}

/**
 * How many of the market's topics a company's text covers. It is the effective number: the exponential of Shannon's
 * entropy of its shares (Hill, "Diversity and evenness", Ecology 54, 1973). It does not grow with the length of the
 * text.
 */
function spreadOverTopics(companies: number, { rows, shares, terms }: TopicModel) {
  const found = Array.from({ length: companies }, (): { topics: number | null; why: string } => ({
    topics: null,
    why: "",
  }));
  if (terms.length === 0) return found;
  for (const [i, record] of rows.entries()) {
    const ofCompany = shares[i] ?? [];
    const topics = Math.exp(-ofCompany.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0));
    const main = ofCompany.indexOf(Math.max(...ofCompany));
    const percent = Math.round(100 * (ofCompany[main] ?? 0));
    found[record] = {
      topics,
      why: `covers ${round(topics, 1)} of ${terms.length} topics, ${percent} % “${labelOf(terms[main] ?? [])}”`,
    };
  }
  return found;
}

/** The percentile of each known value among the known ones; all null where these are too few. */
function placesOf(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < MIN_COMPANIES) return values.map(() => null);
  const places = percentiles(known);
  let at = 0;
  return values.map((value) => (value === null ? null : (places[at++] ?? null)));
}

/**
 * Mean cosine of a company's text with each other company's. After Hoberg and Phillips ("Text-based network industries
 * and endogenous product differentiation", Journal of Political Economy 124, 2016): their vectors have a 1 for each
 * noun that at most 25 % of all companies use. Ours have a weight for each noun phrase, by its rarity in the directory.
 */
function likenessToOthers({
  records,
  directorySize,
  phrases,
}: Vocabulary): { mean: number | null; shared: string[] }[] {
  const telling = phrases
    .filter(({ inDirectory }) => inDirectory <= COMMON * directorySize)
    .map((phrase) => ({ ...phrase, weight: Math.log(directorySize / phrase.inDirectory) }));
  const lengths = new Float64Array(records.length);
  for (const { users, weight } of telling)
    for (const user of users) lengths[user] = (lengths[user] as number) + weight ** 2;
  const means = new Float64Array(records.length);
  const shared: { text: string; part: number }[][] = records.map(() => []);
  for (const { users, weight, text } of telling) {
    const sum = users.reduce((total, user) => total + weight / Math.sqrt(lengths[user] as number), 0);
    for (const user of users) {
      const own = weight / Math.sqrt(lengths[user] as number);
      const part = (own * (sum - own)) / (records.length - 1);
      means[user] = (means[user] as number) + part;
      shared[user]?.push({ text, part });
    }
  }
  return records.map((_, i) => ({
    mean: (lengths[i] as number) > 0 ? (means[i] as number) : null,
    shared: mostShared(shared[i] ?? []),
  }));
}

/** The phrases that contribute most to the likeness, without parts of a phrase that is already named. */
function mostShared(phrases: { text: string; part: number }[]): string[] {
  const named: string[] = [];
  for (const { text } of phrases.sort((a, b) => b.part - a.part || (a.text < b.text ? -1 : 1))) {
    if (named.length === NAMED) break;
    if (!named.some((other) => other.includes(text) || text.includes(other))) named.push(text);
  }
  return named;
}

const sharing = (phrases: readonly string[]) =>
  phrases.length === 0 ? "" : `, most by ${phrases.map((phrase) => `“${phrase}”`).join(", ")}`;

/** The mean of the places by employees and by revenue, as far as they are known. */
function scales(records: readonly MarketRecord[]): (number | null)[] {
  const byEmployees = placesOf(records.map(({ employees }) => employees));
  const byRevenue = placesOf(records.map(({ revenueUsd }) => revenueUsd));
  return records.map((_, i) => {
    const known = [byEmployees[i] ?? null, byRevenue[i] ?? null].filter((place) => place !== null);
    return known.length === 0 ? null : known.reduce((sum, place) => sum + place, 0) / known.length;
  });
}

function describeScale({ employees, revenueUsd }: MarketRecord): string[] {
  return [
    ...(employees === null ? [] : [`${employees.toLocaleString("en")} employees`]),
    ...(revenueUsd === null ? [] : [`revenue ${Math.round(revenueUsd).toLocaleString("en")} USD`]),
  ];
}

/** Unknown values come last in a descending order. */
const order = (a: number | null, b: number | null): number => (a ?? -1) - (b ?? -1);

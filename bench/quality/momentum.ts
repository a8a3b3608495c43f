import { Command } from "commander";
import type { EventEffects } from "#intelligence/events/event-effects";
import { dispersionOf } from "#intelligence/news/news-dispersion";
import type { NewsWindows } from "#intelligence/news/news-windows";
import type { MarketRecord } from "#pipeline/analyses/market-records";
import type { Known } from "#pipeline/analyses/momentum/parts";
import { normalShare } from "#pipeline/analyses/momentum/shrink";
import { momentumOf } from "#pipeline/run-momentum-score";
import { randomNumbers } from "../company-search/generate.ts";
import { estimate, intervalText } from "./bootstrap.ts";
import { table } from "./table.ts";

const [COMPANIES, MONTHS, RECENT_MONTHS, DAYS_OF_MONTH] = [25, 12, 3, 30];
/** How much companies truly differ: in logarithms of rates of news and of figures, and in opinions. */
const SPREAD = { rate: 0.4, opinion: 0.2, figure: 0.15 };
/** Standard deviation of one story's sentiment or one event's effect. */
const ONE_OPINION = 0.5;
const PARTS = 4;

/** How the simulated world departs from what the score assumes. */
interface World {
  name: string;
  /** Stories of one burst, in the mean. */
  burst: number;
  /** Whether a few companies differ from all others by far more than a normal distribution allows (Student's t, 3 degrees of freedom). */
  heavyTails: boolean;
}

const WORLDS: World[] = [
  { name: "as the score assumes", burst: 1, heavyTails: false },
  { name: "news in bursts of three", burst: 3, heavyTails: false },
  { name: "bursts of three, heavy tails", burst: 3, heavyTails: true },
];

interface Measured {
  /** Share of the companies whose true score is in the interval. */
  held: number;
  /** Spearman's rank correlation with the true scores, of the scores and of the mean of the unshrunk measures. */
  ranks: number;
  unshrunk: number;
  width: number;
}

class Draws {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }

  /** A standing of variance 1. */
  standing(heavyTails: boolean): number {
    const z = this.normal();
    if (!heavyTails) return z;
    const chi = [1, 2, 3].reduce((sum) => sum + this.normal() ** 2, 0);
    return z / Math.sqrt(chi / 3) / Math.sqrt(3);
  }

  poisson(mean: number): number {
    const end = Math.exp(-mean);
    let [count, product] = [0, this.#random()];
    while (product > end) {
      product *= this.#random();
      count++;
    }
    return count;
  }

  /** Stories of a period: bursts, each of at least one story, geometric with the given mean. */
  stories(mean: number, burst: number): number {
    let all = 0;
    for (let i = this.poisson(mean / burst); i > 0; i--) {
      all++;
      while (burst > 1 && this.#random() < 1 - 1 / burst) all++;
    }
    return all;
  }
}

/** Simulates one market, scores it, and compares the scores with the true ones. */
function simulate(draws: Draws, { burst, heavyTails }: World): Measured {
  const records: MarketRecord[] = [];
  const news = new Map<number, NewsWindows>();
  const events = new Map<number, EventEffects>();
  const counts: number[][] = [];
  const truths: number[] = [];
  const plain: number[] = [];
  for (let id = 1; id <= COMPANIES; id++) {
    const z = Array.from({ length: PARTS }, () => draws.standing(heavyTails));
    const [rate = 0, opinion = 0, effect = 0, figure = 0] = z;
    // From one story a year to a hundred.
    const monthly = Math.exp(0.5 + 1.2 * draws.normal());
    const months = Array.from({ length: MONTHS }, () => draws.stories(monthly, burst));
    const base = months.reduce((sum, count) => sum + count, 0);
    const recent = draws.stories(RECENT_MONTHS * monthly * Math.exp(SPREAD.rate * rate), burst);
    const happened = draws.poisson(recent / 4);
    const sentiment = draws.normal() * (ONE_OPINION / Math.sqrt(Math.max(1, recent))) + SPREAD.opinion * opinion;
    const mean = draws.normal() * (ONE_OPINION / Math.sqrt(Math.max(1, happened))) + SPREAD.opinion * effect;
    const revenue = Math.exp(0.05 + SPREAD.figure * figure);
    if (recent + base > 0)
      news.set(id, {
        companyId: id,
        recent,
        base,
        felt: recent,
        sentiment: recent > 0 ? sentiment : null,
        sentimentVariance: recent > 1 ? ONE_OPINION ** 2 : null,
      });
    if (happened > 0)
      events.set(id, { companyId: id, events: happened, mean, variance: happened > 1 ? ONE_OPINION ** 2 : null });
    counts.push(months.filter((count) => count > 0));
    records.push({
      id,
      revenueUsd: 1e9 * revenue,
      previousRevenueUsd: 1e9,
      employees: null,
      previousEmployees: null,
    } as MarketRecord);
    truths.push(100 * normalShare(z.reduce((sum, one) => sum + one, 0) / Math.sqrt(PARTS)));
    plain.push(
      Math.log((recent + 0.5) / RECENT_MONTHS / ((base + 0.5) / MONTHS)) / SPREAD.rate +
        (recent > 0 ? sentiment / SPREAD.opinion : 0) +
        (happened > 0 ? mean / SPREAD.opinion : 0) +
        Math.log(revenue) / SPREAD.figure,
    );
  }
  const known: Known = {
    news,
    events,
    days: RECENT_MONTHS * DAYS_OF_MONTH,
    baseDays: MONTHS * DAYS_OF_MONTH,
    dispersion: dispersionOf(
      counts.filter((months) => months.length > 0),
      MONTHS,
    ),
  };
  const scores = new Map(momentumOf(records, known).companies.map((one) => [one.companyId, one]));
  const of = (i: number) => scores.get(i + 1);
  const held = truths.map((truth, i) => Number((of(i)?.low ?? 0) <= truth && truth <= (of(i)?.high ?? 100)));
  const width = truths.map((_, i) => (of(i)?.high ?? 100) - (of(i)?.low ?? 0));
  return {
    held: average(held),
    width: average(width),
    ranks: spearman(
      truths,
      truths.map((_, i) => of(i)?.score ?? 50),
    ),
    unshrunk: spearman(truths, plain),
  };
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function spearman(a: readonly number[], b: readonly number[]): number {
  const ranksOf = (values: readonly number[]) => values.map((value) => values.filter((other) => other < value).length);
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const [mx, my] = [average(x), average(y)];
  const product = (u: readonly number[], mu: number, v: readonly number[], mv: number) =>
    u.reduce((sum, value, i) => sum + (value - mu) * ((v[i] ?? 0) - mv), 0);
  return product(x, mx, y, my) / Math.sqrt(product(x, mx, x, mx) * product(y, my, y, my));
}

function ratio(values: readonly number[]): string {
  return intervalText(estimate(values));
}

/** `npm run quality -- momentum`: whether the intervals hold what they promise, on simulated markets. */
export const momentumCommand = new Command("momentum")
  .description(
    "Measures on simulated markets how often momentum's 90 % intervals hold the truth, and how well it ranks.",
  )
  .option("--markets <number>", "simulated markets of each kind", "200")
  .option("--seed <number>", "where the random numbers begin", "20261124")
  .action(({ markets, seed }: { markets: string; seed: string }) => {
    const rows = WORLDS.map((world) => {
      const draws = new Draws(Number(seed));
      const measured = Array.from({ length: Number(markets) }, () => simulate(draws, world));
      const of = (pick: (one: Measured) => number) => ratio(measured.map(pick));
      return [
        world.name,
        of(({ held }) => held),
        of(({ width }) => width),
        of(({ ranks }) => ranks),
        of(({ unshrunk }) => unshrunk),
      ];
    });
    const head = [
      "momentum, simulated: measures, nothing chosen",
      "90 % intervals that hold",
      "width of 100",
      "rank correlation",
      "of unshrunk measures",
    ];
    process.stdout.write(`${table([head, ...rows])}\n`);
  });

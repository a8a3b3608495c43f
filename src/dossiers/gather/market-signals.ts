import { type SaidCell, saidCells } from "#columns/said-cells";
import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { readAnalyses } from "#pipeline/analyses/market-analyses";
import { ORDER_MAY_BE_CHANCE } from "#pipeline/analyses/momentum/chance";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";

/** A market or a company, by its name. */
interface Named {
  id: number;
  name: string;
}

/** Number of companies that are named as the first and as the last by momentum. */
const ENDS = 5;
/** Number of companies that are named for each answer of a column. */
const SAME_ANSWER = 20;
const MOMENTUM = "momentum gain gains gaining grow grows growing growth fastest rise rising trend";

/**
 * Notes what the latest momentum of these markets says about these companies. The report states it only where the
 * question asks for it.
 */
export async function noteMomentum(
  db: Queries,
  markets: readonly Named[],
  companies: readonly Named[],
  to: SectionWriter,
): Promise<void> {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const analyses = await readAnalyses(
    db,
    "momentum",
    markets.map(({ id }) => id),
  );
  for (const [i, analysis] of analyses.entries()) {
    const market = markets[i];
    if (analysis === null || market === undefined) continue;
    const { result, jobId, computedAt } = analysis;
    const scored = result.companies.flatMap((one) => {
      const name = names.get(one.companyId);
      return name === undefined || one.score === null ? [] : [{ ...one, name }];
    });
    if (scored.length === 0) continue;
    const source = to.record(
      `momentum:${market.id}`,
      `Momentum of market ${market.id}, ${market.name}, job ${jobId}`,
      computedAt,
    );
    to.search(
      `search:momentum:${market.id}`,
      `the momentum of market ${market.name} (${counted(scored.length, "company", "companies")})`,
    );
    const until = result.asOf === null ? "" : `, by news and events up to ${result.asOf.slice(0, 10)}`;
    const place = (one: (typeof scored)[number]) => md`${one.name} ${one.score ?? ""}`;
    const ranked = scored.filter(({ rank }) => rank !== null);
    if (ranked.length > 1) {
      const [first, last] = [ranked.slice(0, ENDS), ranked.slice(Math.max(ENDS, ranked.length - ENDS))];
      const rest = last.length === 0 ? "" : md`, the last ${joined(last.map(place))}`;
      const chance = result.orderMayBeChance ? `, and ${ORDER_MAY_BE_CHANCE}` : "";
      to.note(
        md`By momentum in market ${market.name}${until}, the first are ${joined(first.map(place))}${rest}; 50 of 100 is the mean of the market${chance}.`,
        `${MOMENTUM} most least`,
        source,
      );
    }
    // Of a market's companies only one that the question names is quoted by itself: the list answers the others.
    const asked = companies.length === 1 ? MOMENTUM : "";
    for (const one of scored)
      to.note(
        md`${one.name} has ${one.score ?? ""} of 100 (90 % between ${one.low ?? ""} and ${one.high ?? ""}; ${
          one.rank === null ? "without a rank" : `rank ${one.rank}`
        }) in market ${market.name}${until}: ${joined(
          one.parts.map(({ words }) => md`${words}`),
          "; ",
        )}.`,
        asked,
        source,
      );
  }
}

/**
 * Notes the answers in the columns of these markets about these companies, each with what it was read in. The report
 * states them only where the question asks for them.
 */
export async function noteColumns(
  db: Queries,
  markets: readonly Named[],
  companies: readonly Named[],
  to: SectionWriter,
): Promise<void> {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const cells = await saidCells(
    db,
    markets.map(({ id }) => id),
    [...names.keys()],
  );
  for (const ofColumn of Map.groupBy(cells, ({ columnId }) => columnId).values()) {
    const [{ columnId, marketId, column, question }] = ofColumn as [SaidCell, ...SaidCell[]];
    const market = markets.find(({ id }) => id === marketId)?.name ?? "";
    const label = `Column “${column}” of market ${marketId}, ${market}`;
    const latest = new Date(Math.max(...ofColumn.map(({ filledAt }) => filledAt.getTime())));
    const source = to.record(`column:${columnId}`, label, latest);
    to.search(
      `search:column:${columnId}`,
      `the column “${column}” of market ${market} (${counted(ofColumn.length, "answer")})`,
    );
    const asked = `${column} ${question}`;
    const byAnswer = Map.groupBy(ofColumn, ({ value }) => value);
    // A list of answers that all differ says no more than the answers.
    if (byAnswer.size < ofColumn.length)
      for (const [value, same] of byAnswer) {
        const listed = joined(same.slice(0, SAME_ANSWER).map(({ companyId }) => md`${names.get(companyId) ?? ""}`));
        to.note(md`${column}: ${value} for ${counted(same.length, "company", "companies")}, ${listed}.`, asked, source);
      }
    for (const { companyId, value, quote: words, sourceTitle, sourceUrl, filledAt } of ofColumn) {
      const name = names.get(companyId) ?? "";
      const cell = to.record(`cell:${columnId}:${companyId}`, `${label}: ${name}`, filledAt, sourceUrl);
      const by = sourceTitle === null ? quote(words) : md`${quote(words)}, ${sourceTitle}`;
      to.note(md`${column} of ${name}: ${value} (${by}).`, asked, cell);
    }
  }
}

import type { DirectoryCompany } from "#companies/directory-company";
import { resolveCompanies } from "#companies/identity/resolve-companies";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import { companyUnits } from "#markets/judging/company-units";
import { candidateFeatures, type Features } from "#markets/judging/features";
import { judgeCandidates, type Ranked, rankAndCut } from "#markets/judging/index";
import type { DiscoveryPlan } from "#markets/plan/plan";
import type { Retriever } from "#markets/retrieval/index";
import { describe, isReviewable, probabilityOf } from "#markets/reviews/describe";
import type { Reviewable } from "#markets/reviews/rank-by-reviews";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { unpaid } from "./unpaid.ts";

/** Candidates asked of each generator; discovery asks for at least as many. */
const CANDIDATES = 200;

/** A candidate that no fact keeps out, with what its judgement rests on: a row that the judge is trained on. */
export interface FeatureRow {
  domain: string;
  features: Features;
}

/** A candidate that a person may review. */
export type ReviewableRow = Reviewable & { domain: string };

/** The steps of discovery one after another in memory: plan, generate, fuse, resolve, judge, rank. */
export async function discover(
  retriever: Retriever,
  companies: Map<number, DirectoryCompany>,
  criteria: SearchCriteria,
  model: EmbeddingsProvider | null,
  onFeatures?: (rows: FeatureRow[], plan: DiscoveryPlan) => void,
  onReviewables?: (rows: ReviewableRow[]) => void,
): Promise<Ranked[]> {
  const plan = await retriever.plan(criteria);
  await retriever.prepare(plan);
  const question = model && (await retriever.questionVector(plan, (texts) => model.embed(texts, unpaid, "query")));
  const generators = await retriever.generators(plan);
  const lists = await Promise.all(
    generators.map((generator) => retriever.generate(plan, generator, Math.max(CANDIDATES, 6 * plan.count), question)),
  );
  const { candidates, scale } = await retriever.fuse(plan, lists, question);
  const identities = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    // Files of companies have no LEI, and their ISIN is not read here.
    return company === undefined ? [] : [{ ...company, isin: null, lei: null, company, candidate }];
  });
  const { kept } = resolveCompanies(identities, []);
  const judged = judgeCandidates(plan, kept, scale);
  const isOpen = new Set(
    judged
      .filter(({ judgement: { verdict, rule } }) => verdict === "in" || rule === "offer")
      .map(({ companyId }) => companyId),
  );
  onFeatures?.(
    kept
      .filter(({ id }) => isOpen.has(id))
      .map(({ company, candidate }) => ({
        domain: company.domain,
        features: candidateFeatures(plan, company, companyUnits(company), candidate, scale),
      })),
    plan,
  );
  const ranked = rankAndCut(judged, plan.count);
  if (onReviewables !== undefined) {
    const facts = new Map(kept.map((one) => [one.id, one]));
    onReviewables(
      ranked.flatMap(({ companyId, domain, verdict, score, judgement: { rule = null, criteria } }) => {
        const known = facts.get(companyId);
        if (known === undefined || !isReviewable({ verdict, rule })) return [];
        return {
          ...describe(plan, known.company, known.candidate, scale),
          companyId,
          domain,
          score,
          isIn: verdict === "in",
          satisfies: verdict === "in" || verdict === "belowCut",
          probability: probabilityOf(criteria),
          pass: 0,
        };
      }),
    );
  }
  return ranked;
}

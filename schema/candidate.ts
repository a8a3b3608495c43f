import type { CandidateReport } from "#markets/read-candidates";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { CriterionResult, VerdictEnum } from "./market-company.ts";
import { MarketReview, reviewOfCompany } from "./market-review.ts";

export const CandidateVerdict = builder.objectRef<CandidateReport>("CandidateVerdict").implement({
  description: "What was decided about a company that a discovery looked at, and why.",
  fields: (t) => ({
    domain: t.exposeString("domain"),
    company: t.field({ type: Company, resolve: ({ companyId }) => ({ id: companyId }) }),
    verdict: t.expose("verdict", { type: VerdictEnum }),
    rule: t.exposeString("rule", {
      nullable: true,
      description: "The rule that excluded it, the criterion that it failed, or the domain that it duplicates.",
    }),
    reason: t.exposeString("reason"),
    score: t.exposeFloat("score", { description: "0–1, comparable within a job." }),
    rank: t.exposeInt("rank", { nullable: true }),
    criteria: t.expose("criteria", { type: [CriterionResult] }),
    generators: t.exposeStringList("generators", { description: "Which of the independent generators found it." }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "What a person decided about it, beside the verdict, which stays; null: nobody has.",
      resolve: (row, _args, context) => reviewOfCompany(context).load(row),
    }),
    jobId: t.exposeInt("jobId"),
    judgedAt: t.expose("judgedAt", { type: "DateTime" }),
  }),
});

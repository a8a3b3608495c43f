import DataLoader from "dataloader";
import { type CandidateReport, judgedByJob, verdictCounts } from "#markets/read-candidates";
import { belongingProbability } from "#markets/stored-outcomes";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, pageOf } from "./connection.ts";
import { DiscoveryJob } from "./job.ts";
import { BELONGING, CriterionResult, VerdictEnum } from "./market-company.ts";
import { MarketReview, reviewOfCompany } from "./market-review.ts";
import { perRequest } from "./per-request.ts";

export const CandidateVerdict = builder.objectRef<CandidateReport>("CandidateVerdict").implement({
  description: "The decision of a discovery about a candidate company, with the reasons.",
  fields: (t) => ({
    domain: t.exposeString("domain", {
      description: "The domain of the company, as it was when the company was judged.",
    }),
    company: t.field({
      description: "The company that was judged.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    verdict: t.expose("verdict", {
      description: "Whether the company is in the market and, if it is not, the kind of reason.",
      type: VerdictEnum,
    }),
    rule: t.exposeString("rule", {
      nullable: true,
      description:
        "The rule that excluded the company, the criterion that it failed, or the domain of the company that it duplicates; null if the company is in the market.",
    }),
    reason: t.exposeString("reason", { description: "The reason for the verdict, in one sentence." }),
    score: t.exposeFloat("score", {
      description: "The ranking score, 0–1. Scores are comparable only within one job.",
    }),
    rank: t.exposeInt("rank", {
      description: "The rank of the company in the market, where 1 is best; null if the verdict is not IN.",
      nullable: true,
    }),
    probability: t.float({
      nullable: true,
      description: BELONGING,
      resolve: ({ criteria }) => belongingProbability(criteria),
    }),
    criteria: t.expose("criteria", {
      description: "The outcome of each criterion, with the words of the record that support it.",
      type: [CriterionResult],
    }),
    generators: t.exposeStringList("generators", {
      description: "The names of the search methods that found the candidate.",
    }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description:
        "The review of the company by a person, which does not change the verdict; null if nobody has reviewed it.",
      resolve: (row, _args, context) => reviewOfCompany(context).load(row),
    }),
    jobId: t.exposeInt("jobId", { description: "The number of the discovery job that this verdict belongs to." }),
    judgedAt: t.expose("judgedAt", { description: "When the company was judged.", type: "DateTime" }),
  }),
});

type VerdictCountShape = Awaited<ReturnType<typeof verdictCounts>>[number][number];

const VerdictCount = builder.objectRef<VerdictCountShape>("VerdictCount").implement({
  description: "The number of candidates of a discovery with one verdict.",
  fields: (t) => ({
    verdict: t.expose("verdict", { description: "The verdict that is counted.", type: VerdictEnum }),
    count: t.exposeInt("count", { description: "The number of candidates with this verdict." }),
  }),
});

const countsOfJob = perRequest(
  ({ db }) => new DataLoader<number, VerdictCountShape[]>((jobIds) => verdictCounts(db, jobIds)),
);

builder.prismaObjectFields(DiscoveryJob, (t) => ({
  candidates: t.field({
    type: [CandidateVerdict],
    description:
      "The candidates that the job has judged so far, by score, highest first. While the discovery runs, they appear in batches, and their verdicts are not final until it completes.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      first: t.arg.int({ defaultValue: 20, description: "The maximum number of candidates, 1–100; by default 20." }),
      verdicts: t.arg({
        type: [VerdictEnum],
        description: "Returns only candidates with these verdicts; by default all candidates.",
      }),
    },
    complexity: byPage,
    resolve: ({ id }, { first, verdicts }, { db }) =>
      judgedByJob(db, id, pageOf({ first }).limit, verdicts ?? undefined),
  }),
  verdictCounts: t.field({
    type: [VerdictCount],
    description: "The number of candidates with each verdict so far. Verdicts without candidates are omitted.",
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => countsOfJob(context).load(id),
  }),
}));

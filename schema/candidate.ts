import DataLoader from "dataloader";
import { type CandidateReport, judgedByJob, verdictCounts } from "#markets/read-candidates";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, pageOf } from "./connection.ts";
import { DiscoveryJob } from "./job.ts";
import { CriterionResult, VerdictEnum } from "./market-company.ts";
import { MarketReview, reviewOfCompany } from "./market-review.ts";
import { perRequest } from "./per-request.ts";

export const CandidateVerdict = builder.objectRef<CandidateReport>("CandidateVerdict").implement({
  description: "A discovery's decision about a candidate, with the reasons.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The company's domain." }),
    company: t.field({
      description: "The company that was judged.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    verdict: t.expose("verdict", { description: "The result of the criteria.", type: VerdictEnum }),
    rule: t.exposeString("rule", {
      nullable: true,
      description: "The rule that excluded it, the criterion that it failed, or the domain that it duplicates.",
    }),
    reason: t.exposeString("reason", { description: "Why, a sentence." }),
    score: t.exposeFloat("score", { description: "The ranking score, 0–1, comparable within one job." }),
    rank: t.exposeInt("rank", { description: "Its rank in the market; null where it is not in.", nullable: true }),
    criteria: t.expose("criteria", { description: "The outcome of each criterion.", type: [CriterionResult] }),
    generators: t.exposeStringList("generators", { description: "The generators that found the candidate." }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "A person's decision about it, which leaves the verdict unchanged; null where nobody has decided.",
      resolve: (row, _args, context) => reviewOfCompany(context).load(row),
    }),
    jobId: t.exposeInt("jobId", { description: "The discovery that judged it." }),
    judgedAt: t.expose("judgedAt", { description: "When it was judged.", type: "DateTime" }),
  }),
});

type VerdictCountShape = Awaited<ReturnType<typeof verdictCounts>>[number][number];

const VerdictCount = builder.objectRef<VerdictCountShape>("VerdictCount").implement({
  description: "How many companies of a discovery have a verdict.",
  fields: (t) => ({
    verdict: t.expose("verdict", { description: "The verdict.", type: VerdictEnum }),
    count: t.exposeInt("count", { description: "How many candidates have it." }),
  }),
});

const countsOfJob = perRequest(
  ({ db }) => new DataLoader<number, VerdictCountShape[]>((jobIds) => verdictCounts(db, jobIds)),
);

builder.prismaObjectFields(DiscoveryJob, (t) => ({
  candidates: t.field({
    type: [CandidateVerdict],
    description:
      "The candidates judged so far, best first. While the discovery runs, they appear in batches; their verdicts are final when it completes.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      first: t.arg.int({ defaultValue: 20, description: "As many at most." }),
      verdicts: t.arg({
        type: [VerdictEnum],
        description: "Returns only candidates with these verdicts; by default all.",
      }),
    },
    complexity: byPage,
    resolve: ({ id }, { first, verdicts }, { db }) =>
      judgedByJob(db, id, pageOf({ first }).limit, verdicts ?? undefined),
  }),
  verdictCounts: t.field({
    type: [VerdictCount],
    description: "How many companies have each verdict so far; verdicts without companies are omitted.",
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => countsOfJob(context).load(id),
  }),
}));

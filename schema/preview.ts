import {
  MOST_PREVIEWED,
  noteCriteria,
  type Preview,
  type PreviewedCompany,
  previewDiscovery,
} from "#markets/preview/preview";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { pageOf } from "./connection.ts";
import { MarketEstimate } from "./job.ts";
import { CriterionResult, VerdictEnum } from "./market-company.ts";
import { criteriaInput, SearchCriteriaInput } from "./search-criteria.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const PreviewedCompanyType = builder.objectRef<PreviewedCompany>("PreviewedCompany").implement({
  description: "A candidate company, with the verdict that a discovery would give it.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The domain of the company." }),
    company: t.field({
      description: "The company that was judged.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    verdict: t.expose("verdict", { description: "The verdict that a discovery would give.", type: VerdictEnum }),
    rank: t.exposeInt("rank", {
      nullable: true,
      description: "The rank that the company would have, where 1 is best; null unless the verdict is IN.",
    }),
    score: t.exposeFloat("score", {
      description: "The ranking score, 0–1. Scores are comparable only within one preview.",
    }),
    reason: t.exposeString("reason", { description: "The reason for the verdict, in one sentence." }),
    reasons: t.expose("criteria", {
      type: [CriterionResult],
      description: "The outcome of each criterion, with the words of the record that support it.",
    }),
  }),
});

const PreviewCounts = builder.objectRef<Preview["counts"]>("PreviewCounts").implement({
  description: "The number of candidates that would get each verdict.",
  fields: (t) => ({
    in: t.exposeInt("in", { description: "The number of candidates that would be in the market." }),
    belowCut: t.exposeInt("belowCut", {
      description: "The number of candidates that meet every criterion, but exceed the wanted number.",
    }),
    related: t.exposeInt("related", {
      description: "The number of candidates that meet all criteria except the offer, to which they are close.",
    }),
    excluded: t.exposeInt("excluded", { description: "The number of candidates that a rule would exclude." }),
    failed: t.exposeInt("failed", { description: "The number of candidates that do not meet a criterion." }),
    duplicate: t.exposeInt("duplicate", {
      description: "The number of candidates that are duplicates of other candidates.",
    }),
  }),
});

const DiscoveryPreview = builder.objectRef<Preview>("DiscoveryPreview").implement({
  description: "The expected result of a discovery with some criteria, by the rules and the present directory.",
  fields: (t) => ({
    wanted: t.exposeInt("wanted", { description: "The number of companies that the criteria ask for." }),
    candidates: t.exposeInt("candidates", { description: "The number of candidates that were judged." }),
    counts: t.expose("counts", {
      description: "The number of candidates that would get each verdict.",
      type: PreviewCounts,
    }),
    companies: t.expose("companies", {
      type: [PreviewedCompanyType],
      description: "The companies that would be in the market, best first, at most `first`.",
    }),
    related: t.expose("related", {
      type: [PreviewedCompanyType],
      description:
        "The companies that are close to the offer but do not offer what is asked for, such as suppliers and neighbouring trades, best first, at most `first`.",
    }),
    estimate: t.expose("estimate", {
      description: "The estimated precision and recall of the market.",
      type: MarketEstimate,
    }),
    notes: t.exposeStringList("notes", { description: "Notes on the preview, such as criteria that were not used." }),
  }),
});

builder.queryField("previewDiscovery", (t) =>
  t.field({
    type: DiscoveryPreview,
    description:
      "Previews a discovery at no cost: it creates no market or job and uses no quota. A discovery can find more, with a language model and the open web. Fails with SERVICE_UNAVAILABLE if no worker answers.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      searchCriteria: t.arg({
        description: "The criteria of the discovery.",
        type: SearchCriteriaInput,
        required: true,
      }),
      first: t.arg.int({
        defaultValue: 10,
        description: `The maximum number of companies in each list, 1–${MOST_PREVIEWED}; by default 10.`,
      }),
    },
    // Half a second of a worker.
    complexity: 1_000,
    extensions: WAITS_OUTSIDE,
    resolve: (_root, { searchCriteria, first }, { previews, caller }) =>
      previewDiscovery(previews, {
        searchCriteria: criteriaInput(searchCriteria),
        first: Math.min(pageOf({ first }).limit, MOST_PREVIEWED),
        teamId: caller.teamId,
      }),
  }),
);

builder.queryField("criteriaNotes", (t) =>
  t.stringList({
    description:
      "Tells how a discovery would understand criteria, in sentences: what was read otherwise than it was written (translations, spelling, examples by name), words that no company's record has, unknown places, conditions that are not used, and of how many companies a size or year is known. The report of the discovery has the same notes. Nothing is stored. Fails with SERVICE_UNAVAILABLE if no worker answers.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      searchCriteria: t.arg({
        description: "The criteria, as read from a question or corrected.",
        type: SearchCriteriaInput,
        required: true,
      }),
    },
    // Some 50 ms of a worker.
    complexity: 300,
    extensions: WAITS_OUTSIDE,
    resolve: (_root, { searchCriteria }, { previews, caller }) =>
      noteCriteria(previews, { searchCriteria: criteriaInput(searchCriteria), teamId: caller.teamId }),
  }),
);

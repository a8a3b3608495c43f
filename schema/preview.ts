import { MOST_PREVIEWED, type Preview, type PreviewedCompany, previewDiscovery } from "#markets/preview/preview";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { pageOf } from "./connection.ts";
import { MarketEstimate } from "./job.ts";
import { CriterionResult, VerdictEnum } from "./market-company.ts";
import { criteriaInput, SearchCriteriaInput } from "./search-criteria.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const PreviewedCompanyType = builder.objectRef<PreviewedCompany>("PreviewedCompany").implement({
  description: "A candidate, with the verdict that a discovery would give it.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The company's domain." }),
    company: t.field({ description: "The company.", type: Company, resolve: ({ companyId }) => ({ id: companyId }) }),
    verdict: t.expose("verdict", { description: "What the discovery would decide.", type: VerdictEnum }),
    rank: t.exposeInt("rank", {
      nullable: true,
      description: "The rank, where 1 is best; null unless the verdict is IN.",
    }),
    score: t.exposeFloat("score", { description: "The ranking score, 0–1, comparable within one preview." }),
    reason: t.exposeString("reason", { description: "Why, a sentence." }),
    reasons: t.expose("criteria", { type: [CriterionResult], description: "Each criterion with its evidence." }),
  }),
});

const PreviewCounts = builder.objectRef<Preview["counts"]>("PreviewCounts").implement({
  description: "How many candidates would get each verdict.",
  fields: (t) => ({
    in: t.exposeInt("in", { description: "Would be in the market." }),
    belowCut: t.exposeInt("belowCut", { description: "Would meet every criterion, beyond the wanted number." }),
    related: t.exposeInt("related", { description: "Would be near to the offer." }),
    excluded: t.exposeInt("excluded", { description: "Would be of a kind, or in a place, that is not wanted." }),
    failed: t.exposeInt("failed", { description: "Would not meet a criterion." }),
    duplicate: t.exposeInt("duplicate", { description: "Other entries of companies that are counted." }),
  }),
});

const DiscoveryPreview = builder.objectRef<Preview>("DiscoveryPreview").implement({
  description: "The expected result of a discovery with these criteria, by the rules and the present directory.",
  fields: (t) => ({
    wanted: t.exposeInt("wanted", { description: "How many companies are wanted." }),
    candidates: t.exposeInt("candidates", { description: "How many candidates were judged." }),
    counts: t.expose("counts", { description: "How many candidates would get each verdict.", type: PreviewCounts }),
    companies: t.expose("companies", {
      type: [PreviewedCompanyType],
      description: "The companies that would be in the market, best first.",
    }),
    related: t.expose("related", {
      type: [PreviewedCompanyType],
      description:
        "Companies that are close but do not offer what is asked for, such as suppliers and neighbouring trades; best first.",
    }),
    estimate: t.expose("estimate", {
      description: "How right and how complete the list would be.",
      type: MarketEstimate,
    }),
    notes: t.exposeStringList("notes", { description: "Notes, such as criteria that were not used." }),
  }),
});

builder.queryField("previewDiscovery", (t) =>
  t.field({
    type: DiscoveryPreview,
    description:
      "Previews a discovery with the index of a worker, at no cost: it creates no market or job and uses no quota. A discovery can find more, with a language model and the open web.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      searchCriteria: t.arg({ description: "The criteria.", type: SearchCriteriaInput, required: true }),
      first: t.arg.int({
        defaultValue: 10,
        description: `How many companies each list has, at most ${MOST_PREVIEWED}.`,
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

import { belongingProbability } from "#markets/stored-outcomes";
import type { Change } from "#markets/why-not/change";
import type { WhyNot as WhyNotShape } from "#markets/why-not/why-not";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { BELONGING, CriterionResult, VerdictEnum } from "./market-company.ts";
import { SearchCriteria } from "./search-criteria.ts";

const ChangeStep = builder.objectRef<Change["steps"][number]>("CriteriaChangeStep").implement({
  description: "One step of a change of the criteria.",
  fields: (t) => ({
    condition: t.exposeString("condition", {
      description:
        "The condition that is changed, such as `location`, `offer`, `exclusion: <phrase>`, `minEmployees` or `count`.",
    }),
    sentence: t.exposeString("sentence", { description: "The change, in one sentence." }),
  }),
});

const CriteriaChange = builder.objectRef<Change>("CriteriaChange").implement({
  description:
    "The smallest change of the criteria that would include a company: it changes as few conditions as possible, and numbers as little as possible.",
  fields: (t) => ({
    steps: t.expose("steps", {
      type: [ChangeStep],
      description: "The steps of the change, one for each changed condition.",
    }),
    searchCriteria: t.field({
      type: SearchCriteria,
      description: "The complete criteria with the change, as input for `startDiscovery` or `forkDiscovery`.",
      resolve: ({ criteria }) => ({ ...criteria, createdAt: null }),
    }),
  }),
});

export const WhyNot = builder.objectRef<WhyNotShape>("WhyNot").implement({
  description: "Why a company is not in a market, by the criteria of the market's newest completed discovery.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The domain that was asked for, in its registrable form." }),
    company: t.field({
      type: Company,
      nullable: true,
      description: "The company; null if the directory does not have it. `reason` then says what to do.",
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    jobId: t.exposeInt("jobId", {
      nullable: true,
      description:
        "The number of the discovery job whose criteria were used; null if no discovery of the market has completed.",
    }),
    wasCandidate: t.exposeBoolean("wasCandidate", {
      description:
        "Whether that discovery judged the company; false if the company was judged for this request, or not at all.",
    }),
    verdict: t.expose("verdict", {
      description: "The verdict on the company; null if it was not judged, as `reason` explains.",
      type: VerdictEnum,
      nullable: true,
    }),
    rule: t.exposeString("rule", {
      description: "The rule or criterion that decided the verdict; null if none did.",
      nullable: true,
    }),
    reason: t.exposeString("reason", { description: "The reason for the verdict, in one sentence." }),
    score: t.exposeFloat("score", {
      nullable: true,
      description:
        "The ranking score, 0–1. Scores are comparable only within one job. Null if the company was not judged.",
    }),
    probability: t.float({
      nullable: true,
      description: BELONGING,
      resolve: ({ criteria }) => belongingProbability(criteria),
    }),
    criteria: t.expose("criteria", {
      type: [CriterionResult],
      description:
        "The outcome of each criterion, with the words of the record that support it; empty if the company was not judged.",
    }),
    smallestChange: t.field({
      type: CriteriaChange,
      nullable: true,
      description:
        "The smallest change of the criteria that would include the company; null if the company is in the market, or if no change would include it, as `note` explains.",
      resolve: ({ change }) => change,
    }),
    note: t.exposeString("note", {
      description: "A further note, such as why no change would include the company; null if there is none.",
      nullable: true,
    }),
  }),
});

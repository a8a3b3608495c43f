import type { Change } from "#markets/why-not/change";
import type { WhyNot as WhyNotShape } from "#markets/why-not/why-not";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { CriterionResult, VerdictEnum } from "./market-company.ts";
import { SearchCriteria } from "./search-criteria.ts";

const ChangeStep = builder.objectRef<Change["steps"][number]>("CriteriaChangeStep").implement({
  description: "One step of a change of the criteria.",
  fields: (t) => ({
    condition: t.exposeString("condition", {
      description: "`location`, `offer`, `exclusion: <phrase>`, `minEmployees`, `count` …",
    }),
    sentence: t.exposeString("sentence", { description: "What to change, for people." }),
  }),
});

const CriteriaChange = builder.objectRef<Change>("CriteriaChange").implement({
  description:
    "The smallest change of criteria by which a search lets a company in: the fewest conditions, and numbers changed as little as they can be.",
  fields: (t) => ({
    steps: t.expose("steps", { type: [ChangeStep], description: "One for each condition that is changed." }),
    searchCriteria: t.field({
      type: SearchCriteria,
      description: "The whole criteria with the change, as a start or a fork takes them.",
      resolve: ({ criteria }) => ({ ...criteria, createdAt: null }),
    }),
  }),
});

export const WhyNot = builder.objectRef<WhyNotShape>("WhyNot").implement({
  description: "Why a company is not in a market, by the criteria of its newest completed discovery.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The domain that was asked for." }),
    company: t.field({
      type: Company,
      nullable: true,
      description: "Null: the directory does not have it; `reason` says what to do.",
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    jobId: t.exposeInt("jobId", { nullable: true, description: "The discovery whose criteria it was judged by." }),
    wasCandidate: t.exposeBoolean("wasCandidate", {
      description: "Whether that discovery judged it; otherwise it was judged now.",
    }),
    verdict: t.expose("verdict", {
      description: "The result of the criteria; null where the directory does not have the company.",
      type: VerdictEnum,
      nullable: true,
    }),
    rule: t.exposeString("rule", { description: "The criterion that decided; null where none did.", nullable: true }),
    reason: t.exposeString("reason", { description: "Why, a sentence." }),
    score: t.exposeFloat("score", { nullable: true, description: "0–1, comparable within a job." }),
    criteria: t.expose("criteria", { type: [CriterionResult], description: "Each criterion with its evidence." }),
    smallestChange: t.field({
      type: CriteriaChange,
      nullable: true,
      description: "Null for a company that is in, and where no change of the criteria lets it in: `note` says why.",
      resolve: ({ change }) => change,
    }),
    note: t.exposeString("note", {
      description: "What else there is to know; null where there is nothing.",
      nullable: true,
    }),
  }),
});

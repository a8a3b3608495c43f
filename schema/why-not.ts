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
      description:
        "The changed condition, such as `location`, `offer`, `exclusion: <phrase>`, `minEmployees` or `count`.",
    }),
    sentence: t.exposeString("sentence", { description: "The change as a sentence." }),
  }),
});

const CriteriaChange = builder.objectRef<Change>("CriteriaChange").implement({
  description:
    "The smallest change of the criteria that would include a company: the fewest conditions, and the smallest changes of numbers.",
  fields: (t) => ({
    steps: t.expose("steps", { type: [ChangeStep], description: "One step for each changed condition." }),
    searchCriteria: t.field({
      type: SearchCriteria,
      description: "The complete criteria with the change, as input for `startDiscovery` or `forkDiscovery`.",
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
      description: "The company; null where the directory does not have it, and `reason` then says what to do.",
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    jobId: t.exposeInt("jobId", {
      nullable: true,
      description: "The discovery whose criteria were used; null where the company was not judged.",
    }),
    wasCandidate: t.exposeBoolean("wasCandidate", {
      description: "Whether that discovery judged the company; false where it was judged for this request.",
    }),
    verdict: t.expose("verdict", {
      description: "The result of the criteria; null where the directory does not have the company.",
      type: VerdictEnum,
      nullable: true,
    }),
    rule: t.exposeString("rule", { description: "The criterion that decided; null where none did.", nullable: true }),
    reason: t.exposeString("reason", { description: "Why, a sentence." }),
    score: t.exposeFloat("score", {
      nullable: true,
      description: "The ranking score, 0–1, comparable within one job.",
    }),
    criteria: t.expose("criteria", { type: [CriterionResult], description: "Each criterion with its evidence." }),
    smallestChange: t.field({
      type: CriteriaChange,
      nullable: true,
      description:
        "The smallest change that would include the company; null where it is in the market, or where no change would include it, as `note` explains.",
      resolve: ({ change }) => change,
    }),
    note: t.exposeString("note", {
      description: "What else there is to know; null where there is nothing.",
      nullable: true,
    }),
  }),
});

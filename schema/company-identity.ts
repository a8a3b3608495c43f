import { type CompanyPair, findDuplicates } from "#companies/identity/find-duplicates";
import {
  distinguishCompanies,
  mergeCompanies,
  splitCompany,
  unmergeCompany,
} from "#companies/identity/merge-companies";
import type { Ground } from "#companies/identity/same-company-score";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { OPERATOR } from "./operator.ts";
import { read } from "./read.ts";

const IdentityOutcome = builder.enumType("IdentityOutcome", {
  description: "The relation between two entries of the directory, as far as it can be computed.",
  values: enumValues(["same", "unsure", "related"] as const, {
    same: "The entries are the same company.",
    unsure: "The entries may be the same company, and a person has to decide.",
    related: "The entries are different companies of one group, such as parent and subsidiary.",
  }),
});

const IdentityGround = builder.objectRef<Ground>("IdentityGround").implement({
  description: "A reason for or against two entries being the same company.",
  fields: (t) => ({
    ground: t.exposeString("ground", {
      description: "The name of the reason, such as `sameName`, `sameDomain` or `otherCountry`.",
    }),
    points: t.exposeFloat("points", {
      description:
        "The points that the reason adds to the score. Negative points are reasons against the same company.",
    }),
  }),
});

const CompanyPairType = builder.objectRef<CompanyPair>("CompanyPair").implement({
  description: "Two entries of the directory that may be the same company.",
  fields: (t) => ({
    one: t.field({
      description: "The entry with the lower number.",
      type: Company,
      resolve: ({ one }) => ({ id: one.id }),
    }),
    other: t.field({
      description: "The entry with the higher number.",
      type: Company,
      resolve: ({ other }) => ({ id: other.id }),
    }),
    outcome: t.expose("outcome", { description: "The relation that follows from the grounds.", type: IdentityOutcome }),
    score: t.exposeFloat("score", {
      description: "The sum of the points of all grounds. A higher score makes the same company more likely.",
    }),
    grounds: t.expose("grounds", {
      description: "The reasons for and against the same company.",
      type: [IdentityGround],
    }),
  }),
});

/** The operation reads the whole directory. */
const COMPLEXITY = 20_000;
const MOST = 500;

builder.queryField("companyDuplicates", (t) =>
  t.field({
    type: [CompanyPairType],
    description: `Pairs of entries of the directory that may be the same company, highest score first; at most ${MOST}. Requires a platform key.`,
    authScopes: OPERATOR,
    complexity: COMPLEXITY,
    args: {
      outcomes: t.arg({
        type: [IdentityOutcome],
        description: "The outcomes to return; by default UNSURE, the pairs that a person has to decide.",
      }),
      first: t.arg.int({
        required: true,
        defaultValue: 100,
        description: `The maximum number of pairs, up to ${MOST}; by default 100.`,
      }),
    },
    resolve: async (_root, { outcomes, first }, { db }) =>
      (await findDuplicates(db, outcomes ?? ["unsure"])).slice(0, Math.min(Math.max(0, first), MOST)),
  }),
);

const authorOf = ({ caller }: GraphContext): string => caller.userId ?? `key ${caller.keyPrefix}`;

const readCompany = (context: GraphContext, query: object, id: number) =>
  read(context).company.findUniqueOrThrow({ ...query, where: { id } });

builder.mutationFields((t) => ({
  mergeCompanies: t.prismaField({
    type: Company,
    description:
      "Merges one company into another, the survivor, and returns the survivor. The ids and the domain of the merged company then lead to the survivor. `unmergeCompany` reverses the merge. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ required: true, description: "The number or domain of the company." }),
      into: t.arg.string({ description: "The number or domain of the survivor.", required: true }),
      reason: t.arg.string({
        description: "The reason for the change, which is kept in the identity log; at most 2,000 characters.",
        required: true,
      }),
    },
    resolve: async (query, _root, { company, into, reason }, context) => {
      const id = await mergeCompanies(context.db, { company, into }, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
  unmergeCompany: t.prismaField({
    type: Company,
    description:
      "Reverses a merge: the merged company is separate again, with its own data. Fails with INVALID_INPUT if the company is not merged. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ description: "The number or domain of the merged company.", required: true }),
      reason: t.arg.string({
        description: "The reason for the change, which is kept in the identity log; at most 2,000 characters.",
        required: true,
      }),
    },
    resolve: async (query, _root, { company, reason }, context) => {
      const id = await unmergeCompany(context.db, company, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
  distinguishCompanies: t.prismaField({
    type: [Company],
    description:
      "Records that two entries are different companies, so that `companyDuplicates` no longer lists them as SAME or UNSURE. A later merge overrides this. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ required: true, description: "The number or domain of the company." }),
      from: t.arg.string({ required: true, description: "The number or domain of the other company." }),
      reason: t.arg.string({
        description: "The reason for the change, which is kept in the identity log; at most 2,000 characters.",
        required: true,
      }),
    },
    resolve: async (query, _root, { company, from, reason }, context) => {
      const ids = await distinguishCompanies(context.db, { company, from }, { by: authorOf(context), reason });
      return Promise.all(ids.map((id) => readCompany(context, query, id)));
    },
  }),
  splitCompany: t.prismaField({
    type: Company,
    description:
      "Creates a new company from some records of a company, or from records that were kept apart from it. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({
        description: "The number or domain of the company that has the records now.",
        required: true,
      }),
      recordIds: t.arg.intList({
        description:
          "The numbers of the records that move to the new company. At least one record must remain with the old company.",
        required: true,
      }),
      domain: t.arg.string({
        required: true,
        description: "The domain of the new company. No other company may have it.",
      }),
      reason: t.arg.string({
        description: "The reason for the change, which is kept in the identity log; at most 2,000 characters.",
        required: true,
      }),
    },
    resolve: async (query, _root, { company, recordIds, domain, reason }, context) => {
      const split = { company, recordIds, domain };
      const id = await splitCompany(context.db, split, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
}));

import { type CompanyPair, findDuplicates } from "#companies/identity/find-duplicates";
import {
  distinguishCompanies,
  mergeCompanies,
  splitCompany,
  unmergeCompany,
} from "#companies/identity/merge-companies";
import type { Ground } from "#companies/identity/same-company-score";
import { builder, type ScopeMap } from "./builder.ts";
import { Company } from "./company.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { read } from "./read.ts";

/** Needs a platform key, because the directory belongs to no team. */
const OPERATOR = { platform: true } as const satisfies ScopeMap;

const IdentityOutcome = builder.enumType("IdentityOutcome", {
  description:
    "SAME: one company. UNSURE: a person has to decide. RELATED: of one group, such as parent and subsidiary.",
  values: enumValues(["same", "unsure", "related"] as const, {
    same: "One company.",
    unsure: "A person has to decide.",
    related: "Two companies of one group.",
  }),
});

const IdentityGround = builder.objectRef<Ground>("IdentityGround").implement({
  description: "A reason for or against the two entries being one company.",
  fields: (t) => ({
    ground: t.exposeString("ground", { description: "What speaks for it or against it." }),
    points: t.exposeFloat("points", { description: "How much: against it below zero." }),
  }),
});

const CompanyPairType = builder.objectRef<CompanyPair>("CompanyPair").implement({
  description: "Two entries of the directory that may be one company.",
  fields: (t) => ({
    one: t.field({ description: "One of the two.", type: Company, resolve: ({ one }) => ({ id: one.id }) }),
    other: t.field({ description: "The other one.", type: Company, resolve: ({ other }) => ({ id: other.id }) }),
    outcome: t.expose("outcome", { description: "What the grounds come to.", type: IdentityOutcome }),
    score: t.exposeFloat("score", { description: "The sum of the grounds' points." }),
    grounds: t.expose("grounds", {
      description: "What speaks for one company, and against it.",
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
    description: `Companies of the directory that may be one, the likeliest first; at most ${MOST}.`,
    authScopes: OPERATOR,
    complexity: COMPLEXITY,
    args: {
      outcomes: t.arg({
        type: [IdentityOutcome],
        description: "By default UNSURE: the pairs that a person has to decide.",
      }),
      first: t.arg.int({ required: true, defaultValue: 100, description: "As many at most." }),
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
    description: "Merges a company into another. Its ids then lead to the survivor; `unmergeCompany` reverses it.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ required: true, description: "The company's id or domain." }),
      into: t.arg.string({ description: "The company that stays.", required: true }),
      reason: t.arg.string({ description: "Why, for the record.", required: true }),
    },
    resolve: async (query, _root, { company, into, reason }, context) => {
      const id = await mergeCompanies(context.db, { company, into }, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
  unmergeCompany: t.prismaField({
    type: Company,
    description: "Reverses a merge: the merged company is separate again, with all of its data.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ description: "The company that was merged away.", required: true }),
      reason: t.arg.string({ description: "Why, for the record.", required: true }),
    },
    resolve: async (query, _root, { company, reason }, context) => {
      const id = await unmergeCompany(context.db, company, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
  distinguishCompanies: t.prismaField({
    type: [Company],
    description:
      "Records that two entries are different companies: the pair is no longer listed as SAME or UNSURE. A later merge overrules it.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ required: true, description: "The company's id or domain." }),
      from: t.arg.string({ required: true, description: "The id or domain of the other company." }),
      reason: t.arg.string({ description: "Why, for the record.", required: true }),
    },
    resolve: async (query, _root, { company, from, reason }, context) => {
      const ids = await distinguishCompanies(context.db, { company, from }, { by: authorOf(context), reason });
      return Promise.all(ids.map((id) => readCompany(context, query, id)));
    },
  }),
  splitCompany: t.prismaField({
    type: Company,
    description: "Makes a new company of some of a company's records, or of records that were kept apart from it.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({ description: "The company that has the records now.", required: true }),
      recordIds: t.arg.intList({ description: "The records of the new company.", required: true }),
      domain: t.arg.string({
        required: true,
        description: "The domain of the new company, which no company may have yet.",
      }),
      reason: t.arg.string({ description: "Why, for the record.", required: true }),
    },
    resolve: async (query, _root, { company, recordIds, domain, reason }, context) => {
      const split = { company, recordIds, domain };
      const id = await splitCompany(context.db, split, { by: authorOf(context), reason });
      return readCompany(context, query, id);
    },
  }),
}));

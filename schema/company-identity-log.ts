import DataLoader from "dataloader";
import { NEWEST_ENTRIES, namedCompanies, whereNamed } from "#companies/identity/identity-log";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, cursorsOf, defineConnection, keysetPage, keysetTree } from "./connection.ts";
import { enumValues } from "./enum-values.ts";
import { OPERATOR } from "./operator.ts";
import { perRequest } from "./per-request.ts";
import { read } from "./read.ts";
import { queryOfNodes } from "./related-page.ts";

const IdentityOperation = builder.enumType("IdentityOperation", {
  description: "An operation on the identity of companies.",
  values: enumValues(["merge", "unmerge", "split", "distinguish"] as const, {
    merge: "The company was merged into the other.",
    unmerge: "The merge of the company into the other was reversed.",
    split: "The company was created from records of the other.",
    distinguish: "The company and the other were recorded as different companies.",
  }),
});

const companiesByIds = perRequest(
  ({ db }) =>
    new DataLoader(async (ids: readonly number[]) => {
      const companies = await namedCompanies(db, ids);
      return ids.map((id) => companies.get(id) ?? null);
    }),
);

const IdentityLogCompany = builder.objectRef<{ id: number }>("IdentityLogCompany").implement({
  description: "A company as an entry of the identity log names it.",
  fields: (t) => ({
    companyId: t.exposeInt("id", {
      description: "The number of the company. It stays the same when the company is merged.",
    }),
    domain: t.string({
      nullable: true,
      description: "The domain of the company under this number; null if the directory no longer has it.",
      resolve: async ({ id }, _args, context) => (await companiesByIds(context).load(id))?.domain ?? null,
    }),
    leadsTo: t.field({
      type: Company,
      nullable: true,
      description:
        "The company that the number leads to now, which is the survivor of a merged company; null if the directory no longer has it.",
      resolve: async ({ id }, _args, context) => {
        const named = await companiesByIds(context).load(id);
        return named === null ? null : { id: named.survivorId };
      },
    }),
  }),
});

const CompanyIdentityEntry = builder.prismaObject("CompanyIdentityEntry", {
  description: "An entry of the identity log: who merged, unmerged, split or distinguished two companies, and why.",
  select: { id: true },
  fields: (t) => ({
    sequence: t.exposeInt("id", { description: "A number that increases with each entry." }),
    at: t.expose("doneAt", { type: "DateTime", description: "When the operation was performed." }),
    operation: t.expose("operation", { type: IdentityOperation, description: "The operation that was performed." }),
    company: t.field({
      type: IdentityLogCompany,
      description: "The company that was merged, unmerged, created by a split, or distinguished.",
      select: { companyId: true },
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    other: t.field({
      type: IdentityLogCompany,
      description: "The company that it was merged into, unmerged from, split from, or distinguished from.",
      select: { otherId: true },
      resolve: ({ otherId }) => ({ id: otherId }),
    }),
    by: t.exposeString("doneBy", {
      description:
        "Who performed the operation: the id of a user, `key` and the prefix of a key, or `operator` and the name of an operator.",
    }),
    reason: t.exposeString("reason", { description: "The reason that was given for the operation." }),
  }),
});

const CompanyIdentityEntryConnection = defineConnection<typeof CompanyIdentityEntry.$inferType>(
  "CompanyIdentityEntry",
  CompanyIdentityEntry,
  (row) => row,
);

builder.queryField("companyIdentityLog", (t) =>
  t.field({
    type: CompanyIdentityEntryConnection,
    description:
      "The identity log of the directory, or of one company, newest first: each merge, unmerge, split and distinction with its author and reason. Fails with NOT_FOUND for an unknown company. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      company: t.arg.string({
        description:
          "Returns only entries that name this company, by its number or domain, or a company that is merged into it. A merged company stands for its survivor.",
      }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async (_root, { company, ...args }, context, info) => {
      const page = keysetPage(args, NEWEST_ENTRIES);
      const where = company == null ? {} : await whereNamed(context.db, company);
      const { companyIdentityEntry } = read(context);
      const rows = await companyIdentityEntry.findMany({
        ...queryOfNodes(context, info, "CompanyIdentityEntry"),
        where,
        orderBy: NEWEST_ENTRIES,
        ...keysetTree(page, 1),
      });
      return { rows, cursors: cursorsOf(rows), page, totalCount: () => companyIdentityEntry.count({ where }) };
    },
  }),
);

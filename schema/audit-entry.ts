import type { Where } from "#foundation/db/select-tree/tree";
import { builder } from "./builder.ts";
import { defineConnection, type PageArguments } from "./connection.ts";
import { relatedPage } from "./related-page.ts";
import { MAY_READ_TEAMS, Team } from "./team.ts";

const AuditEntry = builder.prismaObject("AuditEntry", {
  description: "One thing that was done, or tried: a mutation by any door, or a change of a key.",
  select: { id: true },
  fields: (t) => ({
    sequence: t.string({ description: "Counts up, in all trails together.", resolve: ({ id }) => String(id) }),
    at: t.expose("at", { description: "When it was done.", type: "DateTime" }),
    operation: t.exposeString("operation", {
      description: "The mutation; of keys `createKey`, `changeKey`, `revokeKey`, `deleteKey`.",
    }),
    via: t.exposeString("via", { description: "`key` or `frame`; `database` where an operator's command did it." }),
    keyPrefix: t.exposeString("keyPrefix", { description: "Of the key that did it; empty for a command." }),
    userId: t.expose("userId", {
      type: "UUID",
      nullable: true,
      description: "Who was signed in; null: the key itself.",
    }),
    address: t.exposeString("address", { description: "Where the request came from." }),
    requestId: t.exposeString("requestId", { description: "The answer's `x-request-id`." }),
    subject: t.expose("subject", { type: "JSON", description: "Ids of what it was done to, by name." }),
    outcome: t.exposeString("outcome", {
      nullable: true,
      description: "`done` or an error's code; null while it is under way, and where its process died.",
    }),
  }),
});

const AuditEntryConnection = defineConnection<typeof AuditEntry.$inferType>("AuditEntry", AuditEntry, (row) => row);

const AuditEntryFilter = builder.inputType("AuditEntryFilterInput", {
  description: "All that are given.",
  fields: (t) => ({
    operation: t.string({ description: "The mutation's name." }),
    keyPrefix: t.string({ description: "Done with the key of this prefix." }),
    userId: t.field({ description: "Done by this user.", type: "UUID" }),
    outcome: t.string({ description: "`done`, or the code of the error." }),
    from: t.field({ description: "Done at this moment or later.", type: "DateTime" }),
    until: t.field({ type: "DateTime", description: "Without that moment." }),
  }),
});

type AuditArguments = PageArguments & { filter?: typeof AuditEntryFilter.$inferInput | null };

function whereOf({ filter }: AuditArguments): Where {
  const { operation, keyPrefix, userId, outcome, from, until } = filter ?? {};
  return {
    ...(operation == null ? {} : { operation }),
    ...(keyPrefix == null ? {} : { keyPrefix }),
    ...(userId == null ? {} : { userId }),
    ...(outcome == null ? {} : { outcome }),
    ...(from == null && until == null
      ? {}
      : { at: { ...(from == null ? {} : { gte: from }), ...(until == null ? {} : { lt: until }) } }),
  };
}

builder.prismaObjectFields(Team, (t) => ({
  auditEntries: t.field({
    type: AuditEntryConnection,
    description: "Who did what with the team's data, by which key, from where; newest first.",
    authScopes: MAY_READ_TEAMS,
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
      filter: t.arg({ type: AuditEntryFilter }),
    },
    ...relatedPage<typeof AuditEntry.$inferType, AuditArguments>({
      relation: "auditEntries",
      query: (args) => ({ where: whereOf(args), orderBy: { id: "desc" } }),
    }),
  }),
}));

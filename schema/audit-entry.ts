import type { Where } from "#foundation/db/select-tree/tree";
import { builder } from "./builder.ts";
import { defineConnection, type PageArguments } from "./connection.ts";
import { relatedPage } from "./related-page.ts";
import { MAY_READ_TEAMS, Team } from "./team.ts";

const AuditEntry = builder.prismaObject("AuditEntry", {
  description:
    "One attempted action: a mutation through any interface, a change of an API key, or an operator's command.",
  select: { id: true },
  fields: (t) => ({
    sequence: t.string({
      description: "A number that increases with each entry, across all teams.",
      resolve: ({ id }) => String(id),
    }),
    at: t.expose("at", { description: "When the action began.", type: "DateTime" }),
    operation: t.exposeString("operation", {
      description:
        "The name of the mutation, or of what an operator's command does, such as `changeTeam`. For a change of an API key: `createKey`, `changeKey`, `revokeKey` or `deleteKey`.",
    }),
    via: t.exposeString("via", {
      description:
        "How the caller was authenticated: `key` or `frame`; `operator` for an operator's command; `database` for a change of an API key.",
    }),
    keyPrefix: t.exposeString("keyPrefix", {
      description: "The prefix of the caller's key, as in `Viewer.keyPrefix`; empty for an operator's command.",
    }),
    userId: t.expose("userId", {
      type: "UUID",
      nullable: true,
      description: "The signed-in user; null if the key acted without a user.",
    }),
    author: t.exposeString("author", {
      description:
        "The operator who ran a command: the account of the operating system, or the name given with `--author`; empty for other actions.",
    }),
    address: t.exposeString("address", {
      description: "The IP address of the client; for an operator's command, the name of the machine.",
    }),
    requestId: t.exposeString("requestId", {
      description:
        "The `x-request-id` header of the response; for an operator's command, the name of its database connection.",
    }),
    subject: t.expose("subject", {
      type: "JSON",
      description: 'The ids of the affected objects, such as `{ "marketId": 7 }`.',
    }),
    outcome: t.exposeString("outcome", {
      nullable: true,
      description: "`done`, or the error code; null while the action is in progress, or if its process died.",
    }),
  }),
});

const AuditEntryConnection = defineConnection<typeof AuditEntry.$inferType>("AuditEntry", AuditEntry, (row) => row);

const AuditEntryFilter = builder.inputType("AuditEntryFilterInput", {
  description: "A filter of audit entries. An entry must meet all given conditions.",
  fields: (t) => ({
    operation: t.string({ description: "The name of the mutation, such as `startDiscovery`." }),
    keyPrefix: t.string({ description: "The prefix of the key that performed the action." }),
    userId: t.field({ description: "The id of the user who performed the action.", type: "UUID" }),
    outcome: t.string({ description: "The outcome: `done`, or an error code such as `CONFLICT`." }),
    from: t.field({ description: "The earliest time of the action, inclusive.", type: "DateTime" }),
    until: t.field({ type: "DateTime", description: "The end of the period, exclusive." }),
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
    description: "The audit trail of the team, newest first: each action with its user, key and IP address.",
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

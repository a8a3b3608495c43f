import { sees, tenancy } from "#accounts/auth/caller";
import { NotFoundError } from "#foundation/errors/index";
import type { NoticeKind } from "#notices/notice";
import {
  createWebhook,
  deleteWebhook,
  ping,
  redeliver,
  rotateSecret,
  setDisabled,
} from "#notices/webhooks/manage-webhooks";
import { builder } from "./builder.ts";
import { byPage, cursorsOf, defineConnection, keysetPage, keysetTree, type PageArguments } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { byKey, defineNode, numberKey, uuidKey } from "./node.ts";
import { NoticeKindEnum } from "./notice.ts";
import { read } from "./read.ts";
import { queryOfNodes, relatedPage } from "./related-page.ts";
import { MAY_READ_TEAMS } from "./team.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

const MAY_CHANGE = { anyScope: ["teams:write" as const] };

const WebhookStatus = builder.enumType("WebhookStatus", {
  description: "Whether notices are sent to it.",
  values: enumValues(["active", "disabled"] as const, {
    active: "Notices are sent to it.",
    disabled: "Nothing is sent to it.",
  }),
});

const DeliveryStatus = builder.enumType("WebhookDeliveryStatus", {
  description: "PENDING: it is sent, or tried again. FAILED: it is not tried any more.",
  values: enumValues(["pending", "delivered", "failed"] as const, {
    pending: "It is sent, or tried again.",
    delivered: "The address has accepted it.",
    failed: "It is not tried any more.",
  }),
});

const WebhookDelivery = builder.prismaNode("WebhookDelivery", {
  description: "One notice, or a ping, for one webhook.",
  id: { field: "id" },
  select: { id: true, webhook: { select: { teamId: true } } },
  authScopes: ({ webhook }, { caller }) => sees(caller, webhook.teamId) && MAY_READ_TEAMS,
  fields: (t) => ({
    deliveryId: t.expose("id", { type: "UUID", description: "The `webhook-id` of each attempt: it stays the same." }),
    kind: t.exposeString("kind", {
      description: "The message's type: that of the notice, such as `company.entered`, or `ping`.",
    }),
    sequence: t.exposeInt("sequence", { description: "Of the notice; 0: a ping." }),
    noticeId: t.expose("noticeId", { type: "UUID", nullable: true, description: "Null: a ping." }),
    status: t.expose("status", { type: DeliveryStatus, description: "Whether it was taken." }),
    attempts: t.exposeInt("attempts", { description: "Since it was made, or asked for again." }),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Null: there is none.",
      select: { nextAttemptAt: true, status: true },
      resolve: ({ nextAttemptAt, status }) => (status === "pending" ? nextAttemptAt : null),
    }),
    lastAttemptAt: t.expose("lastAttemptAt", {
      type: "DateTime",
      nullable: true,
      description: "Null: it was not tried yet.",
    }),
    lastStatus: t.exposeInt("lastStatus", {
      nullable: true,
      description: "HTTP status of the last answer; null: there was none.",
    }),
    lastError: t.exposeString("lastError", { description: "Why the last attempt failed; empty: it did not." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
});

defineNode("WebhookDelivery", {
  authScopes: MAY_READ_TEAMS,
  keyOf: uuidKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, webhook: visible(context) };
    return byKey(await read(context).webhookDelivery.findMany({ ...query, where }), ({ id }) => id);
  },
});

const WebhookDeliveryConnection = defineConnection<typeof WebhookDelivery.$inferType>(
  "WebhookDelivery",
  WebhookDelivery,
  (row) => row,
);

/** Returns the dependencies of the rules. */
const depsOf = ({ db, ring, mayFetch }: GraphContext) => ({ db, ring, mayFetch });

const visible = ({ caller }: GraphContext) => ({ ...tenancy(caller), status: { not: "deleted" as const } });

type DeliveryArguments = PageArguments & { status?: "pending" | "delivered" | "failed" | null };

const Webhook = builder.prismaNode("Webhook", {
  description: "An address that a team's notices are sent to, signed (docs/webhooks.md).",
  id: { field: "id" },
  select: { id: true, teamId: true },
  authScopes: ({ teamId }, { caller }) => sees(caller, teamId) && MAY_READ_TEAMS,
  fields: (t) => ({
    webhookId: t.exposeInt("id", { description: "Its number." }),
    url: t.exposeString("url", { description: "Where it is sent to." }),
    description: t.exposeString("description", { description: "What it is for." }),
    kinds: t.field({
      type: [NoticeKindEnum],
      description: "What it is sent; empty: all that its maker's key might read.",
      select: { kinds: true },
      resolve: ({ kinds }) => kinds as NoticeKind[],
    }),
    status: t.field({
      type: WebhookStatus,
      description: "Whether it is sent to.",
      select: { status: true },
      resolve: ({ status }) => (status === "active" ? "active" : "disabled"),
    }),
    disabledBecause: t.exposeString("disabledBecause", { description: "Empty: it is active." }),
    failingSince: t.expose("failingSince", {
      type: "DateTime",
      nullable: true,
      description: "The first failure since the last success; null: none.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      description: "What was sent or will be, newest first.",
      args: {
        first: t.arg.int({ description: "1–100, 25 by default." }),
        after: t.arg.string({ description: "A cursor of this list." }),
        offset: t.arg.int({ description: "Leaves out so many." }),
        status: t.arg({ type: DeliveryStatus, description: "Only these." }),
      },
      ...relatedPage<typeof WebhookDelivery.$inferType, DeliveryArguments>({
        relation: "deliveries",
        query: ({ status }) => ({
          ...(status == null ? {} : { where: { status } }),
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      }),
    }),
  }),
});

defineNode("Webhook", {
  authScopes: MAY_READ_TEAMS,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, ...visible(context) };
    return byKey(await read(context).webhook.findMany({ ...query, where }), ({ id }) => id);
  },
});

const WebhookConnection = defineConnection<typeof Webhook.$inferType>("Webhook", Webhook, (row) => row);

const NEWEST = { id: "desc" } as const;

builder.queryFields((t) => ({
  webhook: t.prismaField({
    type: Webhook,
    nullable: true,
    description: "A webhook of the caller's.",
    authScopes: MAY_READ_TEAMS,
    args: { webhookId: t.arg.int({ required: true, description: "Its number." }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const webhook = await read(context).webhook.findFirst({
        ...query,
        where: { id: webhookId, ...visible(context) },
      });
      if (webhook === null) throw new NotFoundError(`webhook ${webhookId}`);
      return webhook;
    },
  }),
  webhooks: t.field({
    type: WebhookConnection,
    description: "The caller's webhooks, newest first.",
    authScopes: MAY_READ_TEAMS,
    args: {
      first: t.arg.int({ description: "1–100, 25 by default." }),
      after: t.arg.string({ description: "A cursor of this list." }),
      offset: t.arg.int({ description: "Leaves out so many." }),
    },
    complexity: byPage,
    resolve: async (_root, args, context, info) => {
      const page = keysetPage(args, NEWEST);
      const where = visible(context);
      const { webhook } = read(context);
      const rows = await webhook.findMany({
        ...queryOfNodes(context, info, "Webhook"),
        where,
        orderBy: NEWEST,
        ...keysetTree(page, 1),
      });
      return { rows, cursors: cursorsOf(rows), page, totalCount: () => webhook.count({ where }) };
    },
  }),
}));

const WebhookSecret = builder.objectRef<{ id: number; secret: string }>("WebhookSecret").implement({
  description: "A webhook with the secret that its messages are signed with.",
  fields: (t) => ({
    webhook: t.prismaField({
      type: Webhook,
      description: "The webhook.",
      resolve: (query, { id }, _args, context) => read(context).webhook.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    secret: t.exposeString("secret", { description: "`whsec_…`: it is shown this once." }),
  }),
});

const CreateWebhookInput = builder.inputType("CreateWebhookInput", {
  description: "Where notices are sent to, and which.",
  fields: (t) => ({
    teamId: t.int({ description: "The key's own team by default; a platform key has to name it." }),
    url: t.string({ required: true, description: "An https address on the public Internet." }),
    description: t.string({ description: "What it is for." }),
    kinds: t.field({ type: [NoticeKindEnum], description: "Only these; by default all." }),
  }),
});

const CHANGED = { webhookId: "The webhook's number." } as const;

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookSecret,
    description: "Makes a webhook: notices from now on are sent to it. What its key may not read is not sent.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: "Where, and what." }) },
    resolve: (_root, { input }, context) => createWebhook(depsOf(context), context.caller, input),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecret,
    description:
      "Makes a new secret. The previous one stays valid beside it for a while, and messages carry both signatures.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: {
      webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }),
      overlapHours: t.arg.float({ description: "0–720, 24 by default." }),
    },
    resolve: (_root, { webhookId, overlapHours }, context) =>
      rotateSecret(depsOf(context), context.caller, { webhookId, overlapHours }),
  }),
  disableWebhook: t.prismaField({
    type: Webhook,
    description: "Sends nothing to it until it is enabled.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await setDisabled(depsOf(context), context.caller, webhookId, true);
      return read(context).webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  enableWebhook: t.prismaField({
    type: Webhook,
    description: "Sends to it again, also what was told while it was disabled.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await setDisabled(depsOf(context), context.caller, webhookId, false);
      return read(context).webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteWebhook: t.int({
    description: "Ends a webhook with its deliveries. Answers its number.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: (_root, { webhookId }, context) => deleteWebhook(depsOf(context), context.caller, webhookId),
  }),
  pingWebhook: t.prismaField({
    type: WebhookDelivery,
    description: "Sends a `ping`.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await ping(depsOf(context), context.caller, webhookId);
      return read(context).webhookDelivery.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  redeliverWebhook: t.prismaField({
    type: WebhookDelivery,
    description: "Sends a delivery again, with the same id.",
    authScopes: MAY_CHANGE,
    args: { deliveryId: t.arg({ type: "UUID", required: true, description: "The delivery's id." }) },
    resolve: async (query, _root, { deliveryId }, context) => {
      const id = await redeliver(depsOf(context), context.caller, deliveryId);
      return read(context).webhookDelivery.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

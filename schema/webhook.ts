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
  description: "The state of a webhook.",
  values: enumValues(["active", "disabled"] as const, {
    active: "Notices are sent to the webhook.",
    disabled: "Nothing is sent to the webhook until it is enabled.",
  }),
});

const DeliveryStatus = builder.enumType("WebhookDeliveryStatus", {
  description: "The state of a delivery.",
  values: enumValues(["pending", "delivered", "failed"] as const, {
    pending: "The delivery is waiting for its first or next attempt.",
    delivered: "The receiver accepted the message.",
    failed: "All attempts failed, and there will be no more.",
  }),
});

const WebhookDelivery = builder.prismaNode("WebhookDelivery", {
  description: "A message to a webhook: a notice, or a ping.",
  id: { field: "id" },
  select: { id: true, webhook: { select: { teamId: true } } },
  authScopes: ({ webhook }, { caller }) => sees(caller, webhook.teamId) && MAY_READ_TEAMS,
  fields: (t) => ({
    deliveryId: t.expose("id", {
      type: "UUID",
      description: "The id of the delivery, which each attempt sends as the `webhook-id` header.",
    }),
    kind: t.exposeString("kind", {
      description: "The type of the message: the kind of the notice, such as `company.entered`, or `ping`.",
    }),
    sequence: t.exposeInt("sequence", { description: "The sequence of the notice; 0 for a ping." }),
    noticeId: t.expose("noticeId", {
      type: "UUID",
      nullable: true,
      description: "The id of the notice; null for a ping.",
    }),
    status: t.expose("status", { type: DeliveryStatus, description: "The state of the delivery." }),
    attempts: t.exposeInt("attempts", {
      description: "The number of attempts since the delivery was created or last requested.",
    }),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the next attempt is due; null if there is none.",
      select: { nextAttemptAt: true, status: true },
      resolve: ({ nextAttemptAt, status }) => (status === "pending" ? nextAttemptAt : null),
    }),
    lastAttemptAt: t.expose("lastAttemptAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last attempt was made; null if there was none.",
    }),
    lastStatus: t.exposeInt("lastStatus", {
      nullable: true,
      description: "The HTTP status of the last response; null if there was none.",
    }),
    lastError: t.exposeString("lastError", { description: "Why the last attempt failed; empty if it succeeded." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the delivery was created." }),
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
  description: "A URL that receives a team's notices as signed messages (docs/webhooks.md).",
  id: { field: "id" },
  select: { id: true, teamId: true },
  authScopes: ({ teamId }, { caller }) => sees(caller, teamId) && MAY_READ_TEAMS,
  fields: (t) => ({
    webhookId: t.exposeInt("id", { description: "The number of the webhook, by which other operations refer to it." }),
    url: t.exposeString("url", { description: "The URL that receives the notices." }),
    description: t.exposeString("description", { description: "The purpose of the webhook; empty if none was given." }),
    kinds: t.field({
      type: [NoticeKindEnum],
      description:
        "The kinds of notices that are sent; empty for all kinds. Notices that the creating key could not read are never sent.",
      select: { kinds: true },
      resolve: ({ kinds }) => kinds as NoticeKind[],
    }),
    status: t.field({
      type: WebhookStatus,
      description: "Whether notices are sent to the webhook.",
      select: { status: true },
      resolve: ({ status }) => (status === "active" ? "active" : "disabled"),
    }),
    disabledBecause: t.exposeString("disabledBecause", {
      description: "Why the webhook is disabled; empty if it is active.",
    }),
    failingSince: t.expose("failingSince", {
      type: "DateTime",
      nullable: true,
      description: "When the first failure since the last success occurred; null if there was none.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the webhook was created." }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      description: "The deliveries of the webhook, newest first.",
      args: {
        first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
        after: t.arg.string({
          description: "Returns the entries after this cursor, which must come from the same list in the same order.",
        }),
        offset: t.arg.int({ description: "Skips this many entries. It cannot be combined with `after`." }),
        status: t.arg({ type: DeliveryStatus, description: "Returns only deliveries in this state." }),
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
    description:
      "A webhook of the caller's team, by its number. Fails with NOT_FOUND if the caller has no such webhook.",
    authScopes: MAY_READ_TEAMS,
    args: { webhookId: t.arg.int({ required: true, description: "The number of the webhook (its `webhookId`)." }) },
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
    description: "The webhooks of the caller's team, newest first.",
    authScopes: MAY_READ_TEAMS,
    args: {
      first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
      after: t.arg.string({
        description: "Returns the entries after this cursor, which must come from the same list in the same order.",
      }),
      offset: t.arg.int({ description: "Skips this many entries. It cannot be combined with `after`." }),
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
  description: "A webhook, with a new signing secret.",
  fields: (t) => ({
    webhook: t.prismaField({
      type: Webhook,
      description: "The webhook that the secret belongs to.",
      resolve: (query, { id }, _args, context) => read(context).webhook.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    secret: t.exposeString("secret", { description: "The signing secret (`whsec_…`), which is shown only once." }),
  }),
});

const CreateWebhookInput = builder.inputType("CreateWebhookInput", {
  description: "The input of `createWebhook`.",
  fields: (t) => ({
    teamId: t.int({
      description: "The team whose notices are sent; by default the key's team. Required with a platform key.",
    }),
    url: t.string({
      required: true,
      description:
        "The URL that will receive the notices. It must begin with `https://` and lead to the public Internet.",
    }),
    description: t.string({ description: "The purpose of the webhook, at most 500 characters." }),
    kinds: t.field({ type: [NoticeKindEnum], description: "The kinds of notices to send; by default all kinds." }),
  }),
});

const CHANGED = { webhookId: "The number of the webhook (its `webhookId`)." } as const;

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookSecret,
    description:
      "Creates a webhook, which receives the notices that are written from now on. Notices that the creating key cannot read are not sent. Fails with CONFLICT if the team already has 20 webhooks.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: {
      input: t.arg({ type: CreateWebhookInput, required: true, description: "The URL, and the kinds of notices." }),
    },
    resolve: (_root, { input }, context) => createWebhook(depsOf(context), context.caller, input),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecret,
    description:
      "Creates a new signing secret for a webhook. Messages carry both signatures until the previous secret expires.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: {
      webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }),
      overlapHours: t.arg.float({
        description: "How many hours the previous secret stays valid, 0–720; by default 24.",
      }),
    },
    resolve: (_root, { webhookId, overlapHours }, context) =>
      rotateSecret(depsOf(context), context.caller, { webhookId, overlapHours }),
  }),
  disableWebhook: t.prismaField({
    type: Webhook,
    description: "Disables a webhook. Nothing is sent to it until it is enabled again.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await setDisabled(depsOf(context), context.caller, webhookId, true);
      return read(context).webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  enableWebhook: t.prismaField({
    type: Webhook,
    description: "Enables a webhook, and sends it the notices that were written while it was disabled.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await setDisabled(depsOf(context), context.caller, webhookId, false);
      return read(context).webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteWebhook: t.int({
    description: "Deletes a webhook with its deliveries, and returns the number of the webhook.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: (_root, { webhookId }, context) => deleteWebhook(depsOf(context), context.caller, webhookId),
  }),
  pingWebhook: t.prismaField({
    type: WebhookDelivery,
    description: "Sends a `ping` message to a webhook, as a test. Fails with CONFLICT if the webhook is disabled.",
    authScopes: MAY_CHANGE,
    args: { webhookId: t.arg.int({ required: true, description: CHANGED.webhookId }) },
    resolve: async (query, _root, { webhookId }, context) => {
      const id = await ping(depsOf(context), context.caller, webhookId);
      return read(context).webhookDelivery.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  redeliverWebhook: t.prismaField({
    type: WebhookDelivery,
    description:
      "Sends a delivery again, with the same id and as many attempts as a new one. Fails with CONFLICT if the webhook is disabled.",
    authScopes: MAY_CHANGE,
    args: {
      deliveryId: t.arg({ type: "UUID", required: true, description: "The id of the delivery (its `deliveryId`)." }),
    },
    resolve: async (query, _root, { deliveryId }, context) => {
      const id = await redeliver(depsOf(context), context.caller, deliveryId);
      return read(context).webhookDelivery.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

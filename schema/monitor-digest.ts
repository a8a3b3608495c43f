import { subscribeToDigest, unsubscribeFromDigest } from "#monitors/digests/manage-digests";
import { DIGEST_PERIODS } from "#monitors/digests/stored-digests";
import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";
import { MAY_CHANGE_MONITORS, Monitor } from "./monitor.ts";
import { read } from "./read.ts";

const DigestPeriodEnum = builder.enumType("DigestPeriod", {
  description: "How often a digest is sent. No digest is sent if there is no new notice.",
  values: enumValues(DIGEST_PERIODS, { daily: "Once a day.", weekly: "Once a week." }),
});

const MonitorDigest = builder.prismaObject("MonitorDigest", {
  description: "A monitor's notices as a daily or weekly e-mail to one user of the team.",
  fields: (t) => ({
    email: t.string({
      description: "The e-mail address of the user.",
      select: { user: { select: { email: true } } },
      resolve: ({ user }) => user.email,
    }),
    period: t.expose("period", { type: DigestPeriodEnum, description: "How often the digest is sent." }),
    dueAt: t.expose("dueAt", { type: "DateTime", description: "When the next digest is due." }),
    lastSentAt: t.expose("lastSentAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last digest was sent; null if none was.",
    }),
    lastError: t.exposeString("lastError", {
      description: "Why the last attempt to send a digest failed; empty if it succeeded. A failed attempt is repeated.",
    }),
  }),
});

builder.prismaObjectFields(Monitor, (t) => ({
  digests: t.relation("digests", {
    type: MonitorDigest,
    description: "The digests of the monitor: the users who receive its notices by e-mail.",
    authScopes: { anyScope: ["teams:read"] },
    query: { orderBy: { id: "asc" } },
  }),
}));

const SubscribeToDigestInput = builder.inputType("SubscribeToDigestInput", {
  description: "The input of `subscribeToDigest`.",
  fields: (t) => ({
    monitorId: t.int({ required: true, description: "The number of the monitor (its `monitorId`)." }),
    email: t.string({
      description: "The e-mail address of a user of the monitor's team; by default that of the signed-in user.",
    }),
    period: t.field({
      type: DigestPeriodEnum,
      required: true,
      defaultValue: "daily",
      description: "How often the digest is sent; by default DAILY.",
    }),
  }),
});

builder.mutationFields((t) => ({
  subscribeToDigest: t.prismaField({
    type: Monitor,
    description:
      "Subscribes a user of the monitor's team to its new notices by e-mail, or changes how often they are sent. Each notice is sent once.",
    authScopes: MAY_CHANGE_MONITORS,
    args: { input: t.arg({ type: SubscribeToDigestInput, required: true, description: "The user and the interval." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await subscribeToDigest(context.db, context.caller, input);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  unsubscribeFromDigest: t.prismaField({
    type: Monitor,
    description:
      "Ends a user's digest of a monitor. Each digest also has a link that ends it. Fails with NOT_FOUND if the user has no digest of the monitor.",
    authScopes: MAY_CHANGE_MONITORS,
    args: {
      monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }),
      email: t.arg.string({ description: "The user's e-mail address; by default that of the signed-in user." }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await unsubscribeFromDigest(context.db, context.caller, args);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

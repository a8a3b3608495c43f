import { feedPath, makeFeed, revokeFeed } from "#monitors/feed/feed-address";
import { builder } from "./builder.ts";
import { MAY_CHANGE_MONITORS, Monitor } from "./monitor.ts";
import { read } from "./read.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

const MonitorFeed = builder.objectRef<{ monitorId: number; token: string }>("MonitorFeed").implement({
  description:
    "The URLs of a monitor's feed, which are shown only once. Anyone who has one of them can read the monitor's notices.",
  fields: (t) => ({
    atomUrl: t.string({
      description: "The URL of the feed in Atom format.",
      resolve: ({ token }, _args, { publicUrl }) => `${publicUrl}${feedPath(token, "atom")}`,
    }),
    rssUrl: t.string({
      description: "The URL of the feed in RSS 2.0 format.",
      resolve: ({ token }, _args, { publicUrl }) => `${publicUrl}${feedPath(token, "rss")}`,
    }),
    monitor: t.prismaField({
      type: Monitor,
      description: "The monitor of the feed.",
      resolve: (query, { monitorId }, _args, context) =>
        read(context).monitor.findUniqueOrThrow({ ...query, where: { id: monitorId } }),
    }),
  }),
});

builder.mutationFields((t) => ({
  createMonitorFeed: t.field({
    type: MonitorFeed,
    description:
      "Creates a new URL for a monitor's feed, which feed readers can open without a key. The previous URL stops working.",
    authScopes: MAY_CHANGE_MONITORS,
    extensions: TELLS_SECRET,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }) },
    resolve: async (_root, { monitorId }, { db, caller }) => ({
      monitorId,
      token: await makeFeed(db, caller, monitorId),
    }),
  }),
  revokeMonitorFeed: t.prismaField({
    type: Monitor,
    description: "Revokes the URL of a monitor's feed, which then stops working.",
    authScopes: MAY_CHANGE_MONITORS,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }) },
    resolve: async (query, _root, { monitorId }, context) => {
      const id = await revokeFeed(context.db, context.caller, monitorId);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

import { cancelPublish } from "#markets/cancel-publish";
import { publishMarket } from "#markets/publish-market";
import { chosenPipeline } from "#pipeline/steps";
import { builder } from "./builder.ts";
import { MAX_COST } from "./discovery.ts";
import { DiscoveryJob } from "./job.ts";
import { Market } from "./market.ts";
import { PipelineChoicesInput } from "./pipeline-choices.ts";
import { read } from "./read.ts";

const PublishMarketInput = builder.inputType("PublishMarketInput", {
  description: "A market to publish.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    pipelineChoices: t.field({ description: "Pipeline flags that run before it.", type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const CancelPublishInput = builder.inputType("CancelPublishInput", {
  description: "The publish to cancel.",
  fields: (t) => ({ marketId: t.int({ required: true }) }),
});

/** Defines the payload of a publish: a market and its jobs. */
const publishPayload = (name: string, description: string, jobs: string) =>
  builder.objectRef<{ marketId: number; jobIds: number[] }>(name).implement({
    description,
    fields: (t) => ({
      market: t.prismaField({
        type: Market,
        description: "The market, as it is afterwards.",
        resolve: (query, { marketId }, _args, context) =>
          read(context).market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
      }),
      jobs: t.prismaField({
        type: [DiscoveryJob],
        description: jobs,
        resolve: (query, { jobIds }, _args, context) =>
          read(context).job.findMany({ ...query, where: { id: { in: jobIds } }, orderBy: { id: "asc" } }),
      }),
    }),
  });

const PublishMarketPayload = publishPayload(
  "PublishMarketPayload",
  "The market whose publish was queued.",
  "One job for each chosen flag.",
);
const CancelPublishPayload = publishPayload(
  "CancelPublishPayload",
  "The market whose publish was cancelled.",
  "The jobs of the publish: completed ones stay completed, the others are cancelled.",
);

builder.mutationFields((t) => ({
  publishMarket: t.field({
    type: PublishMarketPayload,
    description: "Queues the publish of a market, with one job for each chosen pipeline flag.",
    authScopes: { anyScope: ["markets:publish"] },
    args: {
      input: t.arg({ description: "The market, and what runs before.", type: PublishMarketInput, required: true }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      publishMarket(db.prisma, caller, { ...input, ...chosenPipeline(input.pipelineChoices) }, idempotency),
  }),
  cancelPublish: t.field({
    type: CancelPublishPayload,
    description:
      "Cancels the queued or running publish of a market. Completed jobs stay completed, and the market returns to its previous state.",
    authScopes: { anyScope: ["markets:publish"] },
    args: { input: t.arg({ description: "The publish.", type: CancelPublishInput, required: true }) },
    resolve: (_root, { input }, { db, caller }) => cancelPublish(db.prisma, caller, input),
  }),
}));

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
  description: "The input of `publishMarket`.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    pipelineChoices: t.field({
      description: "The pipeline flags to run with the publish; by default none. `skipDiscoveryReview` has no effect.",
      type: PipelineChoicesInput,
    }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const CancelPublishInput = builder.inputType("CancelPublishInput", {
  description: "The input of `cancelPublish`.",
  fields: (t) => ({ marketId: t.int({ required: true }) }),
});

/** Defines the payload of a publish: a market and its jobs. */
const publishPayload = (name: string, description: string, jobs: string) =>
  builder.objectRef<{ marketId: number; jobIds: number[] }>(name).implement({
    description,
    fields: (t) => ({
      market: t.prismaField({
        type: Market,
        description: "The market, as it is after the operation.",
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
  "The publish that was queued.",
  "The jobs of the publish, one for each chosen pipeline flag.",
);
const CancelPublishPayload = publishPayload(
  "CancelPublishPayload",
  "The publish that was cancelled.",
  "The jobs of the publish. Completed jobs stay completed, and the others are cancelled.",
);

builder.mutationFields((t) => ({
  publishMarket: t.field({
    type: PublishMarketPayload,
    description:
      "Queues the publish of a market, with one job for each chosen pipeline flag. Fails with CONFLICT if no discovery of the market has completed, or while a run of the market is queued or running.",
    authScopes: { anyScope: ["markets:publish"] },
    args: {
      input: t.arg({
        description: "The market, and the pipeline flags to run.",
        type: PublishMarketInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      publishMarket(db.prisma, caller, { ...input, ...chosenPipeline(input.pipelineChoices) }, idempotency),
  }),
  cancelPublish: t.field({
    type: CancelPublishPayload,
    description:
      "Cancels the queued or running publish of a market. Completed jobs stay completed, and the market returns to its previous state. Fails with CONFLICT if no publish is queued or running.",
    authScopes: { anyScope: ["markets:publish"] },
    args: {
      input: t.arg({ description: "The market whose publish is cancelled.", type: CancelPublishInput, required: true }),
    },
    resolve: (_root, { input }, { db, caller }) => cancelPublish(db.prisma, caller, input),
  }),
}));

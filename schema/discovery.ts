import { cancelDiscovery } from "../src/discovery/cancel-discovery.ts";
import { forkDiscovery, resumeDiscovery } from "../src/discovery/continue-discovery.ts";
import { extendDiscovery, startDiscovery } from "../src/discovery/start-discovery.ts";
import { PIPELINE_FLAGS } from "../src/jobs/pipeline-flags.ts";
import { publishMarket } from "../src/publishing/publish-market.ts";
import { builder } from "./builder.ts";
import { DiscoveryJob } from "./job.ts";
import { Market } from "./market.ts";
import { criteriaInput, SearchCriteriaInput } from "./search-criteria.ts";

const PipelineChoicesInput = builder.inputType("PipelineChoicesInput", {
  description: "What else runs: once companies are found, or on a publish. Absent means false.",
  fields: (t) => ({
    skipDiscoveryReview: t.boolean({ description: "Publish as soon as the discovery has completed." }),
    ...(Object.fromEntries(PIPELINE_FLAGS.map((flag) => [flag, t.boolean()])) as Record<
      (typeof PIPELINE_FLAGS)[number],
      ReturnType<typeof t.boolean>
    >),
  }),
});

const MAX_COST =
  "The most that its calls to paid providers may cost, in US dollars; when it is reached, the job goes on without them.";

const StartDiscoveryInput = builder.inputType("StartDiscoveryInput", {
  fields: (t) => ({
    teamId: t.int({ description: "The key's own team by default; a platform key has to name it." }),
    collectionId: t.int({ description: "The collection in which the market is created." }),
    searchCriteria: t.field({ type: SearchCriteriaInput, required: true }),
    pipelineChoices: t.field({ type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ExtendDiscoveryInput = builder.inputType("ExtendDiscoveryInput", {
  fields: (t) => ({
    marketId: t.int({ required: true }),
    teamId: t.int(),
    collectionId: t.int({ description: "The market's own; another one is INVALID_INPUT." }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      required: true,
      description: "`count`: how many more are wanted.",
    }),
    pipelineChoices: t.field({ type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ResumeDiscoveryInput = builder.inputType("ResumeDiscoveryInput", {
  fields: (t) => ({
    jobId: t.int({ required: true, description: "A discovery that failed or was cancelled." }),
    maxCostUsd: t.float({ description: `${MAX_COST} By default what is left of the job's own cap.` }),
  }),
});

const ForkDiscoveryInput = builder.inputType("ForkDiscoveryInput", {
  fields: (t) => ({
    jobId: t.int({ required: true, description: "A discovery that has ended." }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      description: "What is to be different; what is not given stays as it was.",
    }),
    collectionId: t.int({ description: "The collection in which the market is created." }),
    pipelineChoices: t.field({ type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const CancelDiscoveryInput = builder.inputType("CancelDiscoveryInput", {
  fields: (t) => ({ marketId: t.int({ required: true }) }),
});

const PublishMarketInput = builder.inputType("PublishMarketInput", {
  fields: (t) => ({
    marketId: t.int({ required: true }),
    pipelineChoices: t.field({ type: PipelineChoicesInput }),
  }),
});

interface StartedShape {
  marketId: number;
  jobId: number;
}

const StartDiscoveryPayload = builder.objectRef<StartedShape>("StartDiscoveryPayload").implement({
  fields: (t) => ({
    market: t.prismaField({
      type: Market,
      resolve: (query, { marketId }, _args, { db }) =>
        db.prisma.market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
    }),
    job: t.prismaField({
      type: DiscoveryJob,
      resolve: (query, { jobId }, _args, { db }) => db.prisma.job.findUniqueOrThrow({ ...query, where: { id: jobId } }),
    }),
  }),
});

const PublishMarketPayload = builder
  .objectRef<{ marketId: number; jobIds: number[] }>("PublishMarketPayload")
  .implement({
    fields: (t) => ({
      market: t.prismaField({
        type: Market,
        resolve: (query, { marketId }, _args, { db }) =>
          db.prisma.market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
      }),
      jobs: t.prismaField({
        type: [DiscoveryJob],
        description: "One for each chosen flag.",
        resolve: (query, { jobIds }, _args, { db }) =>
          db.prisma.job.findMany({ ...query, where: { id: { in: jobIds } }, orderBy: { id: "asc" } }),
      }),
    }),
  });

builder.mutationFields((t) => ({
  startDiscovery: t.field({
    type: StartDiscoveryPayload,
    description: "Creates a market and queues the discovery of its companies.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ type: StartDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      startDiscovery(db.prisma, caller, { ...input, searchCriteria: criteriaInput(input.searchCriteria) }, idempotency),
  }),
  extendDiscovery: t.field({
    type: StartDiscoveryPayload,
    description: "Queues a discovery that adds companies to a market.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ type: ExtendDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      extendDiscovery(
        db.prisma,
        caller,
        { ...input, searchCriteria: criteriaInput(input.searchCriteria) },
        idempotency,
      ),
  }),
  resumeDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Goes on with a discovery that failed or was cancelled: a new job that judges and pays nothing again that was done.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ type: ResumeDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller }) => resumeDiscovery(db.prisma, caller, input),
  }),
  forkDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Starts a new market from a discovery that has ended, with other criteria; what was judged or answered alike is taken over.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ type: ForkDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller }) =>
      forkDiscovery(db.prisma, caller, {
        ...input,
        searchCriteria: input.searchCriteria == null ? null : (criteriaInput(input.searchCriteria) as object),
      }),
  }),
  cancelDiscovery: t.prismaField({
    type: DiscoveryJob,
    description: "Cancels the queued or running discovery of a market.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ type: CancelDiscoveryInput, required: true }) },
    resolve: async (query, _root, { input }, { db, caller }) => {
      const id = await cancelDiscovery(db.prisma, caller, input);
      return db.prisma.job.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  publishMarket: t.field({
    type: PublishMarketPayload,
    description: "Queues the publish of a market, with one job for each chosen pipeline flag.",
    authScopes: { anyScope: ["markets:publish"] },
    args: { input: t.arg({ type: PublishMarketInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) => publishMarket(db.prisma, caller, input, idempotency),
  }),
}));

import { cancelDiscovery } from "#markets/discovery/cancel-discovery";
import { forkDiscovery, resumeDiscovery } from "#markets/discovery/continue-discovery";
import { extendDiscovery, startDiscovery } from "#markets/discovery/start-discovery";
import { chosenPipeline } from "#pipeline/steps";
import { builder } from "./builder.ts";
import { DiscoveryJob } from "./job.ts";
import { Market } from "./market.ts";
import { PipelineChoicesInput } from "./pipeline-choices.ts";
import { read } from "./read.ts";
import { criteriaInput, SearchCriteriaInput } from "./search-criteria.ts";

export const MAX_COST =
  "The cap on the cost of calls to paid providers, in US dollars, for all jobs of this request together. When it is reached, the jobs continue without paid providers.";

const StartDiscoveryInput = builder.inputType("StartDiscoveryInput", {
  description: "A discovery to start.",
  fields: (t) => ({
    teamId: t.int({ description: "By default the key's team; required with a platform key." }),
    collectionId: t.int({ description: "The collection in which the market is created." }),
    searchCriteria: t.field({ description: "What is searched by.", type: SearchCriteriaInput, required: true }),
    pipelineChoices: t.field({ description: "Pipeline flags that run afterwards.", type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ExtendDiscoveryInput = builder.inputType("ExtendDiscoveryInput", {
  description: "A further discovery for a market.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    teamId: t.int({ description: "The market's own; another one is INVALID_INPUT." }),
    collectionId: t.int({ description: "The market's collection; any other id is INVALID_INPUT." }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      required: true,
      description: "The criteria; `count` is the number of additional companies.",
    }),
    pipelineChoices: t.field({ description: "Pipeline flags that run afterwards.", type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ResumeDiscoveryInput = builder.inputType("ResumeDiscoveryInput", {
  description: "A failed or cancelled discovery to go on with.",
  fields: (t) => ({
    jobId: t.int({ required: true, description: "The job of a discovery that failed or was cancelled." }),
    maxCostUsd: t.float({ description: `${MAX_COST} By default the remainder of the original request's cap.` }),
  }),
});

const ForkDiscoveryInput = builder.inputType("ForkDiscoveryInput", {
  description: "A new market from the discovery of another one.",
  fields: (t) => ({
    jobId: t.int({ required: true, description: "The job of a discovery that has ended." }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      description: "The changed criteria. Fields that are absent keep their values.",
    }),
    collectionId: t.int({ description: "The collection in which the market is created." }),
    pipelineChoices: t.field({ description: "Pipeline flags that run afterwards.", type: PipelineChoicesInput }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const CancelDiscoveryInput = builder.inputType("CancelDiscoveryInput", {
  description: "The discovery to cancel.",
  fields: (t) => ({ marketId: t.int({ required: true }) }),
});

interface StartedShape {
  marketId: number;
  jobId: number;
}

const StartDiscoveryPayload = builder.objectRef<StartedShape>("StartDiscoveryPayload").implement({
  description: "What was started.",
  fields: (t) => ({
    market: t.prismaField({
      description: "The market that it makes.",
      type: Market,
      resolve: (query, { marketId }, _args, context) =>
        read(context).market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
    }),
    job: t.prismaField({
      description: "The discovery.",
      type: DiscoveryJob,
      resolve: (query, { jobId }, _args, context) =>
        read(context).job.findUniqueOrThrow({ ...query, where: { id: jobId } }),
    }),
  }),
});

/** Converts a client's input to the domain's form. */
const discoveryInput = <Input extends typeof StartDiscoveryInput.$inferInput>(input: Input) => ({
  ...input,
  ...chosenPipeline(input.pipelineChoices),
  searchCriteria: criteriaInput(input.searchCriteria),
});

builder.mutationFields((t) => ({
  startDiscovery: t.field({
    type: StartDiscoveryPayload,
    description: "Creates a market and queues the discovery of its companies.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The criteria, and what runs afterwards.",
        type: StartDiscoveryInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      startDiscovery(db, caller, discoveryInput(input), idempotency),
  }),
  extendDiscovery: t.field({
    type: StartDiscoveryPayload,
    description: "Queues a discovery that adds companies to a market.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The discovery.", type: ExtendDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      extendDiscovery(db, caller, discoveryInput(input), idempotency),
  }),
  resumeDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Resumes a discovery that failed or was cancelled, with a new job that repeats no judgement and no payment.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The job.", type: ResumeDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) => resumeDiscovery(db, caller, input, idempotency),
  }),
  forkDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Starts a new market from an ended discovery, with other criteria. It takes over judgements and answers to identical requests.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The discovery, and what is to be different.",
        type: ForkDiscoveryInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) => {
      const searchCriteria = input.searchCriteria == null ? null : criteriaInput(input.searchCriteria);
      const fork = { ...input, ...chosenPipeline(input.pipelineChoices), searchCriteria };
      return forkDiscovery(db, caller, fork, idempotency);
    },
  }),
  cancelDiscovery: t.prismaField({
    type: DiscoveryJob,
    description: "Cancels the queued or running discovery of a market.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The discovery.", type: CancelDiscoveryInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await cancelDiscovery(context.db.prisma, context.caller, input);
      return read(context).job.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

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

const COST_CAP =
  "The cap on the cost of calls to paid providers, in US dollars (0–1,000,000), for all jobs of this request together. When it is reached, the jobs continue without paid providers.";
export const MAX_COST = `${COST_CAP} By default only the team's budget limits the cost.`;

const StartDiscoveryInput = builder.inputType("StartDiscoveryInput", {
  description: "The input of `startDiscovery`.",
  fields: (t) => ({
    teamId: t.int({
      description: "The team that will own the market; by default the key's team. Required with a platform key.",
    }),
    collectionId: t.int({
      description:
        "The number of the collection that will contain the market; by default the market is in no collection.",
    }),
    searchCriteria: t.field({ description: "The criteria of the market.", type: SearchCriteriaInput, required: true }),
    pipelineChoices: t.field({
      description: "The pipeline flags to run after the discovery; by default none.",
      type: PipelineChoicesInput,
    }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ExtendDiscoveryInput = builder.inputType("ExtendDiscoveryInput", {
  description: "The input of `extendDiscovery`.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    teamId: t.int({
      description:
        "The team that owns the market, which may be left out. Another team is refused, with FORBIDDEN or NOT_FOUND.",
    }),
    collectionId: t.int({
      description:
        "The collection of the market, which may be left out. Another collection is refused with INVALID_INPUT.",
    }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      required: true,
      description: "The criteria of the further discovery. `count` is the number of additional companies.",
    }),
    pipelineChoices: t.field({
      description: "The pipeline flags to run after the discovery; by default none.",
      type: PipelineChoicesInput,
    }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const ResumeDiscoveryInput = builder.inputType("ResumeDiscoveryInput", {
  description: "The input of `resumeDiscovery`.",
  fields: (t) => ({
    jobId: t.int({ required: true, description: "The number of the job of a discovery that failed or was cancelled." }),
    maxCostUsd: t.float({ description: `${COST_CAP} By default the remainder of the original request's cap.` }),
  }),
});

const ForkDiscoveryInput = builder.inputType("ForkDiscoveryInput", {
  description: "The input of `forkDiscovery`.",
  fields: (t) => ({
    jobId: t.int({ required: true, description: "The number of the job of a discovery that has ended." }),
    searchCriteria: t.field({
      type: SearchCriteriaInput,
      description:
        "The criteria to change. Absent fields keep the values of the forked discovery; by default nothing changes.",
    }),
    collectionId: t.int({
      description:
        "The number of the collection that will contain the market; by default the market is in no collection.",
    }),
    pipelineChoices: t.field({
      description: "The pipeline flags to run after the discovery; by default none.",
      type: PipelineChoicesInput,
    }),
    maxCostUsd: t.float({ description: MAX_COST }),
  }),
});

const CancelDiscoveryInput = builder.inputType("CancelDiscoveryInput", {
  description: "The input of `cancelDiscovery`.",
  fields: (t) => ({ marketId: t.int({ required: true }) }),
});

interface StartedShape {
  marketId: number;
  jobId: number;
}

const StartDiscoveryPayload = builder.objectRef<StartedShape>("StartDiscoveryPayload").implement({
  description: "The discovery that was started, with its market.",
  fields: (t) => ({
    market: t.prismaField({
      description: "The market to which the discovery adds companies.",
      type: Market,
      resolve: (query, { marketId }, _args, context) =>
        read(context).market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
    }),
    job: t.prismaField({
      description: "The job of the discovery, by which its progress can be followed.",
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
    description:
      "Creates a market and queues the discovery of its companies. It uses one discovery start of the team's monthly quota, and fails with QUOTA_EXCEEDED if none is left.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The criteria, and the pipeline flags to run afterwards.",
        type: StartDiscoveryInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      startDiscovery(db, caller, discoveryInput(input), idempotency),
  }),
  extendDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Queues a discovery that adds companies to a market. It uses one discovery start of the team's monthly quota. Fails with CONFLICT while a run of the market is queued or running.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The market and the criteria of the further discovery.",
        type: ExtendDiscoveryInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) =>
      extendDiscovery(db, caller, discoveryInput(input), idempotency),
  }),
  resumeDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Resumes a failed or cancelled discovery with a new job, which reuses the verdicts and the paid answers so far. It uses a discovery start of the monthly quota only if the first one was refunded. Fails with CONFLICT if the discovery has not ended, has completed, or was already resumed.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The job to resume.", type: ResumeDiscoveryInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) => resumeDiscovery(db, caller, input, idempotency),
  }),
  forkDiscovery: t.field({
    type: StartDiscoveryPayload,
    description:
      "Creates a new market from an ended discovery, with changed criteria. It reuses verdicts by identical criteria, and the answers of paid providers to identical requests. It uses one discovery start of the team's monthly quota. Fails with CONFLICT if the discovery has not ended.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The discovery to fork, and the changes.",
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
    description:
      "Cancels the queued or running discovery of a market: a queued one immediately, a running one within seconds. Fails with CONFLICT if none is queued or running.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The market whose discovery is cancelled.",
        type: CancelDiscoveryInput,
        required: true,
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const id = await cancelDiscovery(context.db.prisma, context.caller, input);
      return read(context).job.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

import type { RunOrder } from "#jobs/dispatched-run";
import { operateJob } from "#markets/operate-job";
import { builder } from "./builder.ts";
import { DiscoveryJob } from "./job.ts";
import { read } from "./read.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const JobOrderPayload = builder.objectRef<{ jobId: number; answer: string }>("JobOrderPayload").implement({
  description: "What became of an order to a run.",
  fields: (t) => ({
    answer: t.exposeString("answer", { description: "What the run will do, for people." }),
    job: t.prismaField({
      description: "The job, as it is afterwards.",
      type: DiscoveryJob,
      resolve: (query, { jobId }, _args, context) =>
        read(context).job.findUniqueOrThrow({ ...query, where: { id: jobId } }),
    }),
  }),
});

const SCOPES =
  "CONFLICT with the reason where the run refuses; SERVICE_UNAVAILABLE where no worker answers. Of a discovery it needs the scope `discovery:write`, of a publish `markets:publish`.";

/** Defines an order to the run of a job. */
const orders = (order: RunOrder, description: string) =>
  builder.mutationField(order === "skipNextStep" ? order : `${order}Job`, (t) =>
    t.field({
      type: JobOrderPayload,
      description: `${description} ${SCOPES}`,
      extensions: WAITS_OUTSIDE,
      authScopes: { anyScope: ["discovery:write", "markets:publish"] },
      args: { jobId: t.arg.int({ required: true, description: "Any job of the run." }) },
      resolve: async (_root, { jobId }, { db, operator, caller }) => ({
        jobId,
        answer: await operateJob({ prisma: db.prisma, operator }, caller, jobId, order),
      }),
    }),
  );

orders(
  "pause",
  "Pauses the run of a job, a discovery or a publish, before its next step; a step that is under way is finished first.",
);
orders("resume", "Resumes a paused run. (`resumeDiscovery` differs: it continues from a job that has ended.)");
orders(
  "skipNextStep",
  "Skips the next step of a run: a pipeline job, which ends as CANCELLED and says who skipped it. The steps of a discovery itself cannot be skipped.",
);

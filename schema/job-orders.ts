import type { RunOrder } from "#jobs/dispatched-run";
import { operateJob } from "#markets/operate-job";
import { builder } from "./builder.ts";
import { DiscoveryJob } from "./job.ts";
import { read } from "./read.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const JobOrderPayload = builder.objectRef<{ jobId: number; answer: string }>("JobOrderPayload").implement({
  description: "The result of an instruction to a run.",
  fields: (t) => ({
    answer: t.exposeString("answer", { description: "A short text that says what the run will do." }),
    job: t.prismaField({
      description: "The job that was named, as it is after the instruction.",
      type: DiscoveryJob,
      resolve: (query, { jobId }, _args, context) =>
        read(context).job.findUniqueOrThrow({ ...query, where: { id: jobId } }),
    }),
  }),
});

const SCOPES =
  "Fails with CONFLICT if the run is not running or refuses the instruction, and with SERVICE_UNAVAILABLE if no worker answers. Requires the scope `discovery:write` for a discovery, and `markets:publish` for a publish.";

/** Defines an order to the run of a job. */
const orders = (order: RunOrder, description: string) =>
  builder.mutationField(order === "skipNextStep" ? order : `${order}Job`, (t) =>
    t.field({
      type: JobOrderPayload,
      description: `${description} ${SCOPES}`,
      extensions: WAITS_OUTSIDE,
      authScopes: { anyScope: ["discovery:write", "markets:publish"] },
      args: { jobId: t.arg.int({ required: true, description: "The number of any job of the run." }) },
      resolve: async (_root, { jobId }, { db, operator, caller }) => ({
        jobId,
        answer: await operateJob({ prisma: db.prisma, operator }, caller, jobId, order),
      }),
    }),
  );

orders(
  "pause",
  "Pauses the run of a job (a discovery or a publish) before its next step. The current step is finished first.",
);
orders("resume", "Resumes a paused run. To continue from a job that has ended, use `resumeDiscovery`.");
orders(
  "skipNextStep",
  "Skips the next pipeline job of a run. The job ends as CANCELLED, and its error names who skipped it. The steps of a discovery itself cannot be skipped.",
);

import { operateDossier } from "#dossiers/tasks/operate-dossier";
import { readTask } from "#dossiers/tasks/read-tasks";
import type { RunOrder } from "#jobs/dispatched-run";
import { builder } from "./builder.ts";
import { DossierTask } from "./dossier-task.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const DossierOrderPayload = builder.objectRef<{ taskId: string; answer: string }>("DossierOrderPayload").implement({
  description: "The result of an instruction to a run of a dossier.",
  fields: (t) => ({
    answer: t.exposeString("answer", { description: "A short text that says what the run will do." }),
    task: t.field({
      type: DossierTask,
      description: "The run that received the instruction.",
      resolve: ({ taskId }, _args, { db, caller }) => readTask(db, caller, taskId),
    }),
  }),
});

/** Defines an order to a run of a dossier. */
const orders = (name: string, order: RunOrder, description: string) =>
  builder.mutationField(name, (t) =>
    t.field({
      type: DossierOrderPayload,
      description: `${description} Fails with CONFLICT if the run is not running or refuses the instruction, and with SERVICE_UNAVAILABLE if no worker answers.`,
      extensions: WAITS_OUTSIDE,
      authScopes: { anyScope: ["collections:write"] },
      args: { taskId: t.arg({ type: "UUID", required: true, description: "The id of the run." }) },
      resolve: async (_root, { taskId }, { db, operator, caller }) => ({
        taskId,
        answer: await operateDossier({ prisma: db.prisma, operator }, caller, taskId, order),
      }),
    }),
  );

orders("pauseDossier", "pause", "Pauses a run of a dossier before its next step. The current step is finished first.");
orders("resumeDossier", "resume", "Resumes a paused run of a dossier.");
orders(
  "skipDossierStep",
  "skipNextStep",
  "Skips the next step of a run of a dossier: a section, which the report then lists as not gathered, or the summary. The report itself cannot be skipped.",
);

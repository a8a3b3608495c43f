import { z } from "zod";
import { DossierDocument, type DossierQuery } from "#generated/operations/graphql";
import { DossierDetail } from "../contracts/dossier-report.ts";
import { dataEnvelope, NoMetadata } from "../contracts/envelopes.ts";
import { expected } from "../contracts/values.ts";
import { camelCase, found } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

type Found = NonNullable<DossierQuery["dossier"]>;
type Run = NonNullable<Found["lastTask"]>;

const runOf = ({ status, sources, ...run }: Run) => ({
  ...run,
  status: camelCase(status),
  sources: sources.map(({ kind, ...source }) => ({ ...source, kind: camelCase(kind) })),
});

const dossierOf = ({ agentType, lastTask, ...dossier }: Found): z.output<typeof DossierDetail> => ({
  ...dossier,
  agentType: camelCase(agentType),
  lastTask: lastTask === null ? null : runOf(lastTask),
});

/** Returns one dossier, with the report of its newest run. */
export const dossier = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/dossiers/{agentId}",
      tags: ["Collections"],
      summary: "Read a dossier",
      description:
        "The dossier with its newest run: status, report in Markdown, and the sources that the report cites.",
      successDescription: "The dossier.",
      errorResponses: [],
    },
    rest: { document: DossierDocument, errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(
    z.object({
      agentId: z.uuid(expected("a UUID")).meta({
        description: "The id of the dossier.",
        examples: ["0c9a2f6e-5b1d-4c7a-8e3f-2d4b6a8c0e1f"],
      }),
    }),
  )
  .output(dataEnvelope(NoMetadata, DossierDetail))
  .query(async ({ input: { agentId }, ctx }) => {
    const { dossier: row } = await runOperation(DossierDocument, { agentId }, ctx.graph);
    return { metadata: {}, data: dossierOf(found(row, `dossier ${agentId}`)) };
  });

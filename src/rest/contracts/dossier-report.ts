import { z } from "zod";
import { integer, timestamp } from "./values.ts";

const DossierSource = z
  .strictObject({
    number: integer().meta({ description: "The number by which the report cites the source, such as `[3]`." }),
    kind: z.enum(["page", "record", "search"]),
    label: z.string().meta({ description: "The title of the page, or a name for the record or search." }),
    url: z.string().nullable(),
    publisher: z.string(),
    publishedAt: z
      .string()
      .nullable()
      .meta({ description: "The date of publication, as exactly as it is known; null where it is unknown." }),
    retrievedAt: timestamp(),
  })
  .meta({ id: "DossierSource" });

const DossierRun = z
  .strictObject({
    taskId: z.uuid(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    success: z.boolean(),
    createdAt: timestamp(),
    lastReportedAt: timestamp(),
    lastReportedBy: z.string(),
    endedAt: timestamp().nullable(),
    error: z.string().nullable().meta({ description: "Why the run failed or was cancelled; null otherwise." }),
    isNew: z.boolean().nullable().meta({
      description:
        "Whether the report differs from that of the previous completed run; null until the run has completed.",
    }),
    summarisedBy: z
      .string()
      .nullable()
      .meta({ description: "The language model that wrote the summary; null where the report has no summary." }),
    report: z.string().nullable().meta({
      description: "The report in Markdown. Sentences and rows of tables end with the numbers of their sources.",
    }),
    sources: z.array(DossierSource).meta({ description: "The sources that the report cites, by number." }),
    steps: z.array(z.strictObject({ name: z.string(), at: timestamp(), summary: z.string() })),
  })
  .meta({ id: "DossierRun" });

export const DossierDetail = z
  .strictObject({
    agentId: z.uuid(),
    agentType: z.enum(["company", "market", "theme"]),
    query: z.string(),
    collectionId: integer()
      .nullable()
      .meta({ description: "The collection of the dossier; null where it is in none." }),
    companyId: integer()
      .nullable()
      .meta({ description: "The company of a dossier about a company; null for other dossiers." }),
    marketId: integer()
      .nullable()
      .meta({ description: "The market of a dossier about a market; null for other dossiers." }),
    createdBy: z.uuid(),
    createdAt: timestamp(),
    lastModifiedAt: timestamp(),
    lastTask: DossierRun.nullable().meta({ description: "The newest run of the dossier; null where it never ran." }),
  })
  .meta({ id: "DossierDetail" });

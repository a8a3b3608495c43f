import { z } from "zod";
import { integer, timestamp } from "./values.ts";

const DossierSource = z
  .strictObject({
    number: integer().meta({ description: "By which the report cites it: `[3]`." }),
    kind: z.enum(["page", "record", "search"]),
    label: z.string().meta({ description: "Title of the page, or which record or search it is." }),
    url: z.string().nullable(),
    publisher: z.string(),
    publishedAt: z.string().nullable().meta({ description: "As exactly as it is known." }),
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
    error: z.string().nullable().meta({ description: "Why it failed or was cancelled." }),
    isNew: z
      .boolean()
      .nullable()
      .meta({ description: "Whether its report says anything else than the one before; null until it has completed." }),
    summarisedBy: z
      .string()
      .nullable()
      .meta({ description: "The language model that wrote the summary; null: the report has none." }),
    report: z
      .string()
      .nullable()
      .meta({ description: "Markdown; sentences and rows of tables end with the numbers of their sources." }),
    sources: z.array(DossierSource).meta({ description: "In the order of their numbers." }),
    steps: z.array(z.strictObject({ name: z.string(), at: timestamp(), summary: z.string() })),
  })
  .meta({ id: "DossierRun" });

export const DossierDetail = z
  .strictObject({
    agentId: z.uuid(),
    agentType: z.enum(["company", "market", "theme"]),
    query: z.string(),
    collectionId: integer().nullable().meta({ description: "Null: in no collection." }),
    companyId: integer().nullable().meta({ description: "Of a dossier about a company." }),
    marketId: integer().nullable().meta({ description: "Of a dossier about a market." }),
    createdBy: z.uuid(),
    createdAt: timestamp(),
    lastModifiedAt: timestamp(),
    lastTask: DossierRun.nullable().meta({ description: "Its newest run; null when it never ran." }),
  })
  .meta({ id: "DossierDetail" });

import { z } from "zod";
import { integer, timestamp } from "./values.ts";

const DossierSource = z
  .strictObject({
    number: integer().describe("The number by which the report cites the source, such as `[3]`."),
    kind: z.enum(["page", "record", "search"]),
    label: z.string().describe("The title of the page, or a name for the record or search."),
    url: z.string().nullable(),
    publisher: z.string(),
    publishedAt: z
      .string()
      .nullable()
      .describe(
        "The date of publication as `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or a time, depending on how precisely it is known; null if it is unknown.",
      ),
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
    error: z.string().nullable().describe("Why the run failed or was cancelled; null otherwise."),
    isNew: z
      .boolean()
      .nullable()
      .describe(
        "Whether the report differs from that of the previous completed run; null until the run has completed.",
      ),
    summarisedBy: z
      .string()
      .nullable()
      .describe("The language model that wrote the summary; null if the report has no summary."),
    report: z
      .string()
      .nullable()
      .describe("The report in Markdown. Sentences and rows of tables end with the numbers of their sources."),
    sources: z.array(DossierSource).describe("The sources that the report cites, by number."),
    steps: z.array(z.strictObject({ name: z.string(), at: timestamp(), summary: z.string() })),
  })
  .meta({ id: "DossierRun" });

export const DossierDetail = z
  .strictObject({
    agentId: z.uuid(),
    agentType: z.enum(["company", "market", "theme"]),
    query: z.string(),
    collectionId: integer().nullable().describe("The collection of the dossier; null if it is in none."),
    companyId: integer().nullable().describe("The company of a dossier about a company; null for other dossiers."),
    marketId: integer().nullable().describe("The market of a dossier about a market; null for other dossiers."),
    createdBy: z.uuid(),
    createdAt: timestamp(),
    lastModifiedAt: timestamp(),
    lastTask: DossierRun.nullable().describe("The newest run of the dossier; null if it has never been run."),
  })
  .meta({ id: "DossierDetail" });

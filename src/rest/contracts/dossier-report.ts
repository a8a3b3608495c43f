import { z } from "zod";
import { integer, timestamp } from "./values.ts";

const DossierSource = z
  .strictObject({
    number: integer().describe("The number by which the report cites the source, such as `[3]`."),
    kind: z
      .enum(["page", "record", "search"])
      .describe(
        "The kind of the source: a web page, a record that this service stores, or a search in the stored records.",
      ),
    label: z.string().describe("The title of the page, or a name for the record or search."),
    url: z.string().nullable().describe("The URL of the source; null if it has none."),
    publisher: z.string().describe('The name of the publisher; "" if it is unknown, and for a record or a search.'),
    publishedAt: z
      .string()
      .nullable()
      .describe(
        "The date of publication as `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or a time, depending on how precisely it is known; null if it is unknown.",
      ),
    retrievedAt: timestamp().describe("When the page was read, the record last changed, or the search was made."),
  })
  .meta({ id: "DossierSource" });

const DossierRun = z
  .strictObject({
    taskId: z.uuid().describe("The id of the run."),
    status: z
      .enum(["queued", "running", "completed", "failed", "cancelled"])
      .describe("The state of the run. A paused run is `running`."),
    success: z.boolean().describe("Whether the run has completed, so that it has a report."),
    createdAt: timestamp().describe("When the run was requested."),
    lastReportedAt: timestamp().describe("When the run last reported progress."),
    lastReportedBy: z.string().describe("The name of the step that last reported progress."),
    endedAt: timestamp().nullable().describe("When the run ended; null while it is queued or running."),
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
      .describe(
        "The report in Markdown. Sentences and rows of tables end with the numbers of their sources. Null until the run has completed.",
      ),
    sources: z.array(DossierSource).describe("The sources that the report cites, by number."),
    steps: z
      .array(
        z.strictObject({
          name: z.string().describe("The name of the step, such as `news` or `esg`."),
          at: timestamp().describe("When the step ended."),
          summary: z.string().describe("The result of the step in a few words, such as `12 stories`."),
        }),
      )
      .describe("The completed steps of the run, in order."),
  })
  .meta({ id: "DossierRun" });

export const DossierDetail = z
  .strictObject({
    agentId: z.uuid().describe("The id of the dossier."),
    agentType: z
      .enum(["company", "market", "theme"])
      .describe(
        "The kind of subject of the dossier: a company, a market, or a theme, which the question alone describes.",
      ),
    query: z.string().describe("The question that each run answers."),
    collectionId: integer().nullable().describe("The collection of the dossier; null if it is in none."),
    companyId: integer().nullable().describe("The company of a dossier about a company; null for other dossiers."),
    marketId: integer().nullable().describe("The market of a dossier about a market; null for other dossiers."),
    createdBy: z
      .uuid()
      .describe("The id of the user who created the dossier, or of the API key if no user was signed in."),
    createdAt: timestamp().describe("When the dossier was created."),
    lastModifiedAt: timestamp().describe(
      "When a run of the dossier was last queued or completed; at first, when the dossier was created.",
    ),
    lastTask: DossierRun.nullable().describe("The newest run of the dossier; null if it has never been run."),
  })
  .meta({ id: "DossierDetail" });

import { z } from "zod";
import { filteredPagination, word } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected } from "./values.ts";

const uuids = () =>
  z.array(z.uuid(expected("a UUID")), expected("a list of UUIDs")).max(200, "has more than 200 entries");

export const DossierFilters = strictFields({
  agentIds: uuids().optional().describe("The ids of the dossiers."),
  agentTypes: z
    .array(oneOf(["company", "market", "theme"]), expected("a list of strings"))
    .max(200, "has more than 200 entries")
    .optional()
    .describe("The kinds of subject."),
  query: word().optional().describe("A part of the question, ignoring case and accents."),
  createdBy: uuids().optional().describe("The ids of the users or API keys that created the dossiers."),
}).meta({
  id: "DossierFilters",
  description:
    "A dossier must meet all given filters; in a list, one matching value is enough. Empty lists do not filter.",
});

export const DossierSort = z
  .array(
    strictFields({
      field: oneOf(["createdAt", "lastModifiedAt", "query", "agentId"]).describe("The field to sort by."),
      order: order().describe("Ascending or descending."),
    }),
    expected("a list of {field, order}"),
  )
  .meta({
    maxItems: 5,
    description: "The order of the dossiers, most significant field first; by default newest first.",
  });

export const DossierMetadata = z.strictObject({
  pagination: z
    .strictObject(filteredPagination("dossiers in the collection without the filters"))
    .describe("The pagination."),
  filters: DossierFilters.describe("The value of the request."),
  sort: DossierSort.describe("The value of the request."),
});

export const Dossier = z
  .strictObject({
    agentId: z.string().describe("The id of the dossier, which is a UUID."),
    query: z.string().describe("The question that each run answers."),
    createdBy: z
      .uuid()
      .describe("The id of the user who created the dossier, or of the API key if no user was signed in."),
    lastModifiedAt: z
      .string()
      .describe("When a run of the dossier was last queued or completed; at first, when the dossier was created."),
    lastTaskId: z.uuid().describe("The id of the newest run; the nil UUID if the dossier has never been run."),
    lastTaskStatus: z
      .strictObject({
        taskId: z.uuid().describe("The id of the run; the nil UUID if the dossier has never been run."),
        createdAt: z
          .string()
          .describe('When the run was requested, as ISO 8601 in UTC; "" if the dossier has never been run.'),
        lastReportedAt: z
          .string()
          .describe('When the run last reported progress, as ISO 8601 in UTC; "" if the dossier has never been run.'),
        lastReportedBy: z
          .string()
          .describe('The name of the step that last reported progress; "" if the dossier has never been run.'),
        agentId: z.string().describe('The id of the dossier; "" if the dossier has never been run.'),
        success: z.boolean().describe("Whether the run has completed, so that it has a report."),
      })
      .describe("The state of the newest run."),
    createdAt: z.string().describe("When the dossier was created, as ISO 8601 in UTC."),
  })
  .meta({ id: "Dossier" });

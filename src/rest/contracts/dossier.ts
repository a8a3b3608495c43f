import { z } from "zod";
import { filteredPagination, word } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected } from "./values.ts";

const uuids = () =>
  z.array(z.uuid(expected("a UUID")), expected("a list of UUIDs")).max(200, "has more than 200 entries");

export const DossierFilters = strictFields({
  agentIds: uuids().optional(),
  agentTypes: z
    .array(oneOf(["company", "market", "theme"]), expected("a list of strings"))
    .max(200, "has more than 200 entries")
    .optional(),
  query: word().optional().describe("A part of the question, ignoring case and accents."),
  createdBy: uuids().optional(),
}).meta({ id: "DossierFilters" });

export const DossierSort = z
  .array(
    strictFields({ field: oneOf(["createdAt", "lastModifiedAt", "query", "agentId"]), order: order() }),
    expected("a list of {field, order}"),
  )
  .meta({ maxItems: 5 });

export const DossierMetadata = z.strictObject({
  pagination: z.strictObject(filteredPagination("dossiers in the collection without the filters")),
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
    lastTaskStatus: z.strictObject({
      taskId: z.uuid(),
      createdAt: z.string(),
      lastReportedAt: z.string(),
      lastReportedBy: z.string(),
      agentId: z.string(),
      success: z.boolean(),
    }),
    createdAt: z.string(),
  })
  .meta({ id: "Dossier" });

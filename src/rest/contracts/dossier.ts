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
  query: word().optional().meta({ description: "A part of the question, ignoring case and accents." }),
  createdBy: uuids().optional(),
}).meta({ id: "DossierFilters" });

export const DossierSort = z
  .array(
    strictFields({ field: oneOf(["createdAt", "lastModifiedAt", "query", "agentId"]), order: order() }),
    expected("a list of {field, order}"),
  )
  .meta({ maxItems: 5 });

export const DossierMetadata = z.strictObject({
  pagination: z.strictObject(filteredPagination()),
  filters: DossierFilters.meta({ description: "The value of the request." }),
  sort: DossierSort.meta({ description: "The value of the request." }),
});

export const Dossier = z
  .strictObject({
    agentId: z.string(),
    query: z.string(),
    createdBy: z.uuid(),
    lastModifiedAt: z.string(),
    lastTaskId: z.uuid().meta({ description: "The newest run; the nil UUID where the dossier never ran." }),
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

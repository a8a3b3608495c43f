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
  query: word().optional().meta({ description: "Part of the question, in any case, with or without accents." }),
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
  filters: DossierFilters.meta({ description: "As sent." }),
  sort: DossierSort.meta({ description: "As sent." }),
});

export const Dossier = z
  .strictObject({
    agentId: z.string(),
    query: z.string(),
    createdBy: z.uuid(),
    lastModifiedAt: z.string(),
    lastTaskId: z.uuid().meta({ description: "The nil UUID when it never ran." }),
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

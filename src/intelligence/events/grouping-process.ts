import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

// Exits with the parent, because only the parent needs the groups.
process.once("disconnect", () => process.exit());
process.on("message", (documents: GroupingDocument[]) => {
  process.send?.(groupDocuments(documents));
});

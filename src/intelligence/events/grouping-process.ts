import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

// Ends when the parent is gone: its groups are not needed any more.
process.once("disconnect", () => process.exit());
process.on("message", (documents: GroupingDocument[]) => {
  process.send?.(groupDocuments(documents));
});

import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

// Nobody waits for the groups of a process that is gone.
process.once("disconnect", () => process.exit());
process.on("message", (documents: GroupingDocument[]) => {
  process.send?.(groupDocuments(documents));
});

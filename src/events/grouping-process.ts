import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

// Nobody waits for the groups of a process that is gone.
process.once("disconnect", () => process.exit(1));
process.once("message", (documents: GroupingDocument[]) => {
  process.send?.(groupDocuments(documents), () => process.exit(0));
});

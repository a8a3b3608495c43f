import { resolve } from "node:path";
import { z } from "zod";
import { oneName } from "./values.ts";

/** The part of the environment that says which GraphQL documents are known beforehand. */
export const documentsEnvironment = {
  PERSISTED_DOCUMENTS: z.string().min(1).optional(),
  PERSISTED_DOCUMENTS_ONLY: oneName(["on", "off"]).default("off"),
};

export interface DocumentsConfig {
  /** File of documents by their ids (docs/clients.md). Undefined: none. */
  file: string | undefined;
  /** Whether no other document is answered. */
  isAllowList: boolean;
}

/** The settings of persisted documents, and what is wrong with them. */
export function readDocuments(e: z.output<z.ZodObject<typeof documentsEnvironment>>): {
  documents: DocumentsConfig;
  mistakes: string[];
} {
  const { PERSISTED_DOCUMENTS: file, PERSISTED_DOCUMENTS_ONLY: only } = e;
  return {
    documents: { file: file === undefined ? undefined : resolve(file), isAllowList: only === "on" },
    mistakes:
      only === "on" && file === undefined
        ? ["PERSISTED_DOCUMENTS_ONLY=on needs PERSISTED_DOCUMENTS, the file of the documents that are answered"]
        : [],
  };
}

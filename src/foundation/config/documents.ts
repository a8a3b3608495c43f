import { resolve } from "node:path";
import { z } from "zod";
import { oneName } from "./values.ts";

/** Environment variables that name the GraphQL documents known beforehand. */
export const documentsEnvironment = {
  PERSISTED_DOCUMENTS: z
    .string()
    .min(1)
    .optional()
    .describe("file of [GraphQL documents that clients name by an id](clients.md#persisted-documents)"),
  PERSISTED_DOCUMENTS_ONLY: oneName(["on", "off"]).default("off").describe("`on`: all other documents are refused"),
};

export interface DocumentsConfig {
  /** File of documents by their ids (docs/clients.md); undefined means none. */
  file: string | undefined;
  /** Whether all other documents are refused. */
  isAllowList: boolean;
}

/** Reads the settings of persisted documents. Also returns what is wrong with them. */
export function readDocuments(e: z.output<z.ZodObject<typeof documentsEnvironment>>): {
  documents: DocumentsConfig;
  mistakes: string[];
} {
  const { PERSISTED_DOCUMENTS: file, PERSISTED_DOCUMENTS_ONLY: only } = e;
  return {
    documents: { file: file === undefined ? undefined : resolve(file), isAllowList: only === "on" },
    mistakes:
      only === "on" && file === undefined
        ? ["PERSISTED_DOCUMENTS_ONLY=on requires PERSISTED_DOCUMENTS, the file with the allowed documents"]
        : [],
  };
}

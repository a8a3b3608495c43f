import { resolve } from "node:path";
import { z } from "zod";
import { oneName } from "./values.ts";

/** Environment variables that name the GraphQL documents known beforehand. */
export const documentsEnvironment = {
  PERSISTED_DOCUMENTS: z.string().min(1).optional(),
  PERSISTED_DOCUMENTS_ONLY: oneName(["on", "off"]).default("off"),
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

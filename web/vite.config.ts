import { formatDocument, stringifyDocument } from "@urql/core";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import * as documents from "./src/generated/graphql.ts";

/** Writes the documents as the client sends them, for servers that answer listed documents alone. */
function listDocuments(): Plugin {
  return {
    name: "list-documents",
    generateBundle() {
      const texts = Object.entries(documents)
        .filter(([name]) => name.endsWith("Document"))
        .flatMap(([, document]) => [stringifyDocument(document), stringifyDocument(formatDocument(document))]);
      this.emitFile({ type: "asset", fileName: "documents.json", source: JSON.stringify([...new Set(texts)]) });
    },
  };
}

/** The explorer's files, as the API serves them: dist/web/ below /explorer. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/explorer/",
  plugins: [react(), listDocuments()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The policy lets no data: address in, except for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licences of what is joined.
    license: { fileName: "licenses.md" },
  },
  server: { proxy: { "/graphql": process.env.EXPLORER_API ?? "http://127.0.0.1:4000" } },
});

import { readFileSync, writeFileSync } from "node:fs";
import { restDocuments } from "#rest/documents";

/** Writes the documents that are made from the router of /v2: `npm run openapi`. */
const docs = new URL("../docs/", import.meta.url);
const { openapi, restPage } = restDocuments(readFileSync(new URL("rest.md", docs), "utf8"));
writeFileSync(new URL("openapi.json", docs), openapi);
writeFileSync(new URL("rest.md", docs), restPage);

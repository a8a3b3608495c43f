import { readFileSync, writeFileSync } from "node:fs";
import { configurationPage } from "./configuration/configuration-page.ts";

/** Writes the tables of docs/configuration.md, which are made from the schema of the environment: `npm run configuration`. */
const page = new URL("../docs/configuration.md", import.meta.url);
writeFileSync(page, configurationPage(readFileSync(page, "utf8")));

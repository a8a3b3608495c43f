import { readLexiconFile } from "../../lexicon/read-lexicon-file.ts";
import shipped from "./event-taxonomy.json" with { type: "json" };
import { compileTaxonomy, type Taxonomy } from "./taxonomy.ts";
import { taxonomyFile } from "./taxonomy-file.ts";

/**
 * Loads the taxonomy of events: the operator's file, or the one shipped with the product.
 * @param path absolute or relative to the working directory; undefined for the shipped one
 * @throws ConfigurationError that lists every mistake of the file with its place, or says why the file cannot be read
 */
export function loadTaxonomy(path?: string): Taxonomy {
  return compileTaxonomy(readLexiconFile({ schema: taxonomyFile, shipped, variable: "EVENT_TAXONOMY" }, path));
}

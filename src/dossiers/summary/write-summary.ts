import { md, sentence } from "../report/markdown.ts";
import type { Material } from "../report/material.ts";
import type { SummarySentence } from "./verify-summary.ts";

/** Returns the sentences as a section of the report, with their author. `model` is `provider:model`. */
export function writeSummary(sentences: readonly SummarySentence[], model: string): Material {
  const all = [...new Set(sentences.flatMap(({ sources }) => sources))];
  return {
    heading: "Summary",
    statements: [
      ...sentences.map(({ text, sources }) => ({ text: sentence(md`${text}`), cites: sources })),
      { text: sentence(md`Written by ${model} from the sources cited.`), cites: all },
    ],
    tables: [],
    passages: [],
    sources: [],
    searched: [],
    differences: [],
  };
}

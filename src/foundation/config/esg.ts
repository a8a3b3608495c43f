import { resolve } from "node:path";
import { z } from "zod";

/** Environment variables that choose the ESG lexicon. */
export const esgEnvironment = {
  ESG_LEXICON: z.string().min(1).optional().meta({
    description: "file with the ESG labels and their patterns ([format](esg.md#how-labels-are-read))",
    unset: "the bundled one",
  }),
};

export interface EsgConfig {
  /** File with the labels and their patterns (docs/esg.md); undefined means the shipped one. */
  lexicon: string | undefined;
}

export function readEsgConfig({ ESG_LEXICON: path }: z.output<z.ZodObject<typeof esgEnvironment>>): EsgConfig {
  return { lexicon: path === undefined ? undefined : resolve(path) };
}

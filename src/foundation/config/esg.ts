import { resolve } from "node:path";
import { z } from "zod";

/** The part of the environment that says how ESG labels are read. */
export const esgEnvironment = { ESG_LEXICON: z.string().min(1).optional() };

export interface EsgConfig {
  /** File with the labels and their patterns (docs/esg.md). Undefined: the one that ships with the product. */
  lexicon: string | undefined;
}

export function readEsgConfig({ ESG_LEXICON: path }: z.output<z.ZodObject<typeof esgEnvironment>>): EsgConfig {
  return { lexicon: path === undefined ? undefined : resolve(path) };
}

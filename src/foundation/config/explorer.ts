import { z } from "zod";
import { oneName } from "./values.ts";

const onOrOff = oneName(["on", "off"]);

/** Whether a text is a scheme, a host and perhaps a port, and nothing else. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** The part of the environment that says whether the graph may be explored. */
export const explorerEnvironment = {
  GRAPHIQL: onOrOff.optional(),
  GRAPHQL_INTROSPECTION: onOrOff.optional(),
  EMBED_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ""))
    .refine(
      (origins) => origins.every(isOrigin),
      "must be origins such as https://portal.example.com, separated by commas",
    )
    .optional(),
};

type Environment = z.output<z.ZodObject<typeof explorerEnvironment>>;

/** Whether the graph can be explored. */
export interface ExplorerConfig {
  /** Whether a browser is shown GraphiQL at /graphql. */
  graphiql: boolean;
  /** Whether introspection queries are answered. */
  introspection: boolean;
  /** Sites whose pages may have a market in a frame. */
  embedOrigins: readonly string[];
}

/** Both are on, except in production, where an operator turns them on. Also returns what is wrong with the settings. */
export function readExplorer(e: Environment & { NODE_ENV: string }): { explorer: ExplorerConfig; mistakes: string[] } {
  const byDefault = e.NODE_ENV === "production" ? "off" : "on";
  const introspection = (e.GRAPHQL_INTROSPECTION ?? byDefault) === "on";
  const mistakes =
    e.GRAPHIQL === "on" && !introspection
      ? ["GRAPHIQL=on needs GRAPHQL_INTROSPECTION=on: it shows what the schema tells"]
      : [];
  const graphiql = introspection && (e.GRAPHIQL ?? byDefault) === "on";
  return { explorer: { introspection, graphiql, embedOrigins: e.EMBED_ORIGINS ?? [] }, mistakes };
}

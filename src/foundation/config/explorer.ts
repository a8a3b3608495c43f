import { z } from "zod";
import { oneName } from "./values.ts";

const onOrOff = oneName(["on", "off"]);

/** Whether a text is a scheme, a host and an optional port, and nothing else. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ""))
  .refine((all) => all.every(isOrigin), "must be origins such as https://portal.example.com, separated by commas");

/** Environment variables that say whether clients may explore the graph, and from which sites pages come. */
export const explorerEnvironment = {
  GRAPHIQL: onOrOff
    .optional()
    .meta({ description: "whether browsers get GraphiQL at `/graphql`", unset: "`on`, in production `off`" }),
  GRAPHQL_INTROSPECTION: onOrOff
    .optional()
    .meta({ description: "whether introspection is allowed", unset: "`on`, in production `off`" }),
  EMBED_ORIGINS: origins.optional().meta({
    description:
      "sites that may embed a market of the [explorer](explorer.md) in a frame, such as `https://portal.example.com`",
    unset: "none",
  }),
  CORS_ORIGINS: origins.optional().meta({
    description:
      "sites whose pages may call the API with a key or a token, such as `https://app.example.com` ([browsers](authentication.md#browsers-of-other-sites))",
    unset: "none",
  }),
};

type Environment = z.output<z.ZodObject<typeof explorerEnvironment>>;

/** Whether the graph can be explored. */
export interface ExplorerConfig {
  /** Whether browsers get GraphiQL at /graphql. */
  graphiql: boolean;
  /** Whether introspection queries are answered. */
  introspection: boolean;
  /** Sites whose pages may embed a market in a frame. */
  embedOrigins: readonly string[];
  /** Sites whose pages may use the API. */
  corsOrigins: readonly string[];
}

/**
 * Reads the settings of the explorer: both are on by default, except in production. Also returns what is wrong with
 * them.
 */
export function readExplorer(e: Environment & { NODE_ENV: string }): { explorer: ExplorerConfig; mistakes: string[] } {
  const byDefault = e.NODE_ENV === "production" ? "off" : "on";
  const introspection = (e.GRAPHQL_INTROSPECTION ?? byDefault) === "on";
  const mistakes =
    e.GRAPHIQL === "on" && !introspection
      ? ["GRAPHIQL=on requires GRAPHQL_INTROSPECTION=on, because GraphiQL reads the schema by introspection"]
      : [];
  const graphiql = introspection && (e.GRAPHIQL ?? byDefault) === "on";
  return {
    explorer: { introspection, graphiql, embedOrigins: e.EMBED_ORIGINS ?? [], corsOrigins: e.CORS_ORIGINS ?? [] },
    mistakes,
  };
}

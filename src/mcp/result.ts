import type { CallToolResult } from "@modelcontextprotocol/server";

/** An object of a result that `resources/read` returns, or a file for download. */
export interface Link {
  uri: string;
  name: string;
  /** By default JSON. */
  mimeType?: string;
}

export interface Answered {
  /** A JSON object. */
  value: object;
  links?: readonly Link[];
}

/** Returns a result for the model: the same value as text and as structure, with links for further reading. */
export function resultOf({ value, links = [] }: Answered): CallToolResult {
  const text = JSON.stringify(value);
  return {
    content: [
      { type: "text", text },
      ...links.map((link) => ({ type: "resource_link" as const, mimeType: "application/json", ...link })),
    ],
    structuredContent: JSON.parse(text),
  };
}

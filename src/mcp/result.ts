import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** An object of a result that `resources/read` returns. */
export interface Link {
  uri: string;
  name: string;
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
      ...links.map(({ uri, name }) => ({ type: "resource_link" as const, uri, name, mimeType: "application/json" })),
    ],
    structuredContent: JSON.parse(text),
  };
}

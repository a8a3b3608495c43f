import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Prompt } from "./language-model.ts";

/** `version:` between two lines of dashes, then the instructions. */
const LAYOUT = /^---\r?\nversion: *(\S+)\r?\n---\r?\n([\s\S]+)$/;

/** Reads a prompt: a Markdown file that begins with its version. @throws Error for a file without one */
export function readPrompt(url: URL): Prompt {
  const [, version, text] = LAYOUT.exec(readFileSync(url, "utf8")) ?? [];
  const name = basename(fileURLToPath(url), ".md");
  if (version === undefined || text === undefined)
    throw new Error(`the prompt ${name} does not begin with its version`);
  return { name, version, instructions: text.trim() };
}

/** Whether this program runs from its TypeScript sources (development, tests) and not from the build. */
export const runsFromSource = (moduleUrl: string): boolean => moduleUrl.endsWith(".ts");

/** The URL of a module beside the caller's, with the extension that it has where the program runs (.ts or .js). */
export function siblingModule(moduleUrl: string, name: string): URL {
  return new URL(`./${name}.${runsFromSource(moduleUrl) ? "ts" : "js"}`, moduleUrl);
}

/** Options for Node to run such a module in a process of its own. */
export function sourceLoader(moduleUrl: string): string[] {
  return runsFromSource(moduleUrl) ? ["--import", "tsx"] : [];
}

/** Whether this program runs from its TypeScript sources (development, tests) rather than from the build. */
export const runsFromSource = (moduleUrl: string): boolean => moduleUrl.endsWith(".ts");

/** Returns the URL of a module beside the caller's, with the extension of the running program (.ts or .js). */
export function siblingModule(moduleUrl: string, name: string): URL {
  return new URL(`./${name}.${runsFromSource(moduleUrl) ? "ts" : "js"}`, moduleUrl);
}

/** Returns Node's options to run such a module in a separate process. */
export function sourceLoader(moduleUrl: string): string[] {
  return runsFromSource(moduleUrl) ? ["--import", "tsx"] : [];
}

/** The package's own types describe an ES module with a default export; what it has is a CommonJS function. */
declare module "robots-parser" {
  interface Robots {
    /** Undefined for an address of another site. */
    isAllowed(url: string, userAgent?: string): boolean | undefined;
    /** In seconds. */
    getCrawlDelay(userAgent?: string): number | undefined;
  }
  function parseRobots(url: string, contents: string): Robots;
  export = parseRobots;
}

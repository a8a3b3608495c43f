import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { startLocalServer } from "./local-server.ts";

export interface SmallWeb {
  /** For `startSystem` or a worker. */
  fetcher: Fetcher;
  /** What was asked for, in order. */
  asked: string[];
  stop(): Promise<void>;
}

/**
 * A web of invented sites on a server of this machine: pages of HTML by domain and path, read anew for each request. An
 * https address in the place of a page redirects there, and `null` never answers. An unknown path is 404. An unknown
 * domain resolves to an address of an inner network, and is refused.
 */
export async function startSmallWeb(sites: Record<string, Record<string, string | null>>): Promise<SmallWeb> {
  const server = await startLocalServer((request, response) => {
    const [, domain = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const body = sites[domain]?.[path];
    if (body === null) return;
    response
      .writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(body ?? "none");
  });
  const host = server.hostAndPort;
  const local = createFetcher({ allow: [host] });
  const guarded = createFetcher({ resolve: async () => ["10.0.0.7"] });
  const asked: string[] = [];
  return {
    asked,
    fetcher: {
      async fetch(url, options) {
        const { hostname, pathname, origin } = new URL(url);
        asked.push(url);
        const body = sites[hostname]?.[pathname];
        if (body?.startsWith("https://")) return this.fetch(body, options);
        if (sites[hostname] === undefined) return guarded.fetch(url, options);
        const answer = await local.fetch(`http://${host}/${hostname}${pathname}`, options);
        return { ...answer, url: `${origin}${pathname}` };
      },
      // Several workers of a test use it one after the other.
      close: async () => {},
    },
    async stop() {
      await Promise.all([local.close(), guarded.close(), server.stop()]);
    },
  };
}

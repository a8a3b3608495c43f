import { hostOf } from "./check-url.ts";
import { createFetcher, type Fetcher, type FetcherOptions } from "./fetcher.ts";
import { createHostQueue, type HostQueueOptions } from "./host-queue.ts";
import { createRobots } from "./robots.ts";

export type PoliteFetcherOptions = FetcherOptions & HostQueueOptions;

/**
 * A fetcher that respects site owners. It checks robots.txt for each address, redirects included, and sends one request
 * at a time to a host, with a pause between. The pause is kept within this process.
 */
export function createPoliteFetcher(options: PoliteFetcherOptions): Fetcher {
  const queue = createHostQueue(options);
  const plain = createFetcher(options, (url, send, signal) => queue.run(hostOf(url), send, { signal }));
  const checkRobots = createRobots(plain);
  const polite = createFetcher(options, async (url, send, signal) => {
    const delayMs = await checkRobots(url);
    return queue.run(hostOf(url), send, { signal, delayMs });
  });
  return {
    fetch: polite.fetch,
    async close() {
      await Promise.all([plain.close(), polite.close()]);
    },
  };
}

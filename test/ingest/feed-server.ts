import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FeedServer {
  url: string;
  /** Host and port, as the fetcher's allow-list writes them. */
  hostAndPort: string;
  /** Requests since the server began, oldest first. */
  requests: IncomingMessage[];
  /** What the server does from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A server on loopback that stands for a publisher. */
export async function startFeedServer(): Promise<FeedServer> {
  const server = createServer((request, response) => {
    state.requests.push(request);
    state.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const state: FeedServer = {
    url: `http://127.0.0.1:${port}/feed`,
    hostAndPort: `127.0.0.1:${port}`,
    requests: [],
    answer: (_request, response) => response.writeHead(404).end(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** An RSS feed with an entry for each title. */
export function rssOf(...titles: string[]): string {
  const items = titles.map(
    (title, i) =>
      `<item><title>${title}</title><link>https://press.example.com/${title.length}-${i}</link><pubDate>Mon, 01 Jun 2026 10:00:00 GMT</pubDate></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Press</title>${items.join("")}</channel></rss>`;
}

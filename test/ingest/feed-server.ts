import type { IncomingMessage, ServerResponse } from "node:http";
import { startLocalServer } from "../support/local-server.ts";

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
  const { url, hostAndPort, stop } = await startLocalServer((request, response) => {
    state.requests.push(request);
    state.answer(request, response);
  });
  const state: FeedServer = {
    url: `${url}/feed`,
    hostAndPort,
    requests: [],
    answer: (_request, response) => response.writeHead(404).end(),
    close: stop,
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

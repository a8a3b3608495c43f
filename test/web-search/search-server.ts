import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface SearchRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

export interface Page {
  url: string;
  title: string;
  snippet: string;
}

/** How one request is answered, in place of the pages. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body: string }
  | { cutOffAfter: string }
  | { silent: true };

export interface SearchServer {
  url: string;
  requests: SearchRequest[];
  /** What is found for a query, in whatever protocol it is asked. */
  find: (query: string) => Page[];
  /** Answers before that, in turn. */
  answers: Answer[];
  stop(): Promise<void>;
}

/** The words that were asked for, and the answer in the form of the protocol that asked. */
function inProtocol({ path, query, body }: SearchRequest, find: SearchServer["find"]): object {
  if (path === "/res/v1/web/search") {
    const pages = find(query.get("q") ?? "");
    return pages.length === 0
      ? { type: "search" }
      : {
          type: "search",
          web: {
            type: "search",
            results: pages.map(({ url, title, snippet }) => ({ url, title, description: snippet })),
          },
        };
  }
  if (body.numResults !== undefined)
    return {
      requestId: "1",
      results: find(String(body.query)).map(({ url, title, snippet }) => ({
        id: url,
        url,
        title,
        highlights: [snippet],
        publishedDate: null,
      })),
      costDollars: { total: 0.007 },
    };
  if (body.max_results !== undefined)
    return {
      query: body.query,
      results: find(String(body.query)).map(({ url, title, snippet }) => ({
        url,
        title,
        content: snippet,
        score: 0.5,
        raw_content: null,
      })),
      response_time: 0.4,
    };
  return {
    query: query.get("q"),
    number_of_results: 0,
    results: find(query.get("q") ?? "").map(({ url, title, snippet }) => ({
      url,
      title,
      content: snippet,
      engine: "test",
      publishedDate: null,
    })),
    unresponsive_engines: [],
  };
}

/** A server on this machine's loopback that speaks the protocols of SearXNG, Exa, Tavily and Brave. */
export async function startSearchServer(): Promise<SearchServer> {
  const http = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const asked: SearchRequest = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: text === "" ? {} : JSON.parse(text),
      };
      server.requests.push(asked);
      const answer = server.answers.shift() ?? { body: JSON.stringify(inProtocol(asked, server.find)) };
      if ("silent" in answer) return;
      if ("cutOffAfter" in answer) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "10000" });
        response.write(answer.cutOffAfter);
        setTimeout(() => response.destroy(), 20);
        return;
      }
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: SearchServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    find: () => [],
    answers: [],
    stop: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

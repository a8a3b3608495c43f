import type { IncomingMessage } from "node:http";
import { type Answer, bodyOf, giveAnswer, type LocalServer, startLocalServer } from "../support/local-server.ts";

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

export interface SearchServer extends LocalServer {
  requests: SearchRequest[];
  /** What is found for a query, in whatever protocol it is asked. */
  find: (query: string) => Page[];
  /** Answers before that, in turn. */
  answers: Answer[];
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
  const local = await startLocalServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const text = await bodyOf(request);
    const asked: SearchRequest = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
    server.requests.push(asked);
    giveAnswer(response, server.answers.shift() ?? { body: JSON.stringify(inProtocol(asked, server.find)) });
  });
  const server: SearchServer = { ...local, requests: [], find: () => [], answers: [] };
  return server;
}

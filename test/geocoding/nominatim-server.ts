import type { IncomingMessage } from "node:http";
import { type Answer, giveAnswer, type LocalServer, startLocalServer } from "../support/local-server.ts";

export interface NominatimRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Milliseconds of a clock that only goes forward. */
  at: number;
}

/** What is at a point, or under a name, as the server knows it. */
export interface KnownPlace {
  lat: string;
  lon: string;
  address: Record<string, string>;
}

export interface NominatimServer extends LocalServer {
  requests: NominatimRequest[];
  /** What is known; null: nothing is there. */
  find: (query: URLSearchParams) => KnownPlace | null;
  /** Answers before that, in turn. */
  answers: Answer[];
}

const LICENCE = "Data of a test server";

/** One object of the map, with the fields that a real server sends beside those that count. */
const inProtocol = ({ lat, lon, address }: KnownPlace) => ({
  place_id: 1,
  licence: LICENCE,
  osm_type: "relation",
  osm_id: 62_428,
  lat,
  lon,
  category: "boundary",
  type: "administrative",
  place_rank: 12,
  importance: 0.8,
  addresstype: "city",
  name: address.city ?? "",
  display_name: Object.values(address).join(", "),
  address,
  boundingbox: ["48.0", "48.3", "11.3", "11.8"],
});

/** A server on this machine's loopback that speaks the protocol of Nominatim: `/reverse` and `/search`. */
export async function startNominatimServer(): Promise<NominatimServer> {
  const local = await startLocalServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    server.requests.push({ path: pathname, query: searchParams, headers: request.headers, at: performance.now() });
    const known = server.find(searchParams);
    const answer: Answer = server.answers.shift() ?? {
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(
        pathname === "/search"
          ? known === null
            ? []
            : [inProtocol(known)]
          : known === null
            ? { error: "Unable to geocode" }
            : inProtocol(known),
      ),
    };
    giveAnswer(response, answer);
  });
  const server: NominatimServer = { ...local, requests: [], find: () => null, answers: [] };
  return server;
}

import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "graphql-sse";
import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";

const ANSWER_MS = 20_000;
const PAUSE_MS = [100, 900] as const;

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read as a client without types would
  body: any;
}

/** The two APIs, as a client that does not give up uses them. */
export interface Door {
  /**
   * Sends a request again, each time to any of the APIs, until there is a definite answer. A status that says neither yes
   * nor no (429, 502–504, an answer still in flight) is none. Null: the trial ended first.
   */
  ask(
    method: "GET" | "POST",
    path: string,
    options: { key: string; body?: unknown; once?: string },
  ): Promise<Answer | null>;
  /** The data of a GraphQL operation, asked for in the same way; an error's code where it is refused. */
  graph(
    key: string,
    query: string,
    variables: object,
    once?: string,
  ): Promise<{ data?: Answer["body"]; code?: string } | null>;
  /** Sends a request once; null where there is no answer. */
  try(api: number, path: string, options: { key: string; body?: unknown; once?: string }): Promise<Answer | null>;
  /** Follows the progress of a market from after a sequence on, through interruptions, until it is complete or the trial ends. */
  follow(key: string, marketId: number, see: (entry: { sequence: number; message: string }) => void): Promise<void>;
  /** False once clients should come to an end. */
  isOpen(): boolean;
}

/** What is said of a request under an Idempotency-Key of which another attempt has not ended. */
const UNDECIDED = /still in flight|taken over/;

const isIndefinite = ({ status, body }: Answer) =>
  status === 429 || (status >= 502 && status <= 504) || (status === 409 && UNDECIDED.test(JSON.stringify(body)));

/** @param isPatient false when even what is under way is to be given up */
export function openDoor(
  apis: readonly [string, string],
  { journal, random, isOpen, isPatient }: { journal: Journal; random: Random; isOpen(): boolean; isPatient(): boolean },
): Door {
  async function send(
    api: number,
    method: string,
    path: string,
    { key, body, once }: { key: string; body?: unknown; once?: string },
  ): Promise<Answer | null> {
    try {
      const response = await fetch(`${apis[api % 2]}${path}`, {
        method,
        headers: {
          "x-api-key": key,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(once === undefined ? {} : { "idempotency-key": once }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await response.text();
      if (response.status === 500) journal.faults.push(`500 at ${method} ${path}: ${text.slice(0, 300)}`);
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    } catch {
      return null;
    }
  }

  const door: Door = {
    isOpen,
    try: (api, path, options) => send(api, options.body === undefined ? "GET" : "POST", path, options),
    async ask(method, path, options) {
      while (isPatient()) {
        const answer = await send(random.between(0, 1), method, path, options);
        if (answer !== null && !isIndefinite(answer)) return answer;
        await sleep(random.between(...PAUSE_MS));
      }
      return null;
    },
    async graph(key, query, variables, once) {
      while (isPatient()) {
        const answer = await door.ask("POST", "/graphql", {
          key,
          body: { query, variables },
          ...(once === undefined ? {} : { once }),
        });
        if (answer === null) return null;
        const { extensions, message } = answer.body?.errors?.[0] ?? {};
        const code: string | undefined = extensions?.code;
        if (code === "INTERNAL_SERVER_ERROR")
          journal.faults.push(`${code}: ${JSON.stringify(answer.body).slice(0, 300)}`);
        if (code === undefined) return { data: answer.body.data };
        if (code !== "SERVICE_UNAVAILABLE" && code !== "RATE_LIMITED" && !UNDECIDED.test(message)) return { code };
        await sleep(random.between(...PAUSE_MS));
      }
      return null;
    },
    async follow(key, marketId, see) {
      let after = 0;
      while (isPatient()) {
        const client = createClient({
          url: `${apis[random.between(0, 1)]}/graphql`,
          headers: { "x-api-key": key },
          retryAttempts: 0,
        });
        try {
          const progress = client.iterate<{ discoveryProgress: { sequence: number; message: string } }>({
            query: `subscription ($marketId: Int!, $after: Int!) {
              discoveryProgress(marketId: $marketId, after: $after) { sequence message }
            }`,
            variables: { marketId, after },
          });
          let refused = false;
          for await (const { data, errors } of progress) {
            refused ||= errors !== undefined;
            if (data == null) continue;
            see(data.discoveryProgress);
            after = data.discoveryProgress.sequence;
          }
          if (!refused) return;
        } catch {
          // Interrupted: resumed after what was seen.
        } finally {
          client.dispose();
        }
        await sleep(random.between(...PAUSE_MS));
      }
    },
  };
  return door;
}

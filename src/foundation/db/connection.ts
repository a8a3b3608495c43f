import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterTurns } from "./turns.ts";

/** What node-postgres says when a statement was not answered within `query_timeout`, and so do we. */
export const NOT_ANSWERED = "Query read timeout";
/** Between an answer and the next question whether somebody is there. */
const PAUSE_MS = 500;

export interface ConnectionLimits {
  /** A connection that is not made within this time is given up. */
  connectMs: number;
}

/**
 * A connection that can be cut. It is cut where a statement was not answered in time: the driver alone would hand the connection, with the
 * statement still under way, to the next one who asks.
 */
export class Connection extends pg.Client {
  constructor(config: pg.ClientConfig, { connectMs }: ConnectionLimits) {
    super(config);
    // One that breaks between two statements tells its listeners; without a listener that would end the process.
    this.on("error", () => {});
    const cancel = afterTurns(connectMs, () => this.cut(new Error("timeout expired")));
    this.once("connect", cancel);
    this.once("end", cancel);
    this.query = new Proxy(this.query, {
      apply: (query, _self, parameters) => {
        const answer: unknown = Reflect.apply(query, this, parameters);
        if (answer instanceof Promise)
          answer.catch((error: unknown) => {
            if (error instanceof Error && error.message === NOT_ANSWERED) this.cut(error);
          });
        return answer;
      },
    });
  }

  /** Ends it at once; whoever waits for an answer is told the reason. The server need not take part, as it would in `end`. */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  /** Ends it without waiting for a server that may not answer. */
  abandon(): void {
    this.end().catch(() => {});
    this.connection.stream.destroy();
  }

  /** A statement without result, answered within this time. The connection is cut where it is not. */
  async ask(text: string, values: unknown[], withinMs: number): Promise<void> {
    const cancel = afterTurns(withinMs, () => this.cut(new Error(NOT_ANSWERED)));
    await this.query(text, values).finally(cancel);
  }

  /**
   * Asks again and again whether anybody is there: a server that hangs, and a proxy that has lost it, give no error by themselves.
   * Resolves when the signal is aborted.
   * @throws when nobody has answered for so long, or the connection has ended
   */
  async untilSilent(silenceMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.ask("SELECT 1", [], silenceMs);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

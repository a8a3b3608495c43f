import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { limitPrepared } from "./prepared-statements.ts";
import { seeAnswered, statementsAreSeen } from "./statements-seen.ts";
import { afterTurns } from "./turns.ts";

/** node-postgres' message for a statement that was not answered within `query_timeout`; we use it too. */
export const NOT_ANSWERED = "Query read timeout";
/** Pause between an answer and the next probe. */
const PAUSE_MS = 500;

export interface ConnectionOptions {
  /** Time limit for making a connection. */
  connectMs: number;
  /** False where the server, or a pooler before it, does not support named statements. */
  knowsPrepared?: boolean;
}

/** Returns the text of a statement in any form that the driver takes. */
function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return typeof statement === "object" && statement !== null && "text" in statement ? String(statement.text) : "";
}

/**
 * A connection that can be cut.
 * It is cut when a statement gets no answer in time.
 * The driver alone would give the connection to the next caller while that statement is still running.
 */
export class Connection extends pg.Client {
  constructor(config: pg.ClientConfig, { connectMs, knowsPrepared = true }: ConnectionOptions) {
    super(config);
    limitPrepared(this.connection);
    // A connection that breaks between two statements emits an error, which would end the process without a listener.
    this.on("error", () => {});
    const cancel = afterTurns(connectMs, () => this.cut(new Error("timeout expired")));
    this.once("connect", cancel);
    this.once("end", cancel);
    // Every statement passes here, and calls through a `Proxy` are slow.
    const run: (...parameters: unknown[]) => unknown = this.query.bind(this);
    this.query = ((...parameters: unknown[]) => {
      const [statement] = parameters;
      if (!knowsPrepared && typeof statement === "object" && statement !== null) Object.assign(statement, { name: "" });
      const answer = run(...parameters);
      if (answer instanceof Promise && statementsAreSeen()) seeAnswered(textOf(parameters[0]), answer);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === NOT_ANSWERED) this.cut(error);
        });
      return answer;
    }) as typeof this.query;
  }

  /**
   * Ends the connection at once; pending statements fail with the reason. Unlike `end`, it does not need the server's
   * cooperation.
   */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  /** Ends the connection without waiting for a server that may not answer. */
  abandon(): void {
    this.end().catch(() => {});
    this.connection.stream.destroy();
  }

  /** Runs a statement without a result. Cuts the connection where no answer comes in time. */
  async ask(text: string, values: unknown[], withinMs: number): Promise<void> {
    const cancel = afterTurns(withinMs, () => this.cut(new Error(NOT_ANSWERED)));
    await this.query(text, values).finally(cancel);
  }

  /**
   * Probes the server repeatedly, because a hung server or a proxy that lost it raises no error. Resolves when the
   * signal is aborted.
   * @throws where no answer comes within the limit, or the connection has ended
   */
  async untilSilent(silenceMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.ask("SELECT 1", [], silenceMs);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

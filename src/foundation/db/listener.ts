import pg from "pg";
import type { Connection } from "./connection.ts";

type Wake = (payload: string | null) => void;

/** The notifications of one channel. They are only a wake-up call: readers read the table. */
export interface Listener {
  /**
   * Calls `wake` with the payload of each notification. The payload is null when the connection is lost and again when
   * it is back, because notifications may be missing.
   */
  subscribe(wake: Wake): () => void;
  /** Whether notifications arrive now, as far as is known. */
  isListening(): boolean;
}

/** The channels to which a process listens on one connection, each with any number of subscribers. */
export class Channels {
  readonly #subscribers = new Map<string, Set<Wake>>();
  readonly #silenceMs: number;
  #connection: Connection | null = null;

  /** @param silenceMs a server that does not answer LISTEN within this time counts as away */
  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
  }

  listen(channel: string): Listener {
    const subscribers = this.#subscribers.get(channel) ?? new Set<Wake>();
    this.#subscribers.set(channel, subscribers);
    // A failure ends the connection, and the next one listens to all channels.
    if (this.#connection !== null) this.#begin(this.#connection, channel).catch(() => {});
    return {
      subscribe(wake) {
        subscribers.add(wake);
        return () => subscribers.delete(wake);
      },
      isListening: () => this.#connection !== null,
    };
  }

  /** Listens on this connection from now on. @throws where the server does not answer */
  async attach(connection: Connection): Promise<void> {
    connection.on("notification", ({ channel, payload }) => this.#tell(channel, payload ?? ""));
    for (const channel of this.#subscribers.keys()) await this.#begin(connection, channel);
    this.#connection = connection;
    connection.once("end", () => this.detach(connection));
    this.#tellAll();
  }

  /** Marks this connection as lost. */
  detach(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#tellAll();
  }

  #begin(connection: Connection, channel: string): Promise<void> {
    return connection.ask(`LISTEN ${pg.escapeIdentifier(channel)}`, [], this.#silenceMs);
  }

  #tellAll(): void {
    for (const channel of this.#subscribers.keys()) this.#tell(channel, null);
  }

  #tell(channel: string, payload: string | null): void {
    for (const wake of this.#subscribers.get(channel) ?? []) wake(payload);
  }
}

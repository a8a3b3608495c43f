import pg from "pg";
import { Connection } from "./connection.ts";
import { connectionOptions, type DatabaseLimits } from "./limits.ts";
import { afterTurns } from "./turns.ts";

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

export interface PoolOptions {
  max: number;
  limits: DatabaseLimits;
  /** Returns why no connection is given now; null while connections are given. */
  refusal: () => Error | null;
}

/**
 * A pool that refuses at once while the database is known to be away, and that can cut all its connections.
 * The limits bound the wait for a connection, even when all are busy.
 */
export class Pool extends pg.Pool {
  readonly #open = new Set<unknown>();
  readonly #refusal: () => Error | null;
  readonly #connectMs: number;

  constructor(url: string, { max, limits, refusal }: PoolOptions) {
    const { connectMs } = limits;
    super({
      ...connectionOptions(url, limits),
      max,
      Client: class extends Connection {
        constructor(config: pg.ClientConfig = {}) {
          super(config, { connectMs });
        }
      },
    });
    this.#refusal = refusal;
    this.#connectMs = connectMs;
    this.on("connect", (client) => this.#open.add(client));
    this.on("remove", (client) => this.#open.delete(client));
    // When the server closes an idle connection, the process must not end; the next statement opens another connection.
    this.on("error", () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (taken !== undefined) {
      this.#give(taken);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#give((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }

  #give(taken: Taken): void {
    const refused = this.#refusal();
    if (refused !== null) taken(refused, undefined, () => {});
    else if (this.idleCount > this.waitingCount) super.connect(taken);
    else this.#giveInTime(taken);
  }

  #giveInTime(taken: Taken): void {
    let isLate = false;
    const cancel = afterTurns(this.#connectMs, () => {
      isLate = true;
      taken(new Error("timeout exceeded when trying to connect"), undefined, () => {});
    });
    super.connect((error, client, done) => {
      cancel();
      // The caller has stopped waiting, so the connection goes back to the pool.
      if (isLate) done();
      else taken(error, client, done);
    });
  }

  /** Cuts every connection, busy or not. */
  cut(reason: Error): void {
    for (const client of this.#open) if (client instanceof Connection) client.cut(reason);
    this.#open.clear();
  }
}

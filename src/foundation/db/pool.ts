import pg from "pg";
import type { PoolerConfig } from "../config/database.ts";
import { Connection } from "./connection.ts";
import { connectionOptions, type DatabaseLimits, pooledOptions } from "./limits.ts";
import { afterTurns } from "./turns.ts";

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** The driver's message for it. */
const TOO_LATE = "timeout exceeded when trying to connect";

export interface PoolOptions {
  max: number;
  limits: DatabaseLimits;
  /** Returns why no connection is given now; null while connections are given. */
  refusal: () => Error | null;
  /** A pooler in transaction mode for the statements, which accepts no session settings. */
  pooler?: Pick<PoolerConfig, "knowsPrepared"> | undefined;
}

/**
 * A pool that refuses at once while the database is known to be away, and that can cut all its connections. The limits
 * bound the wait for a connection, even when all are busy. Work that holds a connection for longer than a statement,
 * such as a transaction, never takes the last one. A statement beside that transaction then finds a free one.
 */
export class Pool extends pg.Pool {
  readonly #open = new Set<unknown>();
  readonly #refusal: () => Error | null;
  readonly #connectMs: number;
  /** Number of connections that may still be held for longer than a statement, and those who wait to hold one. */
  #toHold: number;
  readonly #waiting: (() => void)[] = [];

  constructor(url: string, { max, limits, refusal, pooler }: PoolOptions) {
    const { connectMs } = limits;
    super({
      ...(pooler === undefined ? connectionOptions : pooledOptions)(url, limits),
      max,
      Client: class extends Connection {
        constructor(config: pg.ClientConfig = {}) {
          super(config, { connectMs, knowsPrepared: pooler?.knowsPrepared ?? true });
        }
      },
    });
    this.#refusal = refusal;
    this.#connectMs = connectMs;
    this.#toHold = Math.max(1, max - 1);
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
    return this.#hold();
  }

  async #hold(): Promise<pg.PoolClient> {
    await this.#turn();
    try {
      const client = await new Promise<pg.PoolClient>((resolve, reject) => {
        this.#give((error, client) => (client === undefined ? reject(error) : resolve(client)));
      });
      const release = client.release.bind(client);
      client.release = (broken) => {
        client.release = release;
        this.#endTurn();
        release(broken);
      };
      return client;
    } catch (error) {
      this.#endTurn();
      throw error;
    }
  }

  /** Waits for its turn to hold a connection. @throws Error after the time limit */
  async #turn(): Promise<void> {
    if (this.#toHold > 0) {
      this.#toHold -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        cancel();
        resolve();
      };
      const cancel = afterTurns(this.#connectMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new Error(TOO_LATE));
      });
      this.#waiting.push(begin);
    });
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#toHold += 1;
    else next();
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
      taken(new Error(TOO_LATE), undefined, () => {});
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

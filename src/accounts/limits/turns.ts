import { type AppError, RateLimitedError } from "#foundation/errors/index";

interface Waiting {
  weight: number;
  begin: () => void;
}

interface Line {
  /** The weight of the running work. */
  running: number;
  waiting: Waiting[];
}

export interface TurnsOptions {
  /** Weight of the work that runs at once for each key. */
  capacity: number;
  /** Longest wait for a turn. */
  patienceMs: number;
  /** How long finished work still occupies its weight, in milliseconds; by default not at all. */
  pauseMs?: (weight: number, tookMs: number) => number;
  /** Makes the error for work whose turn has not come in time; by default a RateLimitedError about the key. */
  refusal?: () => AppError;
}

const busyKey = () =>
  new RateLimitedError("other requests of this key are still in progress; try again later", 1, null);

/**
 * Limits the weight of each key's concurrent work; the rest waits in a queue, first come, first served. Work heavier
 * than the limit runs alone.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #capacity: number;
  readonly #patienceMs: number;
  readonly #pauseMs: TurnsOptions["pauseMs"];
  readonly #refusal: () => AppError;

  constructor({ capacity, patienceMs, pauseMs, refusal = busyKey }: TurnsOptions) {
    this.#capacity = capacity;
    this.#patienceMs = patienceMs;
    this.#pauseMs = pauseMs;
    this.#refusal = refusal;
  }

  /**
   * Resolves when such work may run.
   * @returns a function to call once when the work is done, with the shortest pause in milliseconds where it needs one
   * @throws AppError, the refusal, when the turn has not come in time
   */
  async take(key: string, weight: number): Promise<(leastMs?: number) => void> {
    const counted = Math.min(weight, this.#capacity);
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.waiting.length > 0 || line.running + counted > this.#capacity) await this.#wait(line, counted);
    else line.running += counted;
    const began = performance.now();
    const release = () => {
      line.running -= counted;
      this.#next(line);
      if (line.running === 0) this.#lines.delete(key);
    };
    return (leastMs = 0) => {
      const pause = Math.max(leastMs, this.#pauseMs?.(weight, performance.now() - began) ?? 0);
      if (pause > 0) setTimeout(release, pause).unref();
      else release();
    };
  }

  /** Runs the work in its turn. @throws AppError as `take` */
  async run<T>(key: string, weight: number, work: () => Promise<T> | T): Promise<T> {
    const done = await this.take(key, weight);
    try {
      return await work();
    } finally {
      done();
    }
  }

  /** Resolves when the weight has been added to the running weight. */
  #wait(line: Line, weight: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        weight,
        begin: () => {
          clearTimeout(timer);
          // Deferred, so that the event loop handles what has arrived between two pieces of work.
          setImmediate(resolve);
        },
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        // The next in the queue may be light enough to run.
        this.#next(line);
        reject(this.#refusal());
      }, this.#patienceMs);
      line.waiting.push(waiting);
    });
  }

  #next(line: Line): void {
    for (let [first] = line.waiting; first !== undefined; [first] = line.waiting) {
      if (line.running + first.weight > this.#capacity) return;
      line.waiting.shift();
      line.running += first.weight;
      first.begin();
    }
  }
}

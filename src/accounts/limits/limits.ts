import type { LimitsConfig } from "#foundation/config/limits";
import type { Database } from "#foundation/db/database";
import { RateLimitedError, ServiceUnavailableError } from "#foundation/errors/index";
import { eventLoopDelay } from "./event-loop-delay.ts";
import { type Balance, keyBudget } from "./key-budget.ts";
import { Turns } from "./turns.ts";

/** Work of one key that runs at once in a process, in points; one takes about 2 ms of it. */
const POINTS_AT_ONCE = 200;
/** Of requests that are being read: large bodies and long documents, in one piece each. */
const READING_AT_ONCE = 40;
/** Lighter work has a line of its own: a key's plain requests are not held up by its heavy ones. */
const HEAVY_FROM = 10;
/** Light pieces of work of one key that run at once: its neighbours wait for no more of them, however many it sends. */
const LIGHT_AT_ONCE = 16;
/** Costly steps of one key that run at once in a process. */
const COSTLY_AT_ONCE = 2;
/** Work waits for its turn for so long, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Streams live long: whoever has too many of them does not have fewer in a second. */
const STREAM_RETRY_SECONDS = 5;
/** What an overloaded process still takes of one key at once. */
const REQUESTS_WHEN_OVERLOADED = 2;
/** A process that is later than the limit by this factor lets nobody in. */
const STANDSTILL = 4;

/** What a piece of work takes. */
export interface Cost {
  points: number;
  /** Most of its time it waits for others, such as a language model: it stands in nobody's way, and in no line. */
  waitsOutside: boolean;
}

/** One request that was let in. */
export interface Admission {
  /**
   * Charges the key for what reading the request takes; a heavy one waits for its turn, once, and has it to its end.
   * @throws RateLimitedError
   */
  hold(points: number): Promise<void>;
  /**
   * Charges the key for work and runs it in its turn.
   * @throws RateLimitedError when the key has too little left, or the turn does not come in time
   */
  run<T>(cost: Cost, work: () => Promise<T> | T): Promise<T>;
  /**
   * The same for a step within such work that takes long itself: few of a key at once.
   * @throws RateLimitedError
   */
  runStep<T>(points: number, step: () => Promise<T> | T): Promise<T>;
  /**
   * The request goes on as a stream: it is counted with the open streams from now on.
   * @throws RateLimitedError when the key has as many as it may; ServiceUnavailableError when the process has
   */
  becomeStream(): void;
  /** It is over. Harmless when called again. */
  end(): void;
}

export interface AdmissionRequest {
  keyId: string;
  /** What the request costs in any case. */
  points: number;
  /** Told at each charge what the key has left. */
  onBalance?: (balance: Balance) => void;
}

/** How much may be asked of this process, and of all processes together (docs/limits.md). */
export interface Limits {
  /** Before it is known who asks. @throws ServiceUnavailableError while the process is so late that it lets nobody in */
  assertRoom(): void;
  /** @throws ServiceUnavailableError, RateLimitedError */
  admit(request: AdmissionRequest): Promise<Admission>;
  close(): void;
}

interface InFlight {
  requests: number;
  streams: number;
}

export function createLimits(db: Pick<Database, "pool">, config: LimitsConfig): Limits {
  const { pointsPerMinute, requestsPerKey, streamsPerKey, streams: mostStreams, eventLoopDelayMs } = config;
  const budget = pointsPerMinute === 0 ? null : keyBudget(db, pointsPerMinute);
  const delay = eventLoopDelayMs === 0 ? null : eventLoopDelay();
  // Who has its turn in one line may wait in a later one, never the other way round.
  const requests = new Turns(READING_AT_ONCE, PATIENCE_MS);
  const heavy = new Turns(POINTS_AT_ONCE, PATIENCE_MS);
  const light = new Turns(LIGHT_AT_ONCE, PATIENCE_MS);
  const steps = new Turns(COSTLY_AT_ONCE, PATIENCE_MS);
  const inFlight = new Map<string, InFlight>();
  let streams = 0;

  const isLaterThan = (ms: number) => delay !== null && delay.meanMs() > ms;

  /** Counts a request of a key. @throws ServiceUnavailableError, RateLimitedError */
  function enter(keyId: string): InFlight {
    const counted = inFlight.get(keyId) ?? { requests: 0, streams: 0 };
    if (counted.requests >= REQUESTS_WHEN_OVERLOADED && isLaterThan(eventLoopDelayMs))
      throw new ServiceUnavailableError("too much is asked at once");
    if (counted.requests >= requestsPerKey)
      throw new RateLimitedError(`at most ${requestsPerKey} requests of one key at once`, 1, null);
    counted.requests += 1;
    inFlight.set(keyId, counted);
    return counted;
  }

  return {
    assertRoom() {
      if (isLaterThan(STANDSTILL * eventLoopDelayMs)) throw new ServiceUnavailableError("too much is asked at once");
    },

    async admit({ keyId, points, onBalance }) {
      const counted = enter(keyId);
      let counts: "request" | "stream" | "nothing" = "request";
      let giveBack: (() => void) | undefined;
      const leave = () => {
        if (counts === "nothing") return;
        giveBack?.();
        if (counts === "request") counted.requests -= 1;
        if (counts === "stream") {
          counted.streams -= 1;
          streams -= 1;
        }
        counts = "nothing";
        if (counted.requests === 0 && counted.streams === 0) inFlight.delete(keyId);
      };
      const charge = async (charged: number) => {
        if (budget === null || charged === 0) return;
        const balance = await budget.spend(keyId, charged);
        onBalance?.(balance);
      };
      try {
        await charge(points);
      } catch (error) {
        leave();
        throw error;
      }
      return {
        async hold(cost) {
          await charge(cost);
          if (cost < HEAVY_FROM || giveBack !== undefined) return;
          const done = await requests.take(keyId, cost);
          giveBack = done;
          // It may have ended while it waited.
          if (counts === "nothing") done();
        },
        async run({ points, waitsOutside }, work) {
          await charge(points);
          if (waitsOutside) return work();
          return points < HEAVY_FROM ? light.run(keyId, 1, work) : heavy.run(keyId, points, work);
        },
        async runStep(cost, step) {
          await charge(cost);
          return steps.run(keyId, 1, step);
        },
        becomeStream() {
          if (counts !== "request") return;
          if (counted.streams >= streamsPerKey)
            throw new RateLimitedError(`at most ${streamsPerKey} open streams of one key`, STREAM_RETRY_SECONDS, null);
          if (streams >= mostStreams) throw new ServiceUnavailableError("too many streams are open");
          counted.requests -= 1;
          counted.streams += 1;
          streams += 1;
          counts = "stream";
        },
        end: leave,
      };
    },

    close: () => delay?.stop(),
  };
}

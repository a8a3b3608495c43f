import type { LimitsConfig } from "#foundation/config/limits";
import type { Database } from "#foundation/db/database";
import { RateLimitedError, ServiceUnavailableError } from "#foundation/errors/index";
import { costlyTurns } from "./costly-turns.ts";
import { eventLoopDelay } from "./event-loop-delay.ts";
import { type Balance, keyBudget } from "./key-budget.ts";
import { turnsOfStatements } from "./statement-turns.ts";
import { Turns } from "./turns.ts";

/** Points of one key's large bodies that a process reads at once, each parsed in one piece. */
const READING_AT_ONCE = 40;
/**
 * Points from which work is costly. Lighter work has its own queue, so that a key's costly requests do not delay its
 * plain ones.
 */
export const COSTLY_FROM = 10;
/** Concurrent light work of one key: bounds how long other keys wait, however many requests it sends. */
const LIGHT_AT_ONCE = 16;
/** Concurrent steps of one key in a process that are charged by themselves. */
const STEPS_AT_ONCE = 2;
/**
 * Pause between two heavy readings of one key, in milliseconds per point: about as long as the reading took. Other keys
 * then have half of the process's time.
 */
const PAUSE_MS_A_POINT = 0.5;
/**
 * Shortest pause of a key after a document that was refused, in milliseconds. A client that ignores refusals sends the next
 * one at once, and a refusal costs the event loop as much as a small query.
 */
const REFUSED_MS = 20;
/** Longest wait for a turn, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Streams live long: a retry after a second would find as many of them open. */
const STREAM_RETRY_SECONDS = 5;
/** Concurrent requests of one key that an overloaded process still accepts. */
const REQUESTS_WHEN_OVERLOADED = 2;
/** Factor by which the event loop's delay exceeds the limit when a process accepts no request. */
const STANDSTILL = 4;

/** The cost of a piece of work. */
export interface Cost {
  points: number;
  /**
   * Whether it mostly waits for a third party, such as a language model, and uses little of this process: it then skips
   * the queue.
   */
  waitsOutside: boolean;
}

/** One admitted request. */
export interface Admission {
  /**
   * Charges the key for reading the request. A heavy request waits for its turn once and keeps it to its end.
   * @throws RateLimitedError
   */
  hold(points: number): Promise<void>;
  /**
   * Charges the key for a document that this process has not accepted before. Documents of one key are parsed, validated and
   * costed one at a time. The pause after each lets the event loop serve others; it is longer after a refused one.
   * @returns a function to call when its operation begins, or when it is refused; idempotent
   * @throws RateLimitedError
   */
  readDocument(points: number): Promise<(outcome: "accepted" | "refused") => void>;
  /** The database, in which the key leaves a connection to others. */
  readonly db: Database;
  /**
   * Charges the key for work and runs it in its turn.
   * @throws RateLimitedError when the key has too little left, or the turn does not come in time;
   * ServiceUnavailableError when the costly work of others takes too long
   */
  run<T>(cost: Cost, work: () => Promise<T> | T): Promise<T>;
  /**
   * Charges and runs a costly step within such work: only a few of a key run at once.
   * @throws RateLimitedError
   */
  runStep<T>(points: number, step: () => Promise<T> | T): Promise<T>;
  /**
   * Turns the request into a stream, which counts as an open stream from now on.
   * @throws RateLimitedError when the key has too many streams; ServiceUnavailableError when the process has too many
   */
  becomeStream(): void;
  /** Ends the request. Idempotent. */
  end(): void;
}

export interface AdmissionRequest {
  keyId: string;
  /** The team whose keys share the turns of costly work; null: the key has its own. */
  teamId?: number | null;
  /** The request's minimum cost. */
  points: number;
  /** Called at each charge with the key's balance. */
  onBalance?: (balance: Balance) => void;
}

/** The limits of this process, and of all processes together (docs/limits.md). */
export interface Limits {
  /**
   * Called before authentication. @throws ServiceUnavailableError while the process is too overloaded for any request
   */
  assertRoom(): void;
  /** @throws ServiceUnavailableError, RateLimitedError */
  admit(request: AdmissionRequest): Promise<Admission>;
  close(): void;
}

interface InFlight {
  requests: number;
  streams: number;
  /** See `Admission`. */
  db: Database;
}

export function createLimits(db: Database, config: LimitsConfig): Limits {
  const { pointsPerMinute, requestsPerKey, streamsPerKey, streams: mostStreams, eventLoopDelayMs } = config;
  const budget = pointsPerMinute === 0 ? null : keyBudget(db, pointsPerMinute);
  const delay = eventLoopDelayMs === 0 ? null : eventLoopDelay();
  // A holder of a turn in one queue may wait in a later queue, never in an earlier one: this prevents deadlock.
  const requests = new Turns({
    capacity: READING_AT_ONCE,
    patienceMs: PATIENCE_MS,
    pauseMs: (points) => points * PAUSE_MS_A_POINT,
  });
  const documents = new Turns({ capacity: 1, patienceMs: PATIENCE_MS, pauseMs: (_, tookMs) => tookMs });
  const costly = costlyTurns(config);
  const light = new Turns({ capacity: LIGHT_AT_ONCE, patienceMs: PATIENCE_MS });
  const steps = new Turns({ capacity: STEPS_AT_ONCE, patienceMs: PATIENCE_MS });
  const statements = turnsOfStatements(db, { patienceMs: PATIENCE_MS, pause: config.costlyPause });
  const inFlight = new Map<string, InFlight>();
  let streams = 0;

  const isLaterThan = (ms: number) => delay !== null && delay.meanMs() > ms;

  /** Counts a request of a key. @throws ServiceUnavailableError, RateLimitedError */
  function enter(keyId: string): InFlight {
    const counted = inFlight.get(keyId) ?? { requests: 0, streams: 0, db: statements.of(keyId) };
    if (counted.requests >= REQUESTS_WHEN_OVERLOADED && isLaterThan(eventLoopDelayMs))
      throw new ServiceUnavailableError("the server is overloaded; try again later");
    if (counted.requests >= requestsPerKey)
      throw new RateLimitedError(`a key can have at most ${requestsPerKey} requests in progress at once`, 1, null);
    counted.requests += 1;
    inFlight.set(keyId, counted);
    return counted;
  }

  return {
    assertRoom() {
      if (isLaterThan(STANDSTILL * eventLoopDelayMs))
        throw new ServiceUnavailableError("the server is overloaded; try again later");
    },

    async admit({ keyId, teamId = null, points, onBalance }) {
      const counted = enter(keyId);
      const team = teamId === null ? keyId : `team ${teamId}`;
      costly.note(team);
      statements.note(keyId);
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
      /** Returns undefined where there is nothing to wait for. */
      const charge = (charged: number) =>
        budget === null || charged === 0
          ? undefined
          : budget.spend(keyId, charged).then((balance) => onBalance?.(balance));
      try {
        await charge(points);
      } catch (error) {
        leave();
        throw error;
      }
      return {
        db: counted.db,
        async readDocument(cost) {
          await charge(cost);
          const done = await documents.take(keyId, 1);
          let isRead = false;
          return (outcome) => {
            if (!isRead) done(outcome === "refused" ? REFUSED_MS : 0);
            isRead = true;
          };
        },
        async hold(cost) {
          await charge(cost);
          if (cost < COSTLY_FROM || giveBack !== undefined) return;
          const done = await requests.take(keyId, cost);
          giveBack = done;
          // The request may have ended while it waited.
          if (counts === "nothing") done();
        },
        async run({ points, waitsOutside }, work) {
          await charge(points);
          if (waitsOutside) return work();
          return points < COSTLY_FROM ? light.run(keyId, 1, work) : costly.run(team, points, work);
        },
        async runStep(cost, step) {
          await charge(cost);
          return steps.run(keyId, 1, step);
        },
        becomeStream() {
          if (counts !== "request") return;
          if (counted.streams >= streamsPerKey)
            throw new RateLimitedError(
              `a key can have at most ${streamsPerKey} open streams`,
              STREAM_RETRY_SECONDS,
              null,
            );
          if (streams >= mostStreams) throw new ServiceUnavailableError("too many streams are open; try again later");
          counted.requests -= 1;
          counted.streams += 1;
          streams += 1;
          counts = "stream";
          // The request has been read; otherwise its turn would be taken for as long as the stream stays open.
          giveBack?.();
          giveBack = undefined;
        },
        end: leave,
      };
    },

    close: () => delay?.stop(),
  };
}

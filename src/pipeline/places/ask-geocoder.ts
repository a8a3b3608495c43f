import { createCircuitBreaker } from "#costs/circuit-breaker";
import type { Queries } from "#foundation/db/database";
import type { FoundPlace, Geocoder } from "#providers/geocoding/geocoder";
import type { Pay } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";
import type { PlaceQuestion } from "./company-place.ts";
import { keepAnswer, nameOfQuestion, readAnswers } from "./geocoder-answers.ts";

/** Calls a geocoder for one market, once for each question, and stops when further calls are pointless. */
export interface GeocoderSession {
  /**
   * Returns the geocoder's answer; null where it knows no place there. Undefined where it failed or is no longer
   * called.
   * @throws the signal's reason, and errors that are not the geocoder's
   */
  ask(question: PlaceQuestion): Promise<FoundPlace | null | undefined>;
  tally(): GeocoderTally;
}

export interface GeocoderTally {
  /** Number of questions that were asked and answered. */
  asked: number;
  /** Number of questions answered before, for this or another market. */
  reused: number;
  /** Number of questions that failed. */
  failed: number;
  /** The errors' messages, each kind once. */
  failures: string[];
  /** Why it was no longer called; null where it was called for everything. */
  stopped: string | null;
}

/** Reads the cached answers to a market's questions in one statement. */
export async function openGeocoderSession(
  deps: { db: Queries; geocoder: Geocoder; pay: Pay; signal: AbortSignal },
  questions: readonly PlaceQuestion[],
): Promise<GeocoderSession> {
  const { db, geocoder, pay, signal } = deps;
  const answers = await readAnswers(db, geocoder.name, [...new Set(questions.map(nameOfQuestion))]);
  const reused = answers.size;
  const inVain = new Set<string>();
  const failures = new Set<string>();
  const breaker = createCircuitBreaker();

  async function putTo(question: PlaceQuestion, name: string): Promise<FoundPlace | null | undefined> {
    try {
      const answer =
        question.kind === "reverse"
          ? await geocoder.reverse(question, pay, signal)
          : await geocoder.locate(question, pay, signal);
      breaker.succeeded();
      answers.set(name, answer);
      await keepAnswer(db, geocoder.name, name, answer);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      breaker.failed(error);
      if (error instanceof ProviderError) {
        inVain.add(name);
        failures.add(error.message);
      }
      return undefined;
    }
  }

  return {
    async ask(question) {
      signal.throwIfAborted();
      const name = nameOfQuestion(question);
      const known = answers.get(name);
      if (known !== undefined) return known;
      if (breaker.stopped() !== null || inVain.has(name)) return undefined;
      return putTo(question, name);
    },
    tally: () => ({
      asked: answers.size - reused,
      reused,
      failed: inVain.size,
      failures: [...failures],
      stopped: breaker.stopped(),
    }),
  };
}

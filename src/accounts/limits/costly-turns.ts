import type { LimitsConfig } from "#foundation/config/limits";
import { RateLimitedError, ServiceUnavailableError } from "#foundation/errors/index";
import { Sharing } from "./sharing.ts";
import { Turns } from "./turns.ts";

/** Costly work at once of a team that has the process to itself, in points; a point is about 2 ms of processing. */
const POINTS_AT_ONCE = 200;

/** All teams wait in one line here, each with one operation: whoever comes first is next. */
const EVERYONE = "all";

/**
 * Lets costly work through in turns. In a process that several teams use, a team has one such operation at a time, with
 * a pause after each. All teams together have some. The pause is measured by what the operation took, so a wrong
 * estimate of its cost harms nobody else.
 */
export function costlyTurns({ costlyAtOnce, costlyWaitMs, costlyPause }: LimitsConfig) {
  const sharing = new Sharing(costlyPause);
  const ofTeam = new Turns({
    capacity: POINTS_AT_ONCE,
    patienceMs: costlyWaitMs,
    pauseMs: (_, tookMs) => sharing.pauseMs(tookMs),
    refusal: () =>
      new RateLimitedError("other costly operations of this team are still in progress; try again later", 1, null),
  });
  const ofAll = new Turns({
    capacity: costlyAtOnce,
    patienceMs: costlyWaitMs,
    refusal: () => new ServiceUnavailableError("too many costly operations are in progress; try again later"),
  });
  return {
    /** Notes that a team uses the process. */
    note: (team: string): void => sharing.note(team),
    /** Runs costly work in its turn. @throws RateLimitedError; ServiceUnavailableError */
    run: <T>(team: string, points: number, work: () => Promise<T> | T): Promise<T> =>
      sharing.isShared()
        ? ofTeam.run(team, POINTS_AT_ONCE, () => ofAll.run(EVERYONE, 1, work))
        : ofTeam.run(team, points, work),
  };
}

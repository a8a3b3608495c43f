import { AppError } from "#foundation/errors/index";

const DAY_MS = 86_400_000;
/** Likelihood and severity range from 0 to 3; the default lower bound is 2. */
const MAX_SCORE = 3;
const DEFAULT_MIN_SCORE = 2;

/** A filter of events. All given fields must match, each by any of its values. Empty and absent lists do not filter. */
export interface EventFilter {
  /** Inclusive bounds of `lastUpdated`. */
  lastUpdatedFrom?: Date | null | undefined;
  lastUpdatedTo?: Date | null | undefined;
  /** Whole names, in any case. */
  affectedDatapoints?: readonly string[] | null | undefined;
  alertTypes?: readonly string[] | null | undefined;
  impactedEntities?: readonly string[] | null | undefined;
  /** Inclusive, 0–3. */
  minLikelihood?: number | null | undefined;
  maxLikelihood?: number | null | undefined;
  minSeverity?: number | null | undefined;
  maxSeverity?: number | null | undefined;
}

/** A checked filter, with its defaults. */
export interface EventConditions {
  from: Date | null;
  to: Date | null;
  affectedDatapoints: string[] | null;
  alertTypes: string[] | null;
  impactedEntities: string[] | null;
  /** Null means that events without impacted entities pass too. */
  scores: { minLikelihood: number; maxLikelihood: number; minSeverity: number; maxSeverity: number } | null;
}

const invalid = (detail: string) => new AppError("QUERY_VALIDATION_FAILED", detail);

const listOrNull = (list: readonly string[] | null | undefined) =>
  list == null || list.length === 0 ? null : [...list];

/** Returns midnight (UTC) of a moment's day. */
const dayStart = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** Returns the last millisecond of that day, so that its last minute, 23:59, belongs to it. */
const dayEnd = (at: Date) => new Date(dayStart(at).getTime() + DAY_MS - 1);

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads a bound in ISO 8601. A date alone is the start or the end of that day in UTC. A time without a zone is in UTC.
 * Returns null if the text is not a valid moment.
 */
export function readBound(text: string, end: "from" | "to"): Date | null {
  const dateOnly = DATE_ONLY.test(text);
  const match = DATE_TIME.exec(text);
  if (!dateOnly && match === null) return null;
  const day = match?.[1] ?? text;
  const at = new Date(dateOnly ? `${text}T00:00:00Z` : match?.[4] === undefined ? `${text}Z` : text);
  // Without this check, 30 February would pass as 1 or 2 March.
  const exists = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!exists) return null;
  return dateOnly && end === "to" ? dayEnd(at) : at;
}

/** Returns the requested scores. @throws AppError QUERY_VALIDATION_FAILED */
function scoresOf(filter: EventFilter, defaultMin: number): NonNullable<EventConditions["scores"]> {
  const scores = {
    minLikelihood: filter.minLikelihood ?? defaultMin,
    maxLikelihood: filter.maxLikelihood ?? MAX_SCORE,
    minSeverity: filter.minSeverity ?? defaultMin,
    maxSeverity: filter.maxSeverity ?? MAX_SCORE,
  };
  for (const [name, value] of Object.entries(scores))
    if (!(value >= 0 && value <= MAX_SCORE)) throw invalid(`${name} must be 0–${MAX_SCORE}`);
  if (scores.minLikelihood > scores.maxLikelihood)
    throw invalid(`minLikelihood ${scores.minLikelihood} is above maxLikelihood ${scores.maxLikelihood}`);
  if (scores.minSeverity > scores.maxSeverity)
    throw invalid(`minSeverity ${scores.minSeverity} is above maxSeverity ${scores.maxSeverity}`);
  return scores;
}

function checked(filter: EventFilter, from: Date | null, to: Date | null, scores: EventConditions["scores"]) {
  if (from !== null && to !== null && from > to)
    throw invalid(`lastUpdatedFrom ${from.toISOString()} is after lastUpdatedTo ${to.toISOString()}`);
  return {
    from,
    to,
    scores,
    affectedDatapoints: listOrNull(filter.affectedDatapoints),
    alertTypes: listOrNull(filter.alertTypes),
    impactedEntities: listOrNull(filter.impactedEntities),
  };
}

/**
 * Returns the conditions of the events monitor. Defaults: from the start of yesterday to the end of today (UTC), with
 * at least one impacted entity of likelihood and severity 2 to 3.
 * @throws AppError QUERY_VALIDATION_FAILED
 */
export function monitorConditions(filter: EventFilter, now = new Date()): EventConditions {
  const from = filter.lastUpdatedFrom ?? dayStart(new Date(now.getTime() - DAY_MS));
  const to = filter.lastUpdatedTo ?? dayEnd(now);
  return checked(filter, from, to, scoresOf(filter, DEFAULT_MIN_SCORE));
}

/**
 * Returns the conditions of a list under a market or a company, without defaults.
 * @throws AppError QUERY_VALIDATION_FAILED
 */
export function listConditions(filter: EventFilter): EventConditions {
  const { minLikelihood, maxLikelihood, minSeverity, maxSeverity } = filter;
  const asksScores = [minLikelihood, maxLikelihood, minSeverity, maxSeverity].some((bound) => bound != null);
  return checked(
    filter,
    filter.lastUpdatedFrom ?? null,
    filter.lastUpdatedTo ?? null,
    asksScores ? scoresOf(filter, 0) : null,
  );
}

const oneOf = (names: string[] | null) => (names === null ? {} : { name: { in: names, mode: "insensitive" as const } });

/** Translates the conditions to Prisma's `where`; undefined without conditions. */
export function whereEvent({ from, to, affectedDatapoints, alertTypes, impactedEntities, scores }: EventConditions) {
  const where = {
    ...(from === null && to === null
      ? {}
      : { lastUpdated: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lte: to }) } }),
    ...(affectedDatapoints === null ? {} : { datapoints: { some: oneOf(affectedDatapoints) } }),
    ...(alertTypes === null ? {} : { alertTypes: { some: oneOf(alertTypes) } }),
    // One and the same impacted entity must meet the bounds and, if names are given, have one of them.
    ...(impactedEntities === null && scores === null
      ? {}
      : {
          impactedEntities: {
            some: {
              ...oneOf(impactedEntities),
              ...(scores === null
                ? {}
                : {
                    likelihood: { gte: scores.minLikelihood, lte: scores.maxLikelihood },
                    severity: { gte: scores.minSeverity, lte: scores.maxSeverity },
                  }),
            },
          },
        }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}

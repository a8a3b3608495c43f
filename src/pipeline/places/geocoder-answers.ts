import type { Queries } from "#foundation/db/database";
import type { FoundPlace } from "#providers/geocoding/geocoder";
import type { PlaceQuestion } from "./company-place.ts";

/** How long answers are cached. Cities seldom change, but gaps in a map are filled sooner. */
const KEPT_FOR = { place: "1 year", nothing: "30 days" };
/** Decimals of the coordinates in requests to geocoders. */
const DECIMALS = 5;

/** Returns the key of a question, which two companies of one city or one address share. */
export function nameOfQuestion(question: PlaceQuestion): string {
  if (question.kind === "reverse")
    return `reverse ${question.latitude.toFixed(DECIMALS)} ${question.longitude.toFixed(DECIMALS)}`;
  return `locate ${question.country} ${question.city.trim().toLowerCase()}`;
}

/** Reads a geocoder's cached answers to these questions, from any market; null where it knows no place there. */
export async function readAnswers(
  db: Queries,
  geocoder: string,
  questions: readonly string[],
): Promise<Map<string, FoundPlace | null>> {
  const rows = await db.query<{ question: string; place: FoundPlace | null }>(
    `SELECT question, place FROM geocoder_answers
     WHERE geocoder = $1 AND question = ANY($2::text[])
       AND answered_at > now() - CASE WHEN place IS NULL THEN $4::interval ELSE $3::interval END`,
    [geocoder, questions, KEPT_FOR.place, KEPT_FOR.nothing],
  );
  return new Map(rows.map(({ question, place }) => [question, place]));
}

/** Caches an answer for every market: places of the shared directory are no team's secret. */
export async function keepAnswer(
  db: Queries,
  geocoder: string,
  question: string,
  place: FoundPlace | null,
): Promise<void> {
  await db.query(
    `INSERT INTO geocoder_answers (geocoder, question, place) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (geocoder, question) DO UPDATE SET place = excluded.place, answered_at = now()`,
    [geocoder, question, place === null ? null : JSON.stringify(place)],
  );
}

import { counted } from "#foundation/language/counted";
import type { GeocoderTally } from "./ask-geocoder.ts";
import type { CompanyPlace } from "./company-place.ts";

/** A company that a geocoder places in another country than its record does. */
export interface ForeignPlace {
  domain: string;
  /** Country codes. */
  recorded: string;
  said: string;
  city: string;
  /** Whether the gazetteer also finds the company's coordinates there, which makes it the company's place. */
  isTaken: boolean;
}

/** The report of a job that asked a geocoder. */
export type PlacesReport = {
  placed: number;
  unknown: number;
  byGeocoder: number;
  byGazetteer: number;
  /** Number of questions; several companies may share one. */
  asked: number;
  reused: number;
  failed: number;
  otherCountry: number;
  notes: string[];
};

interface Facts {
  geocoder: string;
  places: readonly CompanyPlace[];
  unknown: number;
  foreign: readonly ForeignPlace[];
  tally: GeocoderTally;
}

/** Number of companies in another country that the report names. */
const MOST_NAMED = 10;
/** Number of kinds of failures listed. */
const MOST_FAILURES = 3;

function notesOf({ geocoder, foreign, tally }: Facts): string[] {
  const { failed, failures, stopped } = tally;
  const notes: string[] = [];
  if (failed > 0)
    notes.push(
      `${counted(failed, "question")} to ${geocoder} failed, and the gazetteer answered: ${failures.slice(0, MOST_FAILURES).join("; ")}`,
    );
  if (stopped !== null) notes.push(`${geocoder} was not asked any further, the gazetteer did the rest: ${stopped}`);
  for (const { domain, recorded, said, city, isTaken } of foreign.slice(0, MOST_NAMED)) {
    const verdict = isTaken ? "its coordinates are there" : `the place by ${geocoder} was not taken`;
    notes.push(`${domain}: ${geocoder} says ${city}, ${said}, its record says ${recorded}; ${verdict}`);
  }
  if (foreign.length > MOST_NAMED)
    notes.push(
      `${counted(foreign.length - MOST_NAMED, "further company is", "further companies are")} in another country than recorded`,
    );
  return notes;
}

const countBy = (places: readonly CompanyPlace[], geocoder: string): number =>
  places.filter(({ by }) => by === geocoder).length;

/** Returns the text for the progress log: how many were placed, by which geocoder, and the failures. */
export function summaryOfPlaces(placed: string, facts: Facts): string {
  const { geocoder, places, tally, foreign } = facts;
  const said = countBy(places, geocoder);
  const { asked, reused, failed, stopped } = tally;
  return [
    placed,
    `${said} by ${geocoder} (${counted(asked, "question")} asked, ${reused} known before), ${places.length - said} by the gazetteer`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(stopped === null ? [] : [`not asked any further: ${stopped}`]),
    ...(foreign.length > 0 ? [`${foreign.length} in another country than recorded`] : []),
  ].join("; ");
}

export function reportOfPlaces(facts: Facts): PlacesReport {
  const { geocoder, places, unknown, foreign, tally } = facts;
  const { asked, reused, failed } = tally;
  const byGeocoder = countBy(places, geocoder);
  return {
    placed: places.length,
    unknown,
    byGeocoder,
    byGazetteer: places.length - byGeocoder,
    asked,
    reused,
    failed,
    otherCountry: foreign.length,
    notes: notesOf(facts),
  };
}

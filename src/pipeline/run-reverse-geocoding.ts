import { companyLocations, type LocatedCompany } from "#companies/look-up";
import { payFor } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import type { Database } from "#foundation/db/database";
import { teamOfMarket } from "#markets/find-market";
import { marketCompanyIds, writePlaces } from "#markets/market-companies";
import { gazetteer } from "#providers/geocoding/gazetteer";
import type { FoundPlace, Geocoder } from "#providers/geocoding/geocoder";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { type GeocoderSession, openGeocoderSession } from "./places/ask-geocoder.ts";
import { type CompanyPlace, type PlaceQuestion, placeOf, questionOf } from "./places/company-place.ts";
import { type ForeignPlace, type PlacesReport, reportOfPlaces, summaryOfPlaces } from "./places/places-report.ts";

export const runReverseGeocoding = pipelineFlag({
  name: "runReverseGeocoding",
  does: "a place for each company, by reverse geocoding",
  needs: ["geocoder"],
  step: reverseGeocode,
});

/** Number of companies written together, which a cancelled job keeps. */
const BATCH = 50;

interface Placed {
  place: CompanyPlace | null;
  foreign?: ForeignPlace;
}

/** The embedded gazetteer costs nothing. */
const forNothing = (): never => {
  throw new Error("the gazetteer asked to be paid");
};

const byGazetteer = (question: PlaceQuestion): Promise<FoundPlace | null> =>
  question.kind === "reverse" ? gazetteer.reverse(question, forNothing) : gazetteer.locate(question, forNothing);

/**
 * Returns where a company is. A server's answer counts if it is in the record's country, or if the gazetteer finds the
 * company's coordinates in the same other country. If only the server names another country, the gazetteer's place
 * stays.
 */
async function placeCompany(
  company: LocatedCompany,
  geocoder: Geocoder,
  session: GeocoderSession | null,
): Promise<Placed> {
  const question = questionOf(company);
  if (question === null) return { place: null };
  const own = await byGazetteer(question);
  const embedded = own === null ? null : placeOf(question, own, gazetteer.name);
  const said = (await session?.ask(question)) ?? null;
  if (said === null) return { place: embedded };
  const place = placeOf(question, said, geocoder.name);
  const { domain, country } = company;
  if (country === null || said.country === country) return { place };
  const isTaken = question.kind === "reverse" && own?.country === said.country;
  return {
    place: isTaken ? place : embedded,
    foreign: { domain, recorded: country, said: said.country, city: said.city, isTaken },
  };
}

async function openSession(
  { db, geocoder }: { db: Database; geocoder: Geocoder },
  { jobId, marketId, signal }: PipelineJob,
  companies: readonly LocatedCompany[],
): Promise<GeocoderSession> {
  const teamId = await teamOfMarket(db.prisma, marketId);
  const pay = payFor(db, payerOfJob(teamId, jobId), { signal });
  const questions = companies.map(questionOf).filter((question) => question !== null);
  return openGeocoderSession({ db, geocoder, pay, signal }, questions);
}

/**
 * The pipeline's `runReverseGeocoding`: gives each company of a market its city, by the configured geocoder, which the
 * market's team pays. The embedded gazetteer steps in where that fails, finds nothing, or may no longer be called.
 * Answers are stored as they come, so a repeat asks only what is still unanswered.
 * @throws the signal's reason; places found until then stay
 */
export async function reverseGeocode(
  deps: { db: Database; geocoder: Geocoder },
  work: PipelineJob,
): Promise<{ summary: string; report?: PlacesReport }> {
  const { db, geocoder } = deps;
  const { marketId, report, signal } = work;
  const companies = await companyLocations(db, await marketCompanyIds(db, marketId));
  const session = geocoder.isRemote ? await openSession(deps, work, companies) : null;
  const places: CompanyPlace[] = [];
  const foreign: ForeignPlace[] = [];
  for (let at = 0; at < companies.length; at += BATCH) {
    const placed: { companyId: number; place: CompanyPlace | null }[] = [];
    try {
      for (const company of companies.slice(at, at + BATCH)) {
        signal.throwIfAborted();
        const { place, foreign: elsewhere } = await placeCompany(company, geocoder, session);
        placed.push({ companyId: company.companyId, place });
        if (place !== null) places.push(place);
        if (elsewhere !== undefined) foreign.push(elsewhere);
        if (session !== null) report(at + placed.length, companies.length);
      }
    } finally {
      await writePlaces(
        db,
        marketId,
        placed.flatMap(({ companyId, place }) => (place === null ? [] : [{ companyId, place }])),
      );
    }
    report(at + placed.length, companies.length);
  }
  const unknown = companies.length - places.length;
  const summary = `${places.length} of ${companies.length} companies placed${unknown > 0 ? `, ${unknown} without a known place` : ""}`;
  if (session === null) return { summary };
  const facts = { geocoder: geocoder.name, places, unknown, foreign, tally: session.tally() };
  return { summary: summaryOfPlaces(summary, facts), report: reportOfPlaces(facts) };
}

import { type CompanyDescription, companyDescriptions } from "#companies/look-up";
import type { Database } from "#foundation/db/database";
import type { CompanyPage } from "#providers/pages/pages";
import { type LinkedArticle, newestAboutEach } from "../news/articles-about.ts";
import { pageOfRecord } from "../record-page.ts";
import { sightingsOfPages } from "./people-of-pages.ts";
import { readPeople } from "./read-people.ts";
import { type Sighting, storePeople } from "./store-people.ts";

export interface PeopleFound {
  /** Number of people now stored for these companies, and number of companies that have any. */
  people: number;
  companies: number;
  /** Articles that were read. */
  articles: number;
}

/** Number of companies in one round. Their articles are in memory together. */
const BATCH = 25;
/** Number of a company's newest articles that are read. An old role is also in newer articles, or is history. */
const MAX_ARTICLES = 500;

/**
 * Reads the people of companies from stored articles, the directory's descriptions and the given pages of their sites.
 * Removes people who are no longer found. Idempotent.
 *
 * @param options.pagesOf returns the pages of some companies, by company
 * @param options.report called after each batch with the number of finished companies
 */
export async function findPeople(
  db: Pick<Database, "query" | "pool">,
  companyIds: readonly number[],
  options: {
    pagesOf: (companyIds: readonly number[]) => Promise<ReadonlyMap<number, readonly CompanyPage[]>>;
    report: (done: number, total: number) => void;
    signal: AbortSignal;
  },
): Promise<PeopleFound> {
  let articles = 0;
  for (let i = 0; i < companyIds.length; i += BATCH) {
    options.signal.throwIfAborted();
    const ids = companyIds.slice(i, i + BATCH);
    const companies = await companyDescriptions(db, ids);
    const linked = await newestAboutEach(db, ids, MAX_ARTICLES);
    const pages = await options.pagesOf(ids);
    const sightings = companies.flatMap((company) => [
      ...ofArticles(company, linked),
      ...ofDirectory(company),
      ...sightingsOfPages(company, pages.get(company.id) ?? []),
    ]);
    await storePeople(db, ids, sightings);
    articles += linked.length;
    options.report(i + ids.length, companyIds.length);
  }
  const [found] = await db.query<{ people: number; companies: number }>(
    `SELECT count(*)::int AS people, count(DISTINCT company_id)::int AS companies FROM people WHERE company_id = ANY($1::int[])`,
    [companyIds],
  );
  return { people: found?.people ?? 0, companies: found?.companies ?? 0, articles };
}

function ofArticles(company: CompanyDescription, linked: readonly LinkedArticle[]): Sighting[] {
  return linked
    .filter(({ companyId }) => companyId === company.id)
    .flatMap(({ id, quote, url, title, text, publishedAt, retrievedAt }) =>
      readPeople({ title, text, isOwn: false }, { ...company, quotes: [quote] }).map((mention) => ({
        ...mention,
        companyId: company.id,
        url,
        publishedAt,
        retrievedAt,
        newsItemId: id,
      })),
    );
}

/** Cites the record and no page, unless the record itself was read on a page. */
function ofDirectory(company: CompanyDescription): Sighting[] {
  return readPeople({ title: "", text: company.description, isOwn: true }, company).map((mention) => ({
    ...mention,
    companyId: company.id,
    url: pageOfRecord(company.source) ?? "",
    publishedAt: null,
    retrievedAt: company.saidAt,
    newsItemId: null,
  }));
}

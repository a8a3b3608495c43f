import type { CompanyPages } from "#companies/company-pages";
import { companyIdentifiers } from "#companies/identifiers/company-identifiers";
import { type StoredCompany, storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { type LinkedArticle, newestAboutEach } from "#intelligence/news/articles-about";
import { sightingsOfPages } from "#intelligence/people/people-of-pages";
import type { CompanyPage } from "#providers/pages/pages";
import type { Material } from "../rules/answer.ts";

/** Number of articles read for each company. */
const ARTICLES = 20;

type Pages = Material["pages"];

/**
 * Returns what is stored about some companies, by id; leaves out unknown ids. One statement for each kind of text,
 * whatever their number.
 * @param companyIds at most a few hundred
 */
export async function gatherMaterial(
  { db, companyPages }: { db: Queries; companyPages: Pick<CompanyPages, "read"> },
  companyIds: readonly number[],
  { readsTexts }: { readsTexts: boolean },
): Promise<Map<number, Material>> {
  const companies = await storedCompanies(db, companyIds);
  const identifiers = companyIdentifiers(db);
  const numbers = await identifiers.loadMany([...companies.keys()]);
  const pages = readsTexts ? await companyPages.read(companyIds) : new Map<number, CompanyPage[]>();
  const articles = readsTexts ? await newestAboutEach(db, companyIds, ARTICLES) : [];
  return new Map(
    [...companies.values()].map((company, i): [number, Material] => {
      const rows = numbers[i];
      if (rows instanceof Error) throw rows;
      const ofCompany = articles.filter(({ companyId }) => companyId === company.id);
      return [
        company.id,
        {
          company,
          identifiers: rows ?? [],
          pages: pagesOf(company, pages.get(company.id) ?? []),
          articles: ofCompany.map(articleOf).sort((a, b) => b.date.getTime() - a.date.getTime()),
        },
      ];
    }),
  );
}

function pagesOf(company: StoredCompany, pages: readonly CompanyPage[]): Pages {
  const sightings = sightingsOfPages(company, pages);
  return pages.map(({ finalUrl, title, text, fetchedAt }) => ({
    kind: "page",
    id: null,
    field: null,
    url: finalUrl,
    title,
    date: fetchedAt,
    text,
    mentions: sightings
      .filter(({ url }) => url === finalUrl)
      .map(({ name, role, isFormer, quote }) => ({ name, role: role.name, isFormer, quote })),
  }));
}

const articleOf = ({ id, url, title, publishedAt, text, quote }: LinkedArticle): Material["articles"][number] => ({
  kind: "article",
  id,
  field: null,
  url,
  title,
  date: publishedAt,
  text,
  linkedBy: quote,
});

/** Lists for people what was read for an answer. */
export function lookedAt({ pages, articles }: Material, readsTexts: boolean): string[] {
  const record = "the record in the directory";
  if (!readsTexts) return [record];
  return [
    record,
    `${counted(pages.length, "stored page")} of its site`,
    articles.length === ARTICLES ? `the ${ARTICLES} newest articles` : counted(articles.length, "article"),
  ];
}

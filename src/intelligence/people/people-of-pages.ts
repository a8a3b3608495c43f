import { companyFacts } from "#providers/pages/facts/company-facts";
import type { PageKind } from "#providers/pages/page-data";
import type { CompanyPage } from "#providers/pages/pages";
import { rolesOfTitle } from "./job-titles.ts";
import { nameKey } from "./person-names.ts";
import { type Employer, readPeople } from "./read-people.ts";
import type { Sighting } from "./store-people.ts";

/** Other pages quote customers, authors and partners with their roles. */
const PROSE_KINDS: readonly PageKind[] = ["about", "team", "imprint", "contact"];

/**
 * Returns people to whom the pages of a company's site give a role, in markup and lists (`companyFacts`) or in
 * sentences. Each comes with its page.
 */
export function sightingsOfPages(company: Employer & { id: number }, pages: readonly CompanyPage[]): Sighting[] {
  const readAt = new Map(pages.map(({ finalUrl, fetchedAt }) => [finalUrl, fetchedAt]));
  const seenOn = (url: string) => ({
    companyId: company.id,
    url,
    publishedAt: null,
    retrievedAt: readAt.get(url) ?? new Date(),
    newsItemId: null,
  });
  const listed = companyFacts(pages).people.flatMap(({ value, pageUrl, quote }) => {
    const name = personName(value.name);
    if (name === null) return [];
    return rolesOfTitle(value.role).map(({ role, isFormer }) => ({ name, role, isFormer, quote, ...seenOn(pageUrl) }));
  });
  const told = pages
    .filter(({ kind }) => PROSE_KINDS.includes(kind))
    .flatMap((page) =>
      readPeople({ title: page.title, text: page.text, isOwn: true }, company).map((mention) => ({
        ...mention,
        ...seenOn(page.finalUrl),
      })),
    );
  return [...told, ...listed];
}

const TITLES = /^(?:(?:Prof|Dr|Ing|Dipl|Mag|Mr|Mrs|Ms|Herr|Frau)\b\.?(?:-Ing\.?)?\s*)+/u;
const LONGEST_NAME = 80;

/**
 * Returns a person's name, or null. Markup may call anything a person, so a name must have two to five words, at least
 * two of them with capitals.
 */
function personName(text: string): string | null {
  const name = text.replace(TITLES, "").trim();
  const words = name.split(/\s+/);
  const isName =
    words.length >= 2 &&
    words.length <= 5 &&
    name.length <= LONGEST_NAME &&
    words.every((word) => /^[\p{L}\p{M}.'’‑-]+$/u.test(word)) &&
    words.filter((word) => /^\p{Lu}|^\p{Lo}/u.test(word)).length >= 2;
  return isName && nameKey(name) !== "" ? name : null;
}

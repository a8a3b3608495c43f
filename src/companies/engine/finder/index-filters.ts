import type { Queries } from "#foundation/db/database";
import type { CompanySearch } from "../../search/company-finder.ts";
import { placeConditions } from "../../search/place-conditions.ts";
import type { Clause } from "./ask-index.ts";

const anyOf = (should: Clause[]): Clause => ({ bool: { should, minimum_should_match: 1 } });

/** Escapes a text for a wildcard query. */
const literal = (text: string): string => text.replace(/[\\*?]/g, "\\$&");

/**
 * Returns the conditions of a search beside its words. The database lower-cases and unaccents them, as it does for the
 * index.
 */
export async function indexFilters(db: Queries, { location, filters }: CompanySearch): Promise<Clause[]> {
  const clauses: Clause[] = [];
  const places = location == null ? null : placeConditions(location);
  if (places !== null)
    clauses.push(
      anyOf(
        places.map(({ country, lines }) => ({
          bool: {
            filter: [
              ...(country === null ? [] : [{ term: { country } }]),
              ...lines.map((line) => ({ terms: { places: line } })),
            ],
          },
        })),
      ),
    );
  const certifications = filters?.certifications ?? [];
  const naicsCodes = filters?.naicsCodes ?? [];
  if (certifications.length > 0) {
    const rows = await db.query<{ term: string }>("SELECT lower(name) AS term FROM unnest($1::text[]) AS name", [
      certifications,
    ]);
    const names = rows.map(({ term }) => term);
    const confirmed: Clause = { terms: { certifications: names } };
    clauses.push(filters?.includeUnverified ? anyOf([confirmed, { terms: { claims: names } }]) : confirmed);
  }
  if (naicsCodes.length > 0) clauses.push({ terms: { naics: naicsCodes.map((code) => String(Number(code))) } });
  if (filters?.companyKeyword) {
    const [row] = await db.query<{ part: string }>("SELECT unaccent(lower($1)) AS part", [filters.companyKeyword]);
    clauses.push({ wildcard: { keywords: { value: `*${literal(row?.part ?? "")}*` } } });
  }
  return clauses;
}

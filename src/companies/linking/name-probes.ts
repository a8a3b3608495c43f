import type { Queries } from "#foundation/db/database";
import { hash32 } from "#foundation/language/hash32";
import { joinedKey, nameWords } from "./name-words.ts";
import { domainMentions } from "./page-domains.ts";
import { nameSpans, passagesOf } from "./passages.ts";

/**
 * Number of words of a name in a probe. More would make a text's list long; fewer would match half the press for every
 * "Bank of …".
 */
const PROBE_WORDS = 3;
/** Maximum number of probes kept for a text; news names its subject at the beginning. */
const MAX_PROBES = 1_000;

const domainProbe = (domain: string) => hash32(`@${domain}`);

/**
 * Returns hashes of possible beginnings of company names in a text, and of its domains. They form the index by which
 * companies added later find older texts.
 */
export function probesOfText(page: { title: string; text: string; url: string }): number[] {
  const probes = new Set(domainMentions(page).map(({ domain }) => domainProbe(domain)));
  for (const passage of passagesOf(page.title, page.text))
    for (const { key, first, last } of nameSpans(passage)) if (last - first < PROBE_WORDS) probes.add(hash32(key));
  return [...probes].slice(0, MAX_PROBES);
}

/** Returns a company's probes: every text that may name it has at least one of them. */
export function probesOfCompany(company: { domain: string; written: readonly string[] }): number[] {
  const probes = company.written.map((name) => hash32(joinedKey(nameWords(name).slice(0, PROBE_WORDS))));
  return [...new Set([domainProbe(company.domain), ...probes])];
}

/**
 * Returns the probes of these companies, each once; their names must be up to date (`refreshCompanyNames`). One
 * statement.
 */
export async function probesOfCompanies(db: Queries, companyIds: readonly number[]): Promise<number[]> {
  const companies = await db.query<{ domain: string; written: string[] }>(
    `SELECT c.domain, coalesce(array_agg(n.written) FILTER (WHERE n.written IS NOT NULL), '{}') AS written
     FROM companies c LEFT JOIN company_names n ON n.company_id = c.id WHERE c.id = ANY($1::int[]) GROUP BY c.id`,
    [companyIds],
  );
  return [...new Set(companies.flatMap(probesOfCompany))];
}

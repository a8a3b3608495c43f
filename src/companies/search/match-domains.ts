import type { Queries } from "#foundation/db/database";
import { registrableDomain, toUrl } from "../registrable-domain.ts";
import { type Matches, NO_MATCHES } from "./matches.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
import { type PostingList, SEGMENT_SIZE } from "./posting-lists.ts";
import { slipsOf } from "./slips.ts";

/** Score of a subdomain of the requested domain. A look-alike never ranks above it. */
export const SUBDOMAIN_SCORE = 0.9;
const LOOK_ALIKE_SCORE = 0.8;
/** Maximum length of a text that is read as a domain. */
const LONGEST_DOMAIN = 253;
/** Maximum length of a domain's label (RFC 1035). Longer labels have no look-alikes. */
const LONGEST_LABEL = 63;

/**
 * `$1` is a domain, `$2` companies of its subdomains, `$3` labels similar to its own. The similarity of two labels is
 * their share of common trigrams. The same label under another ending has similarity 1.
 */
const BY_DOMAIN = `
  SELECT c.id, CASE WHEN c.domain = $1 OR m.domain = $1 THEN 1 WHEN c.id = ANY($2::int[]) THEN ${SUBDOMAIN_SCORE}
    ELSE ${LOOK_ALIKE_SCORE} * similarity(split_part(c.domain, '.', 1), split_part($1, '.', 1)) END::float8 AS score
  FROM companies c LEFT JOIN company_merges m ON m.survivor_id = c.id AND m.domain = $1
  WHERE c.id IN (
    SELECT id FROM companies WHERE domain = $1 UNION SELECT survivor_id FROM company_merges WHERE domain = $1
    UNION SELECT unnest($2::int[])
    UNION SELECT id FROM companies WHERE domain_label = ANY($3::text[])
  )
  ORDER BY c.id`;

/** Returns the companies of a domain and its look-alikes, and those of `subdomains`, by ascending id. One statement. */
export async function domainMatches(
  db: Queries,
  domain: string,
  subdomains: readonly number[],
): Promise<{ id: number; score: number }[]> {
  return db.query<{ id: number; score: number }>(BY_DOMAIN, [domain, subdomains, lookAlikes(domain)]);
}

/** Returns the domain in a text of any spelling, or the bare host where its suffix is unknown. */
export function domainOf(text: string): string | null {
  const domain = registrableDomain(text) ?? toUrl(text)?.hostname.replace(/^www\./, "") ?? text.trim().toLowerCase();
  return /[\p{L}\p{N}]/u.test(domain) && domain.length <= LONGEST_DOMAIN ? domain : null;
}

function* idsOf(list: PostingList): Generator<number> {
  for (const [segment, { postings }] of list)
    for (const posting of postings) yield segment * SEGMENT_SIZE + (posting >>> 16);
}

/** Returns a label without its hyphens, and all labels at one edit's distance. */
function lookAlikes(domain: string): string[] {
  const label = (domain.split(".")[0] ?? "").replaceAll("-", "");
  return label.length > LONGEST_LABEL ? [] : [label, ...slipsOf(label)].filter((each) => each !== "");
}

/**
 * Finds the company of a domain, its subdomains, and look-alikes: another ending, other hyphens or one edit. Two
 * statements.
 */
export async function matchDomains(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  text: string,
): Promise<Matches> {
  const domain = domainOf(text);
  if (domain === null) return NO_MATCHES;
  const [below] = await cache.lists(state, [{ field: "parent", term: domain }]);
  const subdomains = below === undefined ? [] : [...idsOf(below)];
  const rows = await domainMatches(db, domain, subdomains);
  return { ids: Int32Array.from(rows, ({ id }) => id), scores: Float64Array.from(rows, ({ score }) => score) };
}

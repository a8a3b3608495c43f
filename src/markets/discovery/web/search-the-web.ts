import PQueue from "p-queue";
import { idsOfDomains } from "#companies/look-up";
import { type SiteCompany, storeSiteCompanies } from "#companies/store-site-companies";
import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import type { Pages } from "#providers/pages/pages";
import { ProviderError } from "#providers/provider-error";
import type { WebResult } from "#providers/web-search/web-search";
import { type JobContext, planOf, type StepDeps } from "../steps/job-context.ts";
import { companyOfSite } from "./company-of-site.ts";
import { type FoundSite, foundSites } from "./found-sites.ts";
import { webQueries } from "./web-queries.ts";

/** Number of sites read per wanted company, within bounds. */
const SITES_PER_WANTED = 3;
const MIN_SITES = 30;
const MAX_SITES = 150;
/** Number of pages read per site. */
const PAGES_OF_A_SITE = 4;
/** Number of sites read between two writes. */
const SITES_IN_A_BATCH = 24;
/** Concurrent sites; the fetcher keeps its own lower bounds. */
const SITES_AT_ONCE = 8;
/** Time limits for one site, including its pauses, and for all sites: slow sites must not delay the job. */
const LONGEST_SITE_MS = 2 * 60_000;
const LONGEST_READING_MS = 10 * 60_000;

export interface WebHit {
  companyId: number;
  rank: number;
  score: number;
  inside: boolean;
}

export interface WebSearchResult {
  hits: WebHit[];
  /** Failures on the way, for the log; the job continues. */
  notes: string[];
}

interface Options {
  signal?: AbortSignal | undefined;
  tell(message: string, key: string): Promise<void>;
}

/** Runs all searches of the job; reports a failure, and uses the others. */
async function searched(
  { db, webSearch }: StepDeps,
  { job, teamId, criteria }: JobContext,
  { signal }: Options,
): Promise<{ searches: WebResult[][]; notes: string[] }> {
  if (webSearch === null) throw new Error("no web search is configured");
  const pay = payFor(db, payerOfJob(teamId, job.id), signal ? { signal } : {});
  const searches: WebResult[][] = [];
  const notes: string[] = [];
  for (const query of webQueries(criteria)) {
    signal?.throwIfAborted();
    try {
      searches.push(await webSearch.search(query, pay));
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof CostCapReachedError)) throw error;
      notes.push(error instanceof CostCapReachedError ? (error.detail ?? "the cost cap is reached") : error.message);
      // The next search would fail in the same way.
      if (error instanceof CostCapReachedError || error.failure === "auth" || error.failure === "quota") break;
    }
  }
  return { searches, notes: [...new Set(notes)] };
}

/** Returns the companies of these sites; leaves out sites without usable text, or that take too long. */
async function readSites(
  pages: Pages,
  sites: FoundSite[],
  { signal, until }: { signal: AbortSignal | undefined; until: number },
): Promise<SiteCompany[]> {
  const queue = new PQueue({ concurrency: SITES_AT_ONCE });
  const reading = queue.addAll(
    sites.map(({ domain }) => async () => {
      signal?.throwIfAborted();
      const limit = AbortSignal.timeout(Math.max(1, Math.min(LONGEST_SITE_MS, until - Date.now())));
      const inTime = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      try {
        return companyOfSite(domain, await pages.companyPages(domain, { maxPages: PAGES_OF_A_SITE, signal: inTime }));
      } catch (error) {
        signal?.throwIfAborted();
        if (limit.aborted) return null;
        throw error;
      }
    }),
  );
  const companies = await reading.finally(() => queue.clear());
  return companies.filter((company) => company !== null);
}

/**
 * Finds companies on the open web: searches, visits the found sites, reads the companies' own pages, and stores
 * records. They are judged like all others. In a repeat, recordings answer the searches and the store answers the
 * pages.
 */
export async function searchTheWeb(deps: StepDeps, context: JobContext, options: Options): Promise<WebSearchResult> {
  const { pages, db } = deps;
  const { signal, tell } = options;
  if (pages === null) throw new Error("no pages can be read");
  const plan = planOf(context);
  const { searches, notes } = await searched(deps, context, options);
  const wanted = Math.min(MAX_SITES, Math.max(MIN_SITES, context.criteria.count * SITES_PER_WANTED));
  const sites = foundSites(searches, new Set([...plan.seedDomains, ...plan.excludeDomains])).slice(0, wanted);
  // An imported file has more about a company than its own pages.
  const known = await idsOfDomains(
    db,
    sites.map(({ domain }) => domain),
    { fromFiles: true },
  );
  await tell(
    `Searched the web ${searches.length} times: ${sites.length} sites, ${known.size} of them known`,
    "web searched",
  );

  const open = sites.filter(({ domain }) => !known.has(domain));
  const until = Date.now() + LONGEST_READING_MS;
  let silent = 0;
  for (let at = 0; at < open.length; at += SITES_IN_A_BATCH) {
    if (Date.now() >= until) {
      notes.push(`${open.length - at} of ${open.length} sites were not read: the others took too long`);
      break;
    }
    const batch = open.slice(at, at + SITES_IN_A_BATCH);
    const companies = await readSites(pages, batch, { signal, until });
    silent += batch.length - companies.length;
    for (const [domain, id] of await storeSiteCompanies(db, companies)) known.set(domain, id);
    const read = at + batch.length;
    await tell(`Read ${read} of ${open.length} sites`, `web read ${read}`);
  }
  if (silent > 0) notes.push(`${silent} of ${open.length} sites could not be read or say nothing`);

  const hits = sites.flatMap(({ domain, score }) => {
    const companyId = known.get(domain);
    return companyId === undefined ? [] : [{ companyId, score, inside: true }];
  });
  return { hits: hits.map((hit, i) => ({ ...hit, rank: i + 1 })), notes };
}

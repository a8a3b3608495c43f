import PQueue from "p-queue";
import type { CompanyPagesSource } from "#foundation/config/fetching";
import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import type { CompanyPage, Pages } from "#providers/pages/pages";
import { PAGES_OF_A_SITE } from "#providers/pages/site-pages";
import { storedCompanyPages } from "#providers/pages/stored-company-pages";
import { knownCompanies } from "./look-up.ts";

/** The pages of companies' own sites. */
export interface CompanyPages {
  /** `fetch` refreshes stale pages. With `stored`, nothing leaves this machine. */
  source: CompanyPagesSource;
  /**
   * Fetches the pages of the companies' sites where that is configured; otherwise does nothing. A repeat fetches only
   * stale pages. Failures of the web do not stop it.
   * @param onSite called after each site
   * @throws the signal's reason
   */
  refresh(companyIds: readonly number[], options: { signal: AbortSignal; onSite: () => void }): Promise<void>;
  /**
   * Returns the stored pages by company; leaves out companies without pages. Meant for a few hundred companies at a
   * time.
   */
  read(companyIds: readonly number[]): Promise<Map<number, CompanyPage[]>>;
}

/** Concurrent sites; the fetcher keeps its own lower bounds. */
const SITES_AT_ONCE = 8;

export function createCompanyPages(deps: {
  db: Queries;
  pages: Pick<Pages, "companyPages">;
  source: CompanyPagesSource;
}): CompanyPages {
  const { db, pages, source } = deps;
  return {
    source,
    async refresh(companyIds, { signal, onSite }) {
      if (source === "stored") return;
      const queue = new PQueue({ concurrency: SITES_AT_ONCE });
      const read = (await knownCompanies(db, companyIds)).map(({ domain }) => async () => {
        signal.throwIfAborted();
        await pages.companyPages(domain, { maxPages: PAGES_OF_A_SITE, signal });
        onSite();
      });
      await queue.addAll(read).finally(() => queue.clear());
    },
    async read(companyIds) {
      const rows = await knownCompanies(db, companyIds);
      const found = await storedCompanyPages(
        db,
        rows.map(({ domain }) => domain),
      );
      return new Map(rows.flatMap(({ id, domain }) => (found.has(domain) ? [[id, found.get(domain) ?? []]] : [])));
    },
  };
}

/** Counts, for a job's report, how many sites and pages were read and how many sites failed. */
export class PageTally {
  sites = 0;
  pages = 0;

  constructor(private readonly companies: number) {}

  add(read: ReadonlyMap<number, readonly CompanyPage[]>): void {
    this.sites += read.size;
    for (const pages of read.values()) this.pages += pages.length;
  }

  /** Returns "3 sites could not be read"; empty where no site was fetched. */
  silent({ source }: CompanyPages): string[] {
    const silent = this.companies - this.sites;
    if (source === "stored" || silent === 0) return [];
    return [`${counted(silent, "site")} could not be read`];
  }
}

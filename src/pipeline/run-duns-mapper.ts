import { hasIdentifierTable, mapIdentifiers } from "#companies/identifiers/map-identifiers";
import { refreshCompanyNames } from "#companies/linking/name-table";
import { knownCompanies } from "#companies/look-up";
import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { marketCompanyIds } from "#markets/market-companies";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runDunsMapper = pipelineFlag({
  name: "runDunsMapper",
  does: "D-U-N-S numbers and LEIs of the companies, from the imported table",
  needs: [],
  step: ({ db }, job) => mapMarketIdentifiers(db, job),
});

/** Number of companies between two reports. */
const BATCH = 500;

/** The note where no table was imported, which differs from companies without numbers. */
const NO_TABLE_YET =
  'no table of identifiers is stored yet: import one with "market -- import identifiers FILE", such as GLEIF\'s ISIN-to-LEI relationship file';

/**
 * The pipeline's `runDunsMapper`: looks the market's companies up in the imported table of identifiers. Leaves out and
 * counts ambiguous companies. Each batch is one statement. Idempotent.
 */
export async function mapMarketIdentifiers(db: Queries, { marketId, report, signal }: PipelineJob) {
  const companyIds = await marketCompanyIds(db, marketId);
  const hasTable = await hasIdentifierTable(db);
  await refreshCompanyNames(db, signal);
  const sum = { duns: 0, lei: 0, mapped: 0 };
  const ambiguous: number[] = [];
  for (let i = 0; i < companyIds.length; i += BATCH) {
    signal.throwIfAborted();
    const batch = companyIds.slice(i, i + BATCH);
    const found = await mapIdentifiers(db, batch);
    sum.duns += found.duns;
    sum.lei += found.lei;
    sum.mapped += found.mapped;
    ambiguous.push(...(found.ambiguous ?? []));
    report(i + batch.length, companyIds.length);
  }
  const notes = [
    ...(hasTable ? [] : [NO_TABLE_YET]),
    ...(ambiguous.length === 0
      ? []
      : [`not mapped because the table is ambiguous about them: ${await domainsOf(db, ambiguous)}`]),
  ];
  return {
    summary: [
      `${counted(sum.mapped, "company", "companies")} of ${companyIds.length.toLocaleString("en")} mapped (${sum.duns} D-U-N-S, ${sum.lei} LEI)`,
      ...(ambiguous.length > 0 ? [`${ambiguous.length} ambiguous`] : []),
      ...(hasTable ? [] : [NO_TABLE_YET]),
    ].join("; "),
    report: { companies: companyIds.length, ...sum, ambiguous: ambiguous.length, notes },
  };
}

/** Number of companies that a note names. */
const NAMED = 10;

async function domainsOf(db: Queries, companyIds: readonly number[]): Promise<string> {
  const companies = await knownCompanies(db, companyIds);
  const named = companies.slice(0, NAMED).map(({ domain }) => domain);
  const more = companyIds.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

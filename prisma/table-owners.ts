/**
 * Who owns each table of `schema.prisma`: SQL and Prisma calls on it stand in files under this folder, and others ask the
 * functions there. `test/architecture/sql.test.ts` holds it.
 */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  teams: "src/accounts/teams",
  quota_usage: "src/accounts/teams",
  users: "src/accounts/teams",
  memberships: "src/accounts/teams",
  api_keys: "src/accounts/auth",
  audit_entries: "src/accounts/audit",
  sessions: "src/accounts/auth",
  refresh_tokens: "src/accounts/auth",
  signing_keys: "src/accounts/auth",
  sign_in_failures: "src/accounts/auth",
  rate_limits: "src/accounts/limits",
  collections: "src/accounts/collections",
  workflow_runs: "src/jobs",
  jobs: "src/jobs",
  progress_log: "src/jobs",
  ledger_entries: "src/costs",
  spend: "src/costs",
  platform: "src/costs",
  recorded_answers: "src/costs",
  companies: "src/companies",
  source_records: "src/companies/records",
  company_merges: "src/companies/identity",
  company_moves: "src/companies/identity",
  company_identity_log: "src/companies/identity",
  companies_to_link: "src/companies/identity",
  sources: "src/sources",
  source_syncs: "src/sources",
  directory_state: "src/companies",
  company_segments: "src/companies/search",
  company_postings: "src/companies/search",
  company_indexes: "src/companies/engine",
  company_changes: "src/companies/engine",
  company_names: "src/companies/linking",
  companies_to_name: "src/companies/linking",
  company_identifiers: "src/companies/identifiers",
  identifier_mappings: "src/companies/identifiers",
  markets: "src/markets",
  market_companies: "src/markets",
  market_company_history: "src/markets/history",
  market_reviews: "src/markets/reviews",
  criteria_versions: "src/markets",
  candidates: "src/markets",
  candidate_hits: "src/markets/discovery",
  judged_records: "src/markets/discovery",
  feeds: "src/intelligence/ingest",
  article_archives: "src/intelligence/ingest",
  news_items: "src/intelligence/news",
  news_story_keys: "src/intelligence/news",
  company_news: "src/intelligence/news",
  esg_items: "src/intelligence/esg",
  people: "src/intelligence/people",
  person_sightings: "src/intelligence/people",
  events: "src/intelligence/events",
  event_lineage: "src/intelligence/events",
  event_datapoints: "src/intelligence/events",
  event_alert_types: "src/intelligence/events",
  event_impacted_entities: "src/intelligence/events",
  event_companies: "src/intelligence/events",
  event_entities: "src/intelligence/events",
  entities: "src/intelligence/events",
  event_follow_ups: "src/intelligence/events",
  event_story_keys: "src/intelligence/events",
  events_to_link: "src/intelligence/events",
  observations: "src/intelligence/events",
  observation_departures: "src/intelligence/events",
  geocoder_answers: "src/pipeline/places",
  market_analyses: "src/pipeline/analyses",
  phrase_counts: "src/pipeline/analyses",
  market_columns: "src/columns",
  market_cells: "src/columns",
  column_fills: "src/columns",
  dossiers: "src/dossiers",
  dossier_tasks: "src/dossiers",
  dossier_sections: "src/dossiers",
  idempotency_records: "src/foundation/idempotency",
  pages: "src/providers/pages",
  table_sizes: "src/foundation/db",
  notice_logs: "src/notices",
  notices: "src/notices",
  webhooks: "src/notices/webhooks",
  webhook_deliveries: "src/notices/webhooks",
  monitors: "src/monitors",
  monitor_changes: "src/monitors",
  monitor_subjects: "src/monitors",
  monitor_digests: "src/monitors",
};

/** A file that names tables of other rooms, and why it has to be one statement. */
export interface CrossUse {
  file: string;
  reads?: readonly string[];
  writes?: readonly string[];
  because: string;
}

const LIST =
  "A list under many parents is one LATERAL statement; in two, every page would first read all companies of all markets.";
const NAMED =
  "Rows are shown with the company's name and domain: joined by its primary key in the statement that reads them.";

export const CROSS_USES: readonly CrossUse[] = [
  // Who asks, and who may: on the way of every request.
  {
    file: "src/accounts/auth/api-keys.ts",
    reads: ["teams"],
    because: "A request by key takes one statement, and with it whether the team's access has ended.",
  },
  {
    file: "src/accounts/auth/sessions.ts",
    reads: ["memberships", "users"],
    because: "A session counts as long as its user is a member of the key's team: asked with it, by every request.",
  },
  {
    file: "src/accounts/auth/refresh-session.ts",
    reads: ["memberships"],
    because:
      "Membership is a condition of the one statement that spends a refresh token; asked before, it could end in between.",
  },
  {
    file: "src/accounts/auth/sign-in.ts",
    reads: ["memberships", "users"],
    because:
      "An unknown e-mail, a wrong password and another team's user take one statement, so that time tells them apart for nobody.",
  },
  {
    file: "src/accounts/collections/manage-collections.ts",
    reads: ["markets", "dossiers"],
    because:
      "How much a collection holds is counted in the statement that lists collections; accounts stand below both owners.",
  },
  // Runs: one lease, one lock, one log.
  {
    file: "src/jobs/market-runs.ts",
    reads: ["markets", "teams", "criteria_versions"],
    because: "A run is leased together with what its workflow is started with, or two relays could start it.",
  },
  {
    file: "src/jobs/run-lifecycle.ts",
    reads: ["markets"],
    writes: ["markets"],
    because: "However a run ends, its market's state moves in the same transaction; jobs stand below markets.",
  },
  {
    file: "src/jobs/workflow-runs.ts",
    reads: ["markets"],
    because: "What a market was is copied to its run in the statement that takes the run's lock.",
  },
  {
    file: "src/jobs/progress-log.ts",
    reads: ["markets"],
    writes: ["markets"],
    because: "The log's sequence is counted on the market's row, whose lock keeps it without gaps.",
  },
  {
    file: "src/dossiers/tasks/dossier-runs.ts",
    reads: ["teams"],
    because: "A run is leased together with what its workflow is started with, or two relays could start it.",
  },
  {
    file: "src/columns/fills/fill-runs.ts",
    reads: ["markets", "teams"],
    because: "A run is leased together with what its workflow is started with, or two relays could start it.",
  },
  {
    file: "src/columns/fills/fill-cells.ts",
    reads: ["market_companies", "markets"],
    because:
      "Cells wait in the order of the companies' ranks; asked before, a market of thousands would be sent to take fifty of it.",
  },
  {
    file: "src/columns/model/quote-column.ts",
    reads: ["market_companies"],
    because: "A quote counts the companies of a market, each of which will be asked once.",
  },
  {
    file: "src/columns/manage-columns.ts",
    reads: ["market_companies"],
    because: "A column gets the cells of the companies that are in the market at that moment, whatever their number.",
  },
  // Money: decided in one statement.
  {
    file: "src/costs/cost-cap.ts",
    reads: ["jobs"],
    because: "What is left of a cap is one sum over the ledger of the jobs of one run.",
  },
  {
    file: "src/costs/ledger.ts",
    reads: ["jobs"],
    because: "A cap and what is spent of it are of one moment only in one statement.",
  },
  {
    file: "src/costs/old-records.ts",
    reads: ["jobs"],
    because: "Whether the job of a call has ended long ago is a condition of the statement that clears its rows.",
  },
  {
    file: "src/markets/discovery/old-discoveries.ts",
    reads: ["jobs"],
    because: "Whether a discovery failed long ago is a condition of the statement that clears what it left.",
  },
  // What a discovery decided counts once its job has completed.
  {
    file: "src/markets/read-candidates.ts",
    reads: ["jobs"],
    because: "A verdict counts if its job has completed: a join that the page and its order depend on.",
  },
  {
    file: "src/markets/newest-verdicts.ts",
    reads: ["jobs"],
    because: "The newest verdict that counts is chosen by its job's state, for each market in one statement.",
  },
  {
    file: "src/markets/discovery/market-questions.ts",
    reads: ["jobs"],
    because: "Questions are those of completed jobs, in their order, with what each brought.",
  },
  {
    file: "src/markets/discovery/latest-criteria.ts",
    reads: ["jobs"],
    because: "The newest criteria that count are those of a completed job: chosen in the statement that reads them.",
  },
  {
    file: "src/markets/discovery/steps/judge-step.ts",
    reads: ["jobs"],
    because:
      "Of all earlier judgements of a candidate, thousands, only the best of a completed job leaves the database.",
  },
  // Companies by their key.
  { file: "src/markets/market-summary.ts", reads: ["companies"], because: NAMED },
  { file: "src/markets/discovery/steps/fused-candidates.ts", reads: ["companies"], because: NAMED },
  { file: "src/intelligence/esg/esg-of-companies.ts", reads: ["companies"], because: NAMED },
  { file: "src/intelligence/people/people-of-companies.ts", reads: ["companies"], because: NAMED },
  { file: "src/intelligence/events/frames/stored-frames.ts", reads: ["companies"], because: NAMED },
  { file: "src/intelligence/news/articles-about.ts", reads: ["companies"], because: NAMED },
  {
    file: "src/markets/discovery/steps/generate-step.ts",
    reads: ["companies"],
    because: "A company may leave the directory meanwhile: the insert itself leaves it out.",
  },
  {
    file: "src/intelligence/events/entities/stored-entities.ts",
    reads: ["companies"],
    because: "A company may leave the directory meanwhile: the insert itself leaves it out.",
  },
  {
    file: "src/intelligence/events/write-events.ts",
    reads: ["companies"],
    because: "A company may leave the directory meanwhile: the insert itself leaves it out.",
  },
  {
    file: "src/intelligence/news/write-links.ts",
    reads: ["companies"],
    because: "A company may leave the directory meanwhile: the insert itself leaves it out.",
  },
  {
    file: "src/intelligence/esg/import-esg.ts",
    reads: ["companies"],
    because: "Rows that were staged by COPY meet their companies in the database; a file may have millions.",
  },
  {
    file: "src/companies/identifiers/map-identifiers.ts",
    reads: ["company_names"],
    because: "Numbers are matched by domain, ISIN and name at once, and the surest decides.",
  },
  {
    file: "src/companies/directory.ts",
    reads: ["company_merges"],
    because: "A company that was merged away is its survivor: found by the statement that reads it.",
  },
  {
    file: "src/companies/look-up.ts",
    reads: ["company_merges", "source_records"],
    because:
      "A domain that was merged away is its survivor's: looked up with the others. Whether a place is derived is in the records, and asked with it.",
  },
  {
    file: "src/companies/search/match-domains.ts",
    reads: ["company_merges"],
    because: "A domain that was merged away is its survivor's: looked up with those like it.",
  },
  {
    file: "src/intelligence/esg/esg-lists.ts",
    reads: ["company_merges"],
    because:
      "A domain that was merged away is its survivor's: a condition of the statement that pages through the items.",
  },
  {
    file: "src/pipeline/analyses/market-analyses.ts",
    reads: ["company_merges"],
    because: "Results hold ids of companies as they were: read with what stands for them now, in one statement.",
  },
  {
    file: "src/companies/records/derive-companies.ts",
    reads: ["company_merges"],
    writes: ["company_moves"],
    because: "Rows that were staged by COPY follow the merges in the database; a file may have millions.",
  },
  {
    file: "src/companies/records/give-up-domain.ts",
    reads: ["identifier_mappings"],
    writes: ["identifier_mappings", "company_identifiers"],
    because:
      "A company that gives up its domain takes along the numbers that its records state, in the same transaction.",
  },
  {
    file: "src/companies/identity/link-parents.ts",
    reads: ["company_names", "source_records"],
    writes: ["source_records"],
    because: "Names of parents in records are looked up among the names of all companies.",
  },
  {
    file: "src/companies/records/parents.ts",
    reads: ["company_merges"],
    because: "A parent that was merged away is its survivor: found by the statement that reads it.",
  },
  {
    file: "src/companies/records/preference.ts",
    reads: ["company_moves"],
    because: "Whether a record came by a merge orders the records of a company, in the statement that reads them.",
  },
  {
    file: "src/companies/records/read-records.ts",
    reads: ["source_syncs"],
    because: "The licence of a record is that of the sync that brought it; sources stand above companies.",
  },
  {
    file: "src/companies/records/derive-companies.ts",
    writes: ["companies_to_link"],
    because:
      "Records that come with new keys are noted for the look-up of parents, in the transaction that keeps them.",
  },
  {
    file: "src/companies/linking/name-table.ts",
    writes: ["companies_to_link"],
    because: "Companies with new names are noted for the look-up of parents, in the statement that stores the names.",
  },
  {
    file: "src/companies/identity/companies-of-rows.ts",
    reads: ["company_names", "source_records", "identifier_mappings"],
    because: "Rows without a web site find their company by names and numbers, in four statements a batch.",
  },
  {
    file: "src/companies/identity/compared-companies.ts",
    reads: ["company_identifiers"],
    because: "Companies are compared by their LEI, too, which the statement that reads their other fields joins.",
  },
  {
    file: "src/companies/identity/find-duplicates.ts",
    reads: ["company_names", "company_identifiers"],
    because: "Companies that share a name, a site or a number are paired in one statement over the whole directory.",
  },
  {
    file: "src/companies/identity/merge-companies.ts",
    reads: ["source_records"],
    writes: ["source_records"],
    because: "A split gives records to another company, in the transaction that makes it.",
  },
  {
    file: "src/companies/import-companies.ts",
    reads: ["company_postings"],
    because: "An import fills it by triggers, and has the statistics of all that it filled renewed.",
  },
  {
    file: "src/companies/company-reach.ts",
    reads: ["markets", "market_companies", "candidates"],
    because:
      "Whose markets have a company is a condition of the statements that read companies; companies stand below markets.",
  },
  // Lists under a market or a company.
  { file: "src/intelligence/esg/esg-lists.ts", reads: ["companies", "market_companies"], because: LIST },
  { file: "src/intelligence/esg/incidents/incident-lists.ts", reads: ["companies", "market_companies"], because: LIST },
  { file: "src/intelligence/events/event-lists.ts", reads: ["market_companies"], because: LIST },
  { file: "src/intelligence/news/news-lists.ts", reads: ["market_companies"], because: LIST },
  { file: "src/intelligence/people/people-lists.ts", reads: ["market_companies"], because: LIST },
  // The same import for two kinds of article.
  {
    file: "src/intelligence/ingest/article-staging.ts",
    writes: ["news_items", "observations"],
    because:
      "Articles of both kinds are staged and merged by the same statements; ingest writes raw rows and nothing else.",
  },
];

/** Files whose SQL computes the name of a table, and where the name comes from. */
export const COMPUTED_TABLES: Readonly<Record<string, string>> = {
  "src/foundation/backup/backup-file.ts": "all tables, from PostgreSQL's catalogue",
  "src/foundation/backup/restore-backup.ts": "all tables, from PostgreSQL's catalogue",
  "src/foundation/backup/write-backup.ts": "all tables, from PostgreSQL's catalogue",
  "src/foundation/db/children.ts": "the list's own statement, in its owner's file",
  "src/foundation/db/select-tree/conditions.ts": "a relation of Prisma's schema, which the tree names",
  "src/foundation/db/select-tree/tree-writer.ts": "a model of Prisma's schema, which the tree names",
  "src/foundation/files/import-records.ts": "`tables` of the store, in its owner's file",
  "src/intelligence/events/read-events.ts": "the parts of an event, of the same room",
  "src/intelligence/events/write-events.ts": "the parts of an event, of the same room",
  "src/intelligence/ingest/article-staging.ts": "one of two tables, which the list above has",
  "src/intelligence/people/store-people.ts": "records that come as JSON",
  "src/intelligence/theme-texts.ts": "`table` of the texts, in its owner's file",
  "src/jobs/run-queue.ts": "`table` of the runs, in its owner's file",
  "src/jobs/run-states.ts": "`table` of the runs, in its owner's file",
};

/**
 * The graph may read any table, but only through the tree reader (`read(context).market.findMany(…)`): a query is one
 * statement over the tables of many owners. It has no SQL and calls no Prisma client; a condition that Prisma's schema
 * has no relation for is a function of the owner (`schema/relations.ts`). Only the owner's functions write.
 */
export const READS_TREES = "schema/";

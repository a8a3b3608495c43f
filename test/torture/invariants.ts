import { COLUMN_INVARIANTS } from "./column-invariants.ts";
import { bySql, constant, type Invariant, missing } from "./invariant.ts";
import { WATCH_INVARIANTS } from "./watch-invariants.ts";

const OPEN = "('queued', 'running')";

const OWN_INVARIANTS: Invariant[] = [
  {
    name: "every acknowledged start is there, and the same Idempotency-Key never makes two markets",
    async check({ db, journal }) {
      const markets = [...journal.starts.values()];
      const violations = await missing(
        db,
        markets.flatMap((ids) => [...ids]),
        "markets",
        "id",
      );
      for (const [once, ids] of journal.starts) if (ids.size > 1) violations.push(`${once} made ${[...ids]}`);
      const [count] = await db.query<{ count: number }>("SELECT count(*)::int AS count FROM markets");
      if ((count?.count ?? 0) > journal.starts.size)
        violations.push(`${count?.count} markets for ${journal.starts.size} Idempotency-Keys`);
      return { checked: journal.starts.size, violations };
    },
  },
  {
    name: "every acknowledged extension, publish and run of a dossier is there",
    async check({ db, journal }) {
      const jobs = [...journal.jobs.values(), ...journal.races.map(({ wonBy }) => wonBy)].flatMap((ids) => [...ids]);
      const violations = [
        ...(await missing(db, jobs, "jobs", "id")),
        ...(await missing(db, journal.dossierTasks, "dossier_tasks", "task_id")),
      ];
      return { checked: jobs.length + journal.dossierTasks.length, violations };
    },
  },
  {
    name: "every acknowledged import is there",
    async check({ db, journal }) {
      const violations = [
        ...(await missing(db, journal.domains, "companies", "domain")),
        ...(await missing(db, journal.observations, "observations", "url")),
      ];
      return { checked: journal.domains.length + journal.observations.length, violations };
    },
  },
  {
    name: "a job whose cancel was acknowledged did not go on as if nothing had been said",
    async check({ db, journal }) {
      const violations: string[] = [];
      for (const { jobId } of journal.cancelled) {
        const [job] = await db.query<{ status: string }>("SELECT status::text FROM jobs WHERE id = $1", [jobId]);
        if (job?.status !== "cancelled") violations.push(`job ${jobId} is ${job?.status}`);
      }
      return { checked: journal.cancelled.length, violations };
    },
  },
  {
    name: "whoever follows a market sees each entry of its log once, in order, whatever was interrupted",
    async check({ db, journal }) {
      const violations: string[] = [];
      for (const { marketId, entries } of journal.followed) {
        const log = await db.query<{ message: string }>(
          "SELECT message FROM progress_log WHERE market_id = $1 ORDER BY sequence LIMIT $2",
          [marketId, entries.length],
        );
        const wrong = entries.findIndex(
          ({ sequence, message }, i) => sequence !== i + 1 || message !== log[i]?.message,
        );
        if (wrong >= 0)
          violations.push(`market ${marketId}: entry ${wrong + 1} was seen as ${entries[wrong]?.sequence}`);
      }
      return { checked: journal.followed.length, violations };
    },
  },
  {
    name: "of a hundred simultaneous extensions of a market one wins; another only once that has ended",
    async check({ db, journal }) {
      const violations: string[] = [];
      for (const { marketId } of journal.races) {
        const rows = await db.query<{ what: string }>(
          `SELECT 'market ' || a.market_id || ': runs ' || a.id || ' and ' || b.id || ' overlap' AS what
           FROM workflow_runs a JOIN workflow_runs b ON b.market_id = a.market_id AND b.id > a.id
           WHERE a.market_id = $1 AND (a.ended_at IS NULL OR b.requested_at < a.ended_at)`,
          [marketId],
        );
        violations.push(...rows.map(({ what }) => what));
        // A run whose start was never answered may have been in the way. Where there is none, somebody has to win a race of which every
        // answer arrived.
        const races = journal.races.filter((one) => one.marketId === marketId);
        const [count] = await db.query<{ runs: number }>(
          "SELECT count(*)::int AS runs FROM jobs WHERE market_id = $1 AND kind = 'discovery'",
          [marketId],
        );
        const told = 1 + races.reduce((sum, { wonBy }) => sum + wonBy.length, 0);
        if ((count?.runs ?? 0) <= told && races.some(({ racers, conflicts }) => conflicts === racers))
          violations.push(`market ${marketId}: nobody won a race`);
      }
      const jobs = journal.races.flatMap(({ wonBy }) => wonBy);
      if (new Set(jobs).size < jobs.length) violations.push("one job was granted to two");
      return { checked: journal.races.length, violations };
    },
  },
  {
    name: "what was seen while it happened was never wrong: no status 500, no revoked key let in",
    check: async ({ journal }) => ({ checked: journal.acknowledged + journal.refusals, violations: journal.faults }),
  },
  bySql(
    "every run and every job of it comes to an end",
    "workflow_runs",
    `SELECT 'run ' || id || ' is ' || status AS what FROM workflow_runs WHERE status IN ${OPEN}
     UNION ALL SELECT 'job ' || id || ' is ' || status FROM jobs WHERE status IN ${OPEN}
     UNION ALL SELECT 'dossier run ' || task_id || ' is ' || status FROM dossier_tasks WHERE status IN ${OPEN}
     UNION ALL SELECT 'fill ' || id || ' is ' || status FROM column_fills WHERE status IN ${OPEN}`,
  ),
  bySql(
    "no job fails because of an outage",
    "jobs",
    `SELECT 'job ' || id || ' (' || name || ') failed: ' || coalesce(error, '') AS what FROM jobs WHERE status = 'failed'
     UNION ALL SELECT 'fill ' || id || ' failed: ' || coalesce(error, '') FROM column_fills WHERE status = 'failed'`,
  ),
  bySql(
    "a market without an open run is not being discovered",
    "markets",
    "SELECT 'market ' || id AS what FROM markets WHERE status = 'discovering'",
  ),
  constant(
    bySql(
      "the log of a market counts from 1 without gaps, and says nothing twice",
      "progress_log",
      `SELECT 'market ' || market_id || ': ' || count(*) || ' entries up to ' || max(sequence) AS what
     FROM progress_log GROUP BY market_id HAVING count(*) <> max(sequence) OR min(sequence) <> 1
     UNION ALL
     SELECT 'market ' || m.id || ': log_sequence ' || m.log_sequence FROM markets m
     WHERE m.log_sequence <> (SELECT count(*) FROM progress_log p WHERE p.market_id = m.id)`,
    ),
  ),
  constant(
    bySql(
      "a completed discovery found what it says, in ranks without gaps, each company judged as in",
      "jobs WHERE kind = 'discovery' AND status = 'completed'",
      `SELECT 'job ' || j.id || ' says ' || j.companies_found AS what FROM jobs j
     WHERE j.kind = 'discovery' AND j.status = 'completed'
       AND j.companies_found <> (SELECT count(*) FROM candidates c WHERE c.job_id = j.id AND c.verdict = 'in')
     UNION ALL
     SELECT 'market ' || market_id || ': ranks' FROM market_companies GROUP BY market_id
     HAVING count(*) <> max(rank) OR min(rank) <> 1 OR count(DISTINCT rank) <> count(*)
     UNION ALL
     SELECT 'market ' || mc.market_id || ': company ' || mc.company_id FROM market_companies mc
     WHERE NOT EXISTS (
       SELECT 1 FROM candidates c
       WHERE c.job_id = mc.job_id AND c.company_id = mc.company_id AND c.verdict = 'in')`,
    ),
  ),
  bySql(
    "a completed publish leaves its market published",
    "workflow_runs WHERE kind = 'publish' AND status = 'completed'",
    `SELECT 'market ' || m.id || ' is ' || m.status AS what FROM markets m
     WHERE m.published_at IS NULL AND EXISTS (
       SELECT 1 FROM workflow_runs r WHERE r.market_id = m.id AND r.kind = 'publish' AND r.status = 'completed'
         AND NOT EXISTS (SELECT 1 FROM workflow_runs l WHERE l.market_id = m.id AND l.id > r.id))`,
  ),
  constant(
    bySql(
      "a team is charged for the starts that count, and for no other",
      "quota_usage",
      `SELECT 'team ' || q.team_id || ' is charged ' || q.used || ' for ' || count(r.id) AS what
     FROM quota_usage q LEFT JOIN markets m ON m.team_id = q.team_id
     LEFT JOIN workflow_runs r ON r.market_id = m.id AND r.charged_month = q.month
     GROUP BY q.team_id, q.month, q.used HAVING q.used <> count(r.id)`,
    ),
  ),
  constant(
    bySql(
      "the ledger adds up to what was spent, and no budget is exceeded",
      "ledger_entries",
      `SELECT 'team ' || s.team_id || ' spent ' || s.amount || ', ledger ' || coalesce(sum(l.amount), 0) AS what
     FROM spend s LEFT JOIN ledger_entries l ON l.team_id IS NOT DISTINCT FROM s.team_id AND l.month = s.month
     GROUP BY s.id HAVING s.amount <> coalesce(sum(l.amount), 0)
     UNION ALL
     SELECT 'team ' || t.id || ' spent ' || s.amount || ' of ' || t.monthly_budget
     FROM spend s JOIN teams t ON t.id = s.team_id WHERE s.amount > t.monthly_budget`,
    ),
  ),
  constant(
    bySql(
      "an answer that was paid for is not paid for again",
      "ledger_entries WHERE state = 'settled'",
      `SELECT 'job ' || job_id || ' paid ' || count(*) || ' times for ' || request_hash AS what
     FROM ledger_entries WHERE state = 'settled' AND purpose = 'job' GROUP BY job_id, request_hash HAVING count(*) > 1`,
    ),
  ),
  bySql(
    "no paid call stays open",
    "ledger_entries",
    "SELECT 'entry ' || id AS what FROM ledger_entries WHERE state = 'intent'",
  ),
  {
    name: "every call that reached the provider has its entry in the ledger",
    async check({ db, providerCalls }) {
      const [count] = await db.query<{ count: number }>("SELECT count(*)::int AS count FROM ledger_entries");
      const entries = count?.count ?? 0;
      return { checked: providerCalls, violations: entries < providerCalls ? [`${entries} for ${providerCalls}`] : [] };
    },
  },
  constant(
    bySql(
      "company search knows every company of the directory",
      "companies",
      `SELECT counted.segments || ' of ' || counted.companies AS what FROM (
       SELECT (SELECT coalesce(sum(companies), 0) FROM company_segments) AS segments,
              (SELECT count(*) FROM companies) AS companies) counted
     WHERE counted.segments <> counted.companies`,
    ),
  ),
  bySql(
    "every observation belongs to an event",
    "observations",
    "SELECT url AS what FROM observations WHERE event_id IS NULL",
  ),
  {
    name: "the doctor finds nothing wrong",
    check: async ({ doctor }) => ({
      checked: 1,
      violations: doctor.code === 0 ? [] : [`exit code ${doctor.code}: ${doctor.output.slice(-500)}`],
    }),
  },
];

/** What has to hold at every moment, so in a backup too. */
const CONSTANT = [...OWN_INVARIANTS, ...WATCH_INVARIANTS, ...COLUMN_INVARIANTS].filter(({ isConstant }) => isConstant);

const BACKUP_INVARIANTS: Invariant[] = [
  {
    name: "a backup that was taken meanwhile has everything that was acknowledged before it",
    async check({ restored }) {
      if (restored === null) return { checked: 0, violations: [] };
      const { db, journal } = restored;
      const all = (sets: Iterable<Iterable<number>>) => [...sets].flatMap((ids) => [...ids]);
      const wanted: [readonly (string | number)[], string, string][] = [
        [all(journal.starts.values()), "markets", "id"],
        [all([...journal.jobs.values(), ...journal.races.map(({ wonBy }) => wonBy)]), "jobs", "id"],
        [journal.dossierTasks, "dossier_tasks", "task_id"],
        [journal.domains, "companies", "domain"],
        [journal.observations, "observations", "url"],
        [all(journal.columns.values()), "market_columns", "id"],
        [journal.monitors.map(({ monitorId }) => monitorId), "monitors", "id"],
        [journal.webhooks.map(({ webhookId }) => webhookId), "webhooks", "id"],
      ];
      const found = await Promise.all(wanted.map(([ids, table, column]) => missing(db, ids, table, column)));
      return { checked: wanted.reduce((sum, [ids]) => sum + ids.length, 0), violations: found.flat() };
    },
  },
  {
    name: "that backup has no half of anything: what holds at every moment holds in it",
    async check({ restored, ...evidence }) {
      if (restored === null) return { checked: 0, violations: [] };
      const results = await Promise.all(
        CONSTANT.map(async ({ name, check }) => {
          const { violations } = await check({ ...evidence, ...restored, restored: null });
          return violations.map((what) => `${name}: ${what}`);
        }),
      );
      return { checked: CONSTANT.length, violations: results.flat() };
    },
  },
];

export const INVARIANTS: Invariant[] = [
  ...OWN_INVARIANTS,
  ...WATCH_INVARIANTS,
  ...COLUMN_INVARIANTS,
  ...BACKUP_INVARIANTS,
];

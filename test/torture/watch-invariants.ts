import { bySql, constant, type Invariant } from "./invariant.ts";
import { isSigned } from "./receiver.ts";

/** Whether a company was in when its monitor began to tell. */
const STARTED_IN = (monitor: string, company: string) =>
  `EXISTS (SELECT FROM started s WHERE s.monitor_id = ${monitor} AND s.company_id = ${company})`;

/** Invariants of monitors, notices and webhooks. */
export const WATCH_INVARIANTS: Invariant[] = [
  constant({
    name: "a monitor tells each entry and each exit once, and misses none",
    async check({ db, journal }) {
      const started = journal.monitors.flatMap(({ monitorId, startedWith }) =>
        startedWith.map((companyId) => ({ monitor_id: monitorId, company_id: companyId })),
      );
      const rows = await db.query<{ what: string }>(
        `WITH started AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS s(monitor_id int, company_id int)),
         told AS (
           SELECT monitor_id, company_id, kind = 'company.entered' AS entered, lead(kind) OVER log IS NULL AS is_last,
             lag(kind = 'company.entered') OVER log AS was_in
           FROM notices WHERE kind IN ('company.entered', 'company.left')
           WINDOW log AS (PARTITION BY monitor_id, company_id ORDER BY sequence))
         SELECT format('monitor %s: company %s %s twice', monitor_id, company_id, CASE WHEN entered THEN 'entered' ELSE 'left' END) AS what
         FROM told t WHERE entered = coalesce(was_in, ${STARTED_IN("t.monitor_id", "t.company_id")})
         UNION ALL
         SELECT format('monitor %s: company %s is in, or was, and nobody was told', m.id, x.company_id)
         FROM monitors m CROSS JOIN LATERAL (
           SELECT subject_id AS company_id FROM monitor_subjects WHERE monitor_id = m.id
           UNION SELECT company_id FROM started WHERE monitor_id = m.id
           UNION SELECT company_id FROM told WHERE monitor_id = m.id) x
         WHERE EXISTS (SELECT FROM monitor_subjects s WHERE s.monitor_id = m.id AND s.subject_id = x.company_id AND s.is_in)
           <> coalesce((SELECT t.entered FROM told t WHERE t.monitor_id = m.id AND t.company_id = x.company_id AND t.is_last),
                ${STARTED_IN("m.id", "x.company_id")})
         UNION ALL
         SELECT format('monitor %s says that %s match', id, matching) FROM monitors m
         WHERE matching <> (SELECT count(*) FROM monitor_subjects s WHERE s.monitor_id = m.id AND s.is_in)`,
        [JSON.stringify(started)],
      );
      const [told] = await db.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM notices WHERE monitor_id IS NOT NULL",
      );
      return { checked: told?.count ?? 0, violations: rows.map(({ what }) => what) };
    },
  }),
  bySql(
    "a monitor that was asked to run has seen every change, and says what the directory says",
    "monitors",
    `SELECT format('monitor %s saw the directory as of %s', m.id, m.basis->>'directory') AS what
     FROM monitors m CROSS JOIN directory_state d WHERE m.status = 'active' AND (m.basis->>'directory')::int IS DISTINCT FROM d.version
     UNION ALL
     SELECT format('monitor %s: %s of %s', m.id, c.domain, c.country)
     FROM monitors m CROSS JOIN companies c LEFT JOIN monitor_subjects s ON s.monitor_id = m.id AND s.subject_id = c.id
     WHERE c.domain ~ '^rotor-\\d+-works\\.com$' AND coalesce(s.is_in, false) <> (c.country = 'DE')`,
  ),
  constant(
    bySql(
      "the notices of a team count from 1 without gaps, with one for each ended discovery and publish",
      "notices",
      `SELECT format('team %s: %s notices up to %s', l.team_id, count(n.id), l.sequence) AS what
       FROM notice_logs l LEFT JOIN notices n ON n.team_id = l.team_id GROUP BY l.team_id, l.sequence
       HAVING count(n.id) <> l.sequence OR min(n.sequence) <> 1 OR max(n.sequence) <> l.sequence
       UNION ALL
       SELECT format('run %s was told %s times', r.id, count(n.id)) FROM workflow_runs r
       LEFT JOIN notices n ON n.data->>'workflowId' = r.id::text
       WHERE r.status IN ('completed', 'failed', 'cancelled') GROUP BY r.id HAVING count(n.id) <> 1`,
    ),
  ),
  {
    name: "every notice reaches its team's webhook, signed, always with the same id",
    async check({ db, journal }) {
      const notices = await db.query<{ id: string; teamId: number }>('SELECT id, team_id AS "teamId" FROM notices');
      const violations: string[] = [];
      let checked = 0;
      for (const { webhookId, teamId, secret } of journal.webhooks) {
        const messages = journal.messages.filter((message) => message.teamId === teamId);
        for (const message of messages)
          if (!isSigned(message, secret)) violations.push(`webhook ${webhookId}: ${message.id} has a wrong signature`);
        const idsOf = Map.groupBy(messages, ({ noticeId }) => noticeId);
        for (const [noticeId, sent] of idsOf) {
          const ids = new Set(sent.map(({ id }) => id));
          if (ids.size > 1) violations.push(`webhook ${webhookId}: notice ${noticeId} came as ${[...ids]}`);
        }
        if (new Set(messages.map(({ id }) => id)).size < idsOf.size)
          violations.push(`webhook ${webhookId}: two notices have one id`);
        const due = notices.filter((notice) => notice.teamId === teamId);
        checked += due.length;
        for (const { id } of due)
          if (!idsOf.get(id)?.some(({ isAccepted }) => isAccepted))
            violations.push(`webhook ${webhookId}: notice ${id} was never accepted`);
      }
      return { checked, violations };
    },
  },
];

import type { Database } from "#foundation/db/database";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { counted, day } from "./wording.ts";

/** Events listed: the gravest. */
const SHOWN = 10;
/** Events whose sentences may answer the question. */
const READ = 100;

interface EventRow {
  id: number;
  title: string;
  summary: string;
  publishedAt: Date;
  lastUpdated: Date;
  sources: number;
  alerts: string[];
  /** Scores of the most likely and severe entity. */
  entity: string | null;
  likelihood: number | null;
  severity: number | null;
  /** Its earliest article. */
  url: string | null;
  articleTitle: string | null;
  publisher: string | null;
  articleAt: Date | null;
  retrievedAt: Date | null;
  total: number;
}

const OF_COMPANIES = "e.id IN (SELECT event_id FROM event_companies WHERE company_id = ANY($1::int[]))";
const BY_ID = "e.id = ANY($1::int[])";

/** Likelihood times severity, the usual measure of a risk, orders them; both are 0–3. */
const eventsOf = (condition: string) => `SELECT e.id, e.title, e.summary, e.published_at AS "publishedAt",
    e.last_updated AS "lastUpdated", e.independent_sources AS sources,
    ARRAY(SELECT a.name FROM event_alert_types a WHERE a.event_id = e.id ORDER BY a.position LIMIT 3) AS alerts,
    x.name AS entity, x.likelihood, x.severity, o.url, o.title AS "articleTitle", o.publisher, o.published_at AS "articleAt",
    o.retrieved_at AS "retrievedAt", (count(*) OVER ())::int AS total
  FROM events e
  LEFT JOIN LATERAL (SELECT name, likelihood, severity FROM event_impacted_entities WHERE event_id = e.id
    ORDER BY likelihood * severity DESC, position LIMIT 1) x ON true
  LEFT JOIN LATERAL (SELECT url, title, publisher, published_at, retrieved_at FROM observations WHERE event_id = e.id
    ORDER BY published_at, id LIMIT 1) o ON true
  WHERE ${condition}
  ORDER BY coalesce(x.likelihood * x.severity, 0) DESC, e.last_updated DESC, e.id LIMIT ${READ}`;

/** The stored events that touch the subject, by likelihood and severity. */
export async function gatherEvents(db: Pick<Database, "query">, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  const { ids: of, note } = isTheme
    ? await themeMatches(db, "events", subject.question)
    : ofCompanies(await companiesOf(db, subject));
  const events = await db.query<EventRow>(eventsOf(isTheme ? BY_ID : OF_COMPANIES), [of]);
  const total = events[0]?.total ?? 0;
  const search = to.search(
    "search:events",
    `the stored events that touch ${subject.about} (${counted(total, "event")}${note})`,
  );
  if (total === 0) {
    to.say(md`Nothing is stored about ${subject.about} among the events.`, search);
    return "no events";
  }
  to.say(
    md`${counted(total, "stored event touches", "stored events touch")} ${subject.about}${total > SHOWN ? `; the ${SHOWN} that weigh most stand here, by likelihood times severity of what they touch most` : ""}.`,
    search,
  );
  for (const [i, event] of events.entries()) {
    const record = to.record(`event:${event.id}`, `Event ${event.id}: ${event.title}`, event.lastUpdated);
    const page = pageOf(event, to);
    if (i < SHOWN) to.say(sentenceOf(event), record, ...(page === null ? [] : [page]));
    to.passages(event.summary === "" ? event.title : event.summary, page ?? record);
  }
  return counted(total, "event");
}

function pageOf({ url, articleTitle, publisher, articleAt, retrievedAt }: EventRow, to: SectionWriter): string | null {
  if (url === null || articleAt === null || retrievedAt === null) return null;
  return to.page({
    url,
    title: articleTitle ?? "",
    publisher: publisher ?? "",
    publishedAt: day(articleAt),
    retrievedAt,
  });
}

function sentenceOf({ title, publishedAt, sources, alerts, entity, likelihood, severity }: EventRow) {
  const facts = [
    ...(entity === null || likelihood === null || severity === null
      ? []
      : [md`touches ${entity} most: likelihood ${likelihood.toFixed(1)} and severity ${severity.toFixed(1)} of 3`]),
    ...(alerts.length === 0 ? [] : [md`alerts: ${joined(alerts)}`]),
    ...(sources === 0 ? [] : [md`told by ${counted(sources, "independent source")}`]),
  ];
  const detail = facts.length === 0 ? md`` : md` (${joined(facts, "; ")})`;
  return md`${day(publishedAt)}: ${quote(title)}${detail}.`;
}

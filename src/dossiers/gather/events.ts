import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { EVENT_TEXTS, type WeighedEvent, weightiestEvents } from "#intelligence/events/weightiest-events";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { askedForLabels } from "../report/word-forms.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { day, TROUBLE } from "./wording.ts";

/** Number of events listed, the gravest first. */
const SHOWN = 10;
/** Severity from which an event means trouble for somebody. */
const GRAVE = 1.5;
/** Number of events whose sentences may answer the question. */
const READ = 100;

/** Gathers the stored events that affect the subject, by likelihood and severity. */
export async function gatherEvents(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  const { ids: of, note } = isTheme
    ? await themeMatches(db, EVENT_TEXTS, subject.question)
    : ofCompanies(await companiesOf(db, subject));
  const events = await weightiestEvents(db, isTheme ? { events: of } : { companies: of }, READ);
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
    const trouble = (event.severity ?? 0) >= GRAVE ? TROUBLE : "";
    to.note(sentenceOf(event), `event ${askedForLabels(event.alerts)} ${trouble}`, record);
    to.passages(event.summary === "" ? event.title : event.summary, page ?? record);
  }
  return counted(total, "event");
}

function pageOf(
  { url, articleTitle, publisher, articleAt, retrievedAt }: WeighedEvent,
  to: SectionWriter,
): string | null {
  if (url === null || articleAt === null || retrievedAt === null) return null;
  return to.page({
    url,
    title: articleTitle ?? "",
    publisher: publisher ?? "",
    publishedAt: day(articleAt),
    retrievedAt,
  });
}

function sentenceOf({ title, publishedAt, sources, alerts, entity, likelihood, severity }: WeighedEvent) {
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

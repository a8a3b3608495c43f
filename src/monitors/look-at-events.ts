import { PACKAGE_VERSION } from "#foundation/config/package-version";
import type { Database, Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { type EventFilter, listConditions } from "#intelligence/events/event-filter";
import { survivorsOf } from "#intelligence/events/event-lineage";
import { matchingEvents } from "#intelligence/events/event-lists";
import { articleDigests, type EventArticle, newestArticles, readEvents } from "#intelligence/events/read-events";
import type { NoticeCause } from "#notices/notice";
import type { NewNotice } from "#notices/notice-log";
import { causeOf, changesBetween, changesInWords } from "./causes.ts";
import type { Idle } from "./look-at-market.ts";
import type { Comparison, Monitor, Subject } from "./monitor.ts";

/** Maximum number of matches: a filter with more would tell everything. */
const MOST_EVENTS = 10_000;
/** Maximum number of articles named in a notice. */
const MOST_ARTICLES = 5;
/** Time in ms that an article may wait until it is grouped into its event. */
const GROUPED_WITHIN = 3_600_000;
/** Number of events whose facts are read together. */
const BATCH = 500;

/** Restores a stored filter, whose dates are texts. */
const revived = (filter: EventFilter): EventFilter => ({
  ...filter,
  ...(filter.lastUpdatedFrom == null ? {} : { lastUpdatedFrom: new Date(filter.lastUpdatedFrom) }),
  ...(filter.lastUpdatedTo == null ? {} : { lastUpdatedTo: new Date(filter.lastUpdatedTo) }),
});

/** Returns what is stored about events, and shown where it changes. `digests` covers the content of matching events. */
async function subjectsNow(
  db: Queries,
  ids: readonly number[],
  digests: ReadonlyMap<number, string>,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const articles = await articleDigests(db, batch);
    for (const event of await readEvents(db, batch))
      subjects.push({
        subjectId: event.id,
        isIn: digests.has(event.id),
        digest: digests.get(event.id) ?? "",
        criteria: [],
        facts: {
          title: event.title,
          articleCount: event.articleCount,
          alertTypes: event.alertTypes.map(({ name }) => name),
          datapoints: event.affectedDatapoints.map(({ name }) => name),
          impactedEntities: event.impactedEntities.map(({ name, likelihood, severity }) => ({
            name,
            likelihood,
            severity,
          })),
          lastUpdated: event.lastUpdated.toISOString(),
          articles: articles.get(event.id) ?? "",
        },
      });
  }
  return subjects;
}

const SHOWN = ["title", "articleCount", "alertTypes", "datapoints", "impactedEntities", "lastUpdated"];

const sourceOf = ({ id, url, publisher, retrievedAt }: EventArticle): NoticeCause["sources"][number] => ({
  id,
  source: publisher,
  kind: "article",
  line: null,
  url,
  at: retrievedAt.toISOString(),
});

/** Returns why an event matches now, or no longer does. */
function causeOfEvent(
  before: Subject | null,
  after: Subject | null,
  articles: EventArticle[],
  mergedInto: number | undefined,
  since: Date | null,
): NoticeCause {
  const changes = changesBetween(before?.facts ?? null, after?.facts ?? null, SHOWN);
  if (after === null)
    return causeOf(
      "articles",
      mergedInto === undefined ? "The event no longer exists." : `It was merged into event ${mergedInto}.`,
      changes,
    );
  const fresh = articles.filter(
    ({ retrievedAt }) => since === null || retrievedAt.getTime() > since.getTime() - GROUPED_WITHIN,
  );
  const isRead = before === null ? fresh.length === 0 : before.facts.articles === after.facts.articles;
  if (isRead)
    return causeOf("rules", `Its articles are the same, and are read otherwise: ${changesInWords(changes)}.`, changes);
  const summary =
    before === null
      ? `Articles came: ${changesInWords(changes)}.`
      : `Its articles are others: ${changesInWords(changes)}.`;
  return { ...causeOf("articles", summary, changes), sources: fresh.map(sourceOf) };
}

/** Compares the events that match a filter with those of the last run. */
export async function lookAtEvents(
  db: Database,
  monitor: Monitor,
  known: ReadonlyMap<number, Subject>,
): Promise<Comparison | Idle> {
  const matching = await matchingEvents(db, listConditions(revived(monitor.eventFilter ?? {})), MOST_EVENTS + 1);
  if (matching.length > MOST_EVENTS)
    return { idle: `More than ${MOST_EVENTS.toLocaleString("en")} events match: make the filter narrower.` };
  const digests = new Map(matching.map(({ id, contentHash }) => [id, contentHash]));
  const left = [...known.values()].filter(({ subjectId, isIn }) => isIn && !digests.has(subjectId));
  const others = matching.filter(
    ({ id, contentHash }) => known.get(id)?.digest !== contentHash || !known.get(id)?.isIn,
  );
  const isFirst = monitor.basis === null;
  if (!isFirst && left.length + others.length === 0) return { idle: "Nothing has changed." };
  const changed = await subjectsNow(
    db,
    [...others.map(({ id }) => id), ...left.map(({ subjectId }) => subjectId)],
    digests,
  );
  const now = new Map(changed.map((subject) => [subject.subjectId, subject]));
  const entered = changed.filter(({ subjectId, isIn }) => isIn && known.get(subjectId)?.isIn !== true);
  const crossings = [...entered, ...left];
  const ids = crossings.map(({ subjectId }) => subjectId);
  const articles = isFirst
    ? new Map<number, EventArticle[]>()
    : Map.groupBy(await newestArticles(db, ids, MOST_ARTICLES), ({ eventId }) => eventId);
  const gone = left.filter(({ subjectId }) => !now.has(subjectId)).map(({ subjectId }) => subjectId);
  const survivors = new Map((await survivorsOf(db, gone)).map(({ askedId, eventId }) => [askedId, eventId]));
  const notices = crossings.map(({ subjectId }): NewNotice => {
    const before = known.get(subjectId) ?? null;
    const after = now.get(subjectId) ?? null;
    const hasEntered = after?.isIn === true;
    const title = String((after ?? before)?.facts.title ?? "");
    return {
      key: `monitor/${monitor.id}/${monitor.runs + 1}/${subjectId}`,
      kind: hasEntered ? "event.entered" : "event.left",
      title: `${hasEntered ? "New match" : "No longer a match"}: ${title}`,
      monitorId: monitor.id,
      marketId: null,
      companyId: null,
      eventId: subjectId,
      data: {
        event: { id: subjectId, title },
        causes: [
          causeOfEvent(before, after, articles.get(subjectId) ?? [], survivors.get(subjectId), monitor.lastRunAt),
        ],
      },
    };
  });
  return {
    basis: { criteria: null, rules: PACKAGE_VERSION, directory: 0 },
    changed,
    gone,
    matching: matching.length,
    notices: isFirst ? [] : notices,
    result: isFirst
      ? `${counted(matching.length, "event matches", "events match")}. Changes are reported from now on.`
      : `${entered.length} entered, ${left.length} left; ${matching.length} match.`,
  };
}

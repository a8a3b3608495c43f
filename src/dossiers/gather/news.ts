import type { Database } from "#foundation/db/database";
import { dateText } from "#intelligence/news/news-lists";
import { md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { counted, day, NEUTRAL_BELOW, signed } from "./wording.ts";

/** Stories listed, newest first. */
const SHOWN = 10;
/** Stories whose sentences may answer the question, newest first. */
const READ = 100;

interface Story {
  url: string;
  title: string;
  summary: string;
  text: string;
  publisher: string;
  sentiment: number;
  publishedAt: Date;
  datePrecision: number;
  retrievedAt: Date;
}

interface Totals {
  stories: number;
  first: Date | null;
  last: Date | null;
  sentiment: number | null;
  positive: number;
  negative: number;
}

/** Each story about one of the companies once, by its earliest article in their lists. */
const ABOUT_COMPANIES = `SELECT DISTINCT ON (coalesce(m.story_id, m.id)) m.id FROM company_news cn
  JOIN news_items m ON m.id = cn.news_item_id WHERE cn.company_id = ANY($1::int[]) AND NOT cn.is_copy
  ORDER BY coalesce(m.story_id, m.id), m.published_at, m.url COLLATE "C"`;
const BY_ID = "SELECT unnest($1::int[]) AS id";

const totalsOf = (
  ids: string,
) => `SELECT count(*)::int AS stories, min(n.published_at) AS first, max(n.published_at) AS last,
    avg(n.sentiment) AS sentiment, count(*) FILTER (WHERE n.sentiment >= ${NEUTRAL_BELOW})::int AS positive,
    count(*) FILTER (WHERE n.sentiment <= -${NEUTRAL_BELOW})::int AS negative
  FROM news_items n WHERE n.id IN (${ids})`;

const storiesOf = (
  ids: string,
) => `SELECT n.url, n.title, n.summary, left(n.text, 8000) AS text, n.publisher, n.sentiment,
    n.published_at AS "publishedAt", n.date_precision AS "datePrecision", n.retrieved_at AS "retrievedAt"
  FROM news_items n WHERE n.id IN (${ids}) ORDER BY n.published_at DESC, n.id DESC LIMIT ${READ}`;

/** The stored news about the subject: their number, their sentiment, and the newest. */
export async function gatherNews(db: Pick<Database, "query">, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  // Copies are cited after the story's first article.
  const { ids: of, note } = isTheme
    ? await themeMatches(db, "news_items", subject.question, "(story_id IS NULL OR story_id = id)")
    : ofCompanies(await companiesOf(db, subject));
  const ids = isTheme ? BY_ID : ABOUT_COMPANIES;
  const [totals] = await db.query<Totals>(totalsOf(ids), [of]);
  const stories = totals?.stories ?? 0;
  const search = to.search(
    "search:news",
    `the stored news about ${subject.about} (${counted(stories, "story", "stories")}${note})`,
  );
  if (totals === undefined || totals.first === null || totals.last === null) {
    to.say(md`Nothing is stored about ${subject.about} in the news.`, search);
    return "no stories";
  }
  const { positive, negative } = totals;
  to.say(
    md`${counted(stories, "story is", "stories are")} stored about ${subject.about}, from ${day(totals.first)} to ${day(totals.last)}; their mean sentiment is ${signed(totals.sentiment ?? 0)} on a scale from −1 to 1 (${positive} positive, ${stories - positive - negative} neutral, ${negative} negative).`,
    search,
  );
  const newest = await db.query<Story>(storiesOf(ids), [of]);
  for (const [i, story] of newest.entries()) {
    const publishedAt = dateText(story.publishedAt, story.datePrecision);
    const source = to.page({ ...story, publishedAt });
    if (i < SHOWN)
      to.say(
        md`${publishedAt.slice(0, 10)}${story.publisher === "" ? "" : `, ${story.publisher}`}: ${quote(story.title)} (sentiment ${signed(story.sentiment)}).`,
        source,
      );
    to.passages(story.title, source);
    to.passages(story.summary, source);
    to.passages(story.text, source);
  }
  return counted(stories, "story", "stories");
}

import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { dateText } from "#intelligence/news/news-lists";
import {
  NEWS_TEXTS,
  newestStories,
  type StorySelection,
  type StoryTotals,
  storyTotals,
} from "#intelligence/news/stories-about";
import { md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { day, NEUTRAL_BELOW, signed, TROUBLE } from "./wording.ts";

/** Number of stories listed, newest first. */
const SHOWN = 10;
/** Number of stories whose sentences may answer the question, newest first. */
const READ = 100;

/** Gathers the stored news about the subject: their number, their sentiment, and the newest. */
export async function gatherNews(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  const { ids: of, note } = isTheme
    ? await themeMatches(db, NEWS_TEXTS, subject.question)
    : ofCompanies(await companiesOf(db, subject));
  const selection: StorySelection = isTheme ? { stories: of } : { companies: of };
  const totals = await storyTotals(db, selection);
  const { stories } = totals;
  const search = to.search(
    "search:news",
    `the stored news about ${subject.about} (${counted(stories, "story", "stories")}${note})`,
  );
  if (totals.first === null || totals.last === null) {
    to.say(md`Nothing is stored about ${subject.about} in the news.`, search);
    return "no stories";
  }
  to.say(
    md`${counted(stories, "story is", "stories are")} stored about ${subject.about}, from ${day(totals.first)} to ${day(totals.last)}; ${moodOf(totals, isTheme)}.`,
    search,
  );
  const newest = await newestStories(db, selection, READ);
  for (const [i, story] of newest.entries()) {
    const publishedAt = dateText(story.publishedAt, story.datePrecision);
    const source = to.page({ ...story, publishedAt });
    if (i < SHOWN)
      to.say(
        md`${publishedAt.slice(0, 10)}${story.publisher === "" ? "" : `, ${story.publisher}`}: ${quote(story.title)} (${story.sentiment === null ? "no sentiment is stated" : `sentiment ${signed(story.sentiment)}`}).`,
        source,
      );
    const isBad = story.sentiment !== null && story.sentiment <= -NEUTRAL_BELOW;
    to.passages(story.title, source, isBad ? TROUBLE : undefined);
    to.passages(story.summary, source);
    to.passages(story.text, source);
  }
  return counted(stories, "story", "stories");
}

/** Formats "their mean sentiment about it is +0.25 on a scale from −1 to 1 (3 positive, 1 neutral, 0 negative)". */
function moodOf({ stories, sentiment, positive, negative, scored }: StoryTotals, isTheme: boolean): string {
  if (sentiment === null) return "none has a sentence that names it";
  const neutral = scored - positive - negative;
  const unread = stories === scored ? "" : `, ${stories - scored} without one`;
  return `their mean sentiment${isTheme ? "" : " about it"} is ${signed(sentiment)} on a scale from −1 to 1 (${positive} positive, ${neutral} neutral, ${negative} negative${unread})`;
}

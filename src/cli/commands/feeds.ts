import { Command, Option } from "commander";
import { readConfig } from "#foundation/config/config";
import { ARTICLE_KINDS, type ArticleKind } from "#intelligence/ingest/article-staging";
import { addFeed, type FeedState, listFeeds, removeFeed } from "#intelligence/ingest/feeds/manage-feeds";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);
const HEADINGS = ["Id", "Kind", "Name or address", "Every", "Next poll", "New", "Changed", "Last result"];

/** Formats a feed as a row. */
const row = (feed: FeedState) => [
  String(feed.id),
  feed.kind,
  feed.name || feed.url,
  `${feed.everyMinutes} min`,
  feed.nextPollAt?.toISOString() ?? "never: gone",
  String(feed.inserted),
  String(feed.updated),
  feed.failures > 0 ? `failed ${feed.failures} times: ${feed.lastResult}` : feed.lastResult,
];

interface AddOptions {
  kind: ArticleKind;
  every: string;
  name: string;
  json: boolean;
}

const add = () =>
  new Command("add")
    .description(
      "Add a feed that is polled: RSS, Atom, JSON Feed, GDELT's list of the last update, or a file in a layout of docs/article-files.md",
    )
    .argument("<url>", "an http(s) address")
    .addOption(
      new Option("--kind <kind>", "what its entries serve: news and events (articles), or one of them")
        .choices(ARTICLE_KINDS)
        .default(ARTICLE_KINDS[0]),
    )
    .option("--every <minutes>", "minutes between two polls", "30")
    .option("--name <name>", "its name in lists, and as the source of its articles", "")
    .addOption(json())
    .action(async (url: string, options: AddOptions) => {
      const config = readConfig();
      const everyMinutes = wholeNumber(options.every, "--every");
      const change = { operation: "addFeed", subject: {}, made: ({ id }: FeedState) => ({ id }) };
      const feed = await changeDatabase(config, change, (db) =>
        addFeed(db, { url, kind: options.kind, name: options.name, everyMinutes }, new Set(config.fetching.allow)),
      );
      answer(options, feed, `Feed ${feed.id} is polled every ${feed.everyMinutes} minutes by the worker.`);
    });

const list = () =>
  new Command("list")
    .description("Show all feeds with the result of their last poll")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const feeds = await withDatabase(readConfig(), listFeeds);
      answer(options, feeds, table(HEADINGS, feeds.map(row)));
    });

const remove = () =>
  new Command("remove")
    .description("Remove a feed; its articles stay")
    .argument("<id>", "the feed's id")
    .addOption(json())
    .action(async (id: string, options: { json: boolean }) => {
      const feedId = wholeNumber(id, "the id");
      const change = { operation: "removeFeed", subject: { id: feedId } };
      const feed = await changeDatabase(readConfig(), change, (db) => removeFeed(db, feedId));
      answer(options, feed, `Feed ${feed.id} is removed.`);
    });

const poll = () =>
  new Command("poll")
    .description("Poll one feed now, or all that are due")
    .argument("[id]", "the feed's id")
    .addOption(json())
    .action(async (id: string | undefined, options: { json: boolean }) => {
      const config = readConfig();
      const feedId = id === undefined ? null : wholeNumber(id, "the id");
      // Loaded late: the dictionaries for articles take seconds, too long for a help text.
      const { pollFeedsCommand } = await import("../poll-feeds.ts");
      process.exitCode = await pollFeedsCommand(feedId, options, config, (work) =>
        changeDatabase(config, { operation: "pollFeeds", subject: { id: feedId ?? undefined } }, work),
      );
    });

/** `market feeds …` */
export function feedsCommand(): Command {
  return new Command("feeds").addCommand(add()).addCommand(list()).addCommand(remove()).addCommand(poll());
}

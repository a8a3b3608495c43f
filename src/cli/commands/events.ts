import { Command, Option } from "commander";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import { listConditions } from "#intelligence/events/event-filter";
import { findEvents, readFormerIds } from "#intelligence/events/event-lineage";
import { pageOfEvents } from "#intelligence/events/event-lists";
import {
  type GroupingDeps,
  type GroupingOptions,
  type GroupingReport,
  groupObservations,
} from "#intelligence/events/group-observations";
import { type EventRecord, readEventReferences, readEvents } from "#intelligence/events/read-events";
import { estimateReading } from "#intelligence/events/reading/estimate-reading";
import type { ReadingReport } from "#intelligence/events/reading/event-reader";
import { type RecomposingReport, recomposeEvents } from "#intelligence/events/recompose-events";
import { readStoryLine, type StoryEvent, type StoryLink } from "#intelligence/events/story-lines/read-story-line";
import { answer } from "../answer.ts";
import { runImport } from "../import-run.ts";
import { usDollars, wholeNumber } from "../option-values.ts";
import { agreesToReading, type ConsentOptions } from "../reading-consent.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

interface Output {
  json: boolean;
}

const json = () => new Option("--json", "print JSON, and no progress").default(false);
const day = (at: Date) => at.toISOString().slice(0, 10);

/** Describes the language model's work; empty where none is configured. */
const describeReading = (reading: ReadingReport | undefined): string[] =>
  reading === undefined
    ? []
    : [
        `${reading.read} events read by ${reading.model}, ${reading.byRules} left to the rules`,
        ...(reading.stopped === null ? [] : [`the model was no longer asked: ${reading.stopped}`]),
      ];

type GroupOptions = ConsentOptions & { recompose: boolean };

/** Writes all events again, after consent to the cost; undefined where it is refused. */
async function writeAnew(
  db: Database,
  deps: GroupingDeps,
  options: GroupOptions,
  run: GroupingOptions,
): Promise<RecomposingReport | undefined> {
  if (!options.recompose) return undefined;
  if (deps.reading !== undefined) {
    const estimate = await estimateReading(db, deps.reading, run);
    if (!(await agreesToReading(estimate, deps.reading.model.name, options))) return undefined;
  }
  return recomposeEvents(db, deps, run);
}

function describeGrouping(report: GroupingReport, anew: RecomposingReport | undefined): string {
  const { grouped, created, changed, merged, split } = report;
  const lines = [
    `${grouped} observations grouped: ${created} events new, ${changed} changed, ${merged} merged, ${split} split off`,
    ...describeReading(report.reading),
    ...(anew === undefined ? [] : [`${anew.events} events rewritten, ${anew.changed} of them changed`]),
    ...describeReading(anew?.reading),
  ];
  return lines.join("\n");
}

const group = () =>
  new Command("group")
    .description("Group waiting observations into events now (docs/events.md); the worker does this every few minutes")
    .option(
      "--recompose",
      "also rewrite all events, after a change of the taxonomy, the directory or EVENT_CONTENT",
      false,
    )
    .option("-y, --yes", "with --recompose: let a language model read events without confirmation", false)
    .option(
      "--max-cost <usd>",
      "with --recompose: the same, if the expected cost is at most this many US dollars",
      usDollars,
    )
    .addOption(json())
    .action(async (options: GroupOptions) => {
      const config = readConfig();
      // Loaded late: its dictionaries take a second, too long for a help text.
      const { createGroupingDeps } = await import("#intelligence/events/create-grouping-deps");
      process.exitCode = await runImport(
        { ...options, dryRun: false },
        ({ signal, onDerived }, stopBar) =>
          changeDatabase(config, { operation: "groupEvents", subject: {} }, async (db) => {
            const deps = createGroupingDeps(config, db);
            const run = (phase: string): GroupingOptions => ({
              signal,
              onWaiting: () => process.stderr.write("Another run is grouping observations; waiting for it.\n"),
              onProgress: ({ done, total }) => onDerived(phase, done, total),
            });
            const report = await groupObservations(db, deps, run("grouping"));
            stopBar();
            const anew = await writeAnew(db, deps, options, run("writing events"));
            stopBar();
            answer(
              options,
              anew === undefined ? report : { ...report, recomposed: anew },
              describeGrouping(report, anew),
            );
            return 0;
          }),
        () => "Interrupted: grouped observations stay grouped. The next run continues.",
      );
    });

const list = () =>
  new Command("list")
    .description("Show events, last updated first")
    .option("--limit <n>", "the maximum number of entries", "20")
    .addOption(json())
    .action(async ({ limit, ...options }: Output & { limit: string }) => {
      const most = wholeNumber(limit, "--limit");
      const events = await withDatabase(readConfig(), async (db) => {
        const ids = (await pageOfEvents(db, listConditions({}), { limit: most, offset: 0 })).slice(0, most);
        const byId = new Map((await readEvents(db, ids)).map((event) => [event.id, event]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      });
      const row = (event: EventRecord) => [
        String(event.id),
        day(event.publishedAt),
        String(event.articleCount),
        String(event.independentSources),
        event.title.slice(0, 90),
      ];
      answer(options, events, table(["Event", "Published", "Articles", "Sources", "Title"], events.map(row)));
    });

/** Describes the events of one matter: what changed from each to the next, and why they are linked. */
function describeStory(storyLine: readonly StoryEvent[]): string[] {
  if (storyLine.length < 2) return [];
  return [
    "",
    "Story line, earliest first:",
    ...storyLine.flatMap(({ id, title, publishedAt, followsUpOn }) => [
      `${day(publishedAt)}  Event ${id}: ${title}`,
      ...(followsUpOn === null ? [] : describeLink(followsUpOn)),
    ]),
  ];
}

function describeLink({ followsEventId, likelihood, sharedNames, sharedTerms, developments }: StoryLink): string[] {
  const changes = developments.map(
    ({ frame, role, before, after }) =>
      `            ${frame} ${role}: ${before === null ? "" : `${before} → `}${after}`,
  );
  const shared = [...sharedNames, ...sharedTerms].join(", ");
  return [
    ...changes,
    `            follows event ${followsEventId} (likelihood ${likelihood.toFixed(2)}): both mention ${shared}`,
  ];
}

interface ShownEvent {
  event: EventRecord;
  formerIds: number[];
  references: { title: string; url: string }[];
  storyLine: StoryEvent[];
}

/** Describes an event. */
function describeEvent({ event, formerIds, references, storyLine }: ShownEvent): string {
  const lines = [
    `Event ${event.id}: ${event.title}`,
    ...(formerIds.length === 0 ? [] : [`merged into it: ${formerIds.join(", ")}`]),
    `published ${day(event.publishedAt)}, last updated ${event.lastUpdated.toISOString()}`,
    `${event.articleCount} articles, ${event.independentSources} independent sources`,
    ...(event.summary === "" ? [] : ["", event.summary]),
    "",
    ...event.alertTypes.map(({ name, rationale }) => `alert: ${name} (${rationale})`),
    ...event.affectedDatapoints.map(({ name, direction }) => `datapoint: ${name} ${direction}`),
    ...event.impactedEntities.map(
      ({ name, likelihood, severity }) => `impacted: ${name} (likelihood ${likelihood}, severity ${severity})`,
    ),
    ...references.map(({ title, url }) => `- ${title}\n  ${url}`),
    ...describeStory(storyLine),
  ];
  return lines.join("\n");
}

const show = () =>
  new Command("show")
    .description("Show an event; a merged event leads to the one that it was merged into")
    .argument("<id>", "the event's number")
    .addOption(json())
    .action(async (id: string, options: Output) => {
      const eventId = wholeNumber(id, "id");
      const found = await withDatabase(readConfig(), async (db) => {
        const event = (await findEvents(db, [eventId])).get(eventId);
        if (event === undefined) throw new NotFoundError(`event ${eventId}`);
        const [former] = await readFormerIds(db, [event.id]);
        const [references, storyLine] = [await readEventReferences(db, [event.id]), await readStoryLine(db, event.id)];
        return { event, formerIds: former?.formerIds ?? [], references, storyLine };
      });
      const { event, ...rest } = found;
      answer(options, { ...event, ...rest }, describeEvent(found));
    });

/** `market events …` */
export function eventsCommand(): Command {
  return new Command("events").addCommand(group()).addCommand(list()).addCommand(show());
}

import { Command, Option } from "commander";
import { readConfig } from "#foundation/config/config";
import { SOURCE_LAYOUTS } from "#sources/layouts/layouts";
import { addSource, listSources, removeSource, type SourceState } from "#sources/manage-sources";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import type { SyncCommandOptions } from "../sync-sources.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);
const HEADINGS = [
  "Name",
  "Layout",
  "Licence",
  "Every",
  "Next",
  "Last read",
  "Rows",
  "Of companies here",
  "Last result",
];

/** Formats a source as a row. */
const row = ({ name, layout, licence, everyHours, nextSyncAt, lastSync, lastResult, failures }: SourceState) => [
  name,
  layout,
  licence,
  everyHours === 0 ? "on request" : `${everyHours} h`,
  nextSyncAt === null ? "" : new Date(nextSyncAt).toISOString(),
  lastSync === null ? "" : new Date(lastSync.fetchedAt).toISOString(),
  lastSync === null ? "" : `${lastSync.position}${lastSync.endedAt === null ? " so far" : ""}`,
  lastSync === null ? "" : String(lastSync.joined),
  failures > 0 ? `failed ${failures} times: ${lastResult}` : lastResult,
];

interface AddOptions {
  name?: string;
  url?: string;
  licence?: string;
  every?: string;
  json: boolean;
}

const add = () =>
  new Command("add")
    .description("Add a source of open data, in a layout that `market sources layouts` lists")
    .argument("<layout>", "the layout of the data, such as gleif")
    .option("--name <name>", "the name that its records carry; by default that of the layout")
    .option("--url <url>", "the address of the data; by default the publisher's")
    .option("--licence <text>", "the licence, which is stored with each record; by default the publisher's")
    .option("--every <hours>", "hours between two syncs; 0 syncs only with `market sources sync`")
    .addOption(json())
    .action(async (layout: string, options: AddOptions) => {
      const config = readConfig();
      const everyHours = options.every === undefined ? undefined : wholeNumber(options.every, "--every");
      const { name, url, licence } = options;
      const source = await changeDatabase(config, { operation: "addSource", subject: {} }, (db) =>
        addSource(db, { layout, name, url, licence, everyHours }, new Set(config.fetching.allow)),
      );
      const when = source.everyHours === 0 ? "on request" : `every ${source.everyHours} hours by the worker`;
      answer(options, source, `${source.name} (${source.licence}) is read ${when}.`);
    });

const list = () =>
  new Command("list")
    .description("Show all sources with their licence and the result of their last sync")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const sources = await withDatabase(readConfig(), listSources);
      answer(options, sources, table(HEADINGS, sources.map(row)));
    });

const layouts = () =>
  new Command("layouts")
    .description("Show the available layouts, with the publisher's address and licence")
    .addOption(json())
    .action((options: { json: boolean }) => {
      const all = Object.entries(SOURCE_LAYOUTS).map(([layout, { title, url, licence, everyHours, kind }]) => ({
        layout,
        title,
        url,
        licence,
        everyHours,
        kind,
      }));
      const rows = all.map(({ layout, title, licence, kind }) => [layout, kind, licence, title]);
      answer(options, all, table(["Layout", "Kind", "Licence", "Description"], rows));
    });

const remove = () =>
  new Command("remove")
    .description("Remove a source; its records stay, with their licence")
    .argument("<name>", "the source's name")
    .addOption(json())
    .action(async (name: string, options: { json: boolean }) => {
      const source = await changeDatabase(readConfig(), { operation: "removeSource", subject: {} }, (db) =>
        removeSource(db, name),
      );
      answer(options, source, `${source.name} is removed; its records stay.`);
    });

const sync = () =>
  new Command("sync")
    .description("Sync one source now, or all that are due. An interrupted sync continues where it stopped")
    .argument("[name]", "the source's name")
    .option("--file <path>", "read this file of the publisher instead of fetching it")
    .option("--again", "read the file even if neither it nor the directory has changed")
    .addOption(json())
    .action(async (name: string | undefined, options: SyncCommandOptions) => {
      const { syncSourcesCommand } = await import("../sync-sources.ts");
      const config = readConfig();
      process.exitCode = await syncSourcesCommand(name ?? null, options, config, (work) =>
        changeDatabase(config, { operation: "syncSource", subject: {} }, work),
      );
    });

/** `market sources …` */
export function sourcesCommand(): Command {
  const commands = [list(), layouts(), add(), sync(), remove()];
  return commands.reduce((all, command) => all.addCommand(command), new Command("sources"));
}

import { Command, Option } from "commander";
import { newCollection } from "#accounts/collections/create-collection";
import {
  type ListedCollection,
  listCollections,
  removeCollection,
  renameCollection,
} from "#accounts/collections/manage-collections";
import { readConfig } from "#foundation/config/config";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

interface Output {
  json: boolean;
}

const HEADINGS = ["Collection", "Team", "Name", "Markets", "Dossiers", "Made"];
const row = ({ id, teamId, name, markets, dossiers, createdAt }: ListedCollection) => [
  String(id),
  String(teamId),
  name,
  String(markets),
  String(dossiers),
  createdAt.toISOString(),
];
const json = () => new Option("--json", "print JSON").default(false);

const create = () =>
  new Command("create")
    .description("Create a collection")
    .requiredOption("--team <id>", "the team's id")
    .requiredOption("--name <name>", "its name, unique within the team")
    .addOption(json())
    .action(async ({ team, name, ...options }: Output & { team: string; name: string }) => {
      const teamId = wholeNumber(team, "--team");
      const collection = await changeDatabase(
        readConfig(),
        {
          operation: "createCollection",
          subject: { teamId },
          made: ({ id }: { id: number }) => ({ collectionId: id }),
        },
        (db) => newCollection(db.prisma, teamId, name),
      );
      answer(options, collection, `Collection ${collection.id}: ${collection.name}`);
    });

const list = () =>
  new Command("list")
    .description("Show collections")
    .option("--team <id>", "only those of one team")
    .addOption(json())
    .action(async ({ team, ...options }: Output & { team?: string }) => {
      const teamId = team === undefined ? undefined : wholeNumber(team, "--team");
      const collections = await withDatabase(readConfig(), (db) => listCollections(db.prisma, teamId));
      answer(options, collections, table(HEADINGS, collections.map(row)));
    });

const rename = () =>
  new Command("rename")
    .description("Rename a collection")
    .argument("<id>", "the collection's id")
    .argument("<name>", "the new name")
    .addOption(json())
    .action(async (id: string, name: string, options: Output) => {
      const collectionId = wholeNumber(id, "id");
      const renamed = await changeDatabase(
        readConfig(),
        { operation: "renameCollection", subject: { collectionId } },
        (db) => renameCollection(db.prisma, collectionId, name),
      );
      answer(options, renamed, `Collection ${renamed.id}: ${renamed.name}`);
    });

const remove = () =>
  new Command("remove")
    .description("Remove a collection; its markets and dossiers stay, in no collection")
    .argument("<id>", "the collection's id")
    .addOption(json())
    .action(async (id: string, options: Output) => {
      const collectionId = wholeNumber(id, "id");
      const removed = await changeDatabase(
        readConfig(),
        { operation: "removeCollection", subject: { collectionId } },
        (db) => removeCollection(db.prisma, collectionId),
      );
      answer(options, removed, `Collection ${removed.id} is removed.`);
    });

/** `market collections …` */
export function collectionsCommand(): Command {
  return new Command("collections").addCommand(create()).addCommand(list()).addCommand(rename()).addCommand(remove());
}

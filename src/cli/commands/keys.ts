import { Command, Option } from "commander";
import { issueKey, revokeKey } from "#accounts/auth/api-keys";
import { changeKey, type ListedKey, listKeys, rotateKey } from "#accounts/auth/manage-keys";
import { SCOPES, SUBSCRIPTIONS } from "#accounts/auth/scopes";
import { type Config, readConfig } from "#foundation/config/config";
import { InvalidInputError } from "#foundation/errors/index";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const keyEnvironment = ({ mode }: Config) => (mode === "test" ? "test" : "live");
const names = (list: string | undefined) =>
  list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
const PREFIX = "the 8 characters after mk_<env>_";
const keepIt = (key: string) => `${key}\n\nStore it now: it is not shown again.`;
const NETWORKS = "the networks from which it can be used, such as 203.0.113.0/24,2001:db8::/32";
const DAY_MS = 24 * 60 * 60_000;
/** Returns the time this many days from now; null means never. */
const inDays = (days: string) =>
  days === "never" ? null : new Date(Date.now() + wholeNumber(days, "--expires") * DAY_MS);
const json = () => new Option("--json", "print JSON").default(false);

/** Formats a key as a row. */
const row = (key: ListedKey) => [
  key.prefix,
  key.teamId === null ? "platform" : String(key.teamId),
  key.name,
  key.scopes.length === SCOPES.length ? "all" : key.scopes.join(", "),
  key.subscriptions.join(", "),
  key.networks.join(", "),
  key.lastUsedAt?.toISOString() ?? "never",
  key.expiresAt?.toISOString() ?? "",
  key.revokedAt?.toISOString() ?? "",
];
const HEADINGS = ["Prefix", "Team", "Name", "Scopes", "Subscriptions", "Networks", "Last used", "Expires", "Revoked"];

interface CreateKeyOptions {
  team?: string;
  platform: boolean;
  scopes: string;
  subscriptions?: string;
  name: string;
  networks?: string;
  expires: string;
  json: boolean;
}

const create = () =>
  new Command("create")
    .description("Create a key, which is shown only once")
    .option("--team <id>", "the key's team")
    .option("--platform", "a key of the platform, which sees every team", false)
    .requiredOption("--scopes <scopes>", `all, or some of: ${SCOPES.join(",")}`)
    .option("--subscriptions <names>", `some of: ${SUBSCRIPTIONS.join(",")}`)
    .option("--name <name>", "what the key is for", "")
    .option("--networks <list>", `${NETWORKS}; by default any`)
    .option("--expires <days>", "how many days the key is valid, or never", "never")
    .addOption(json())
    .action(async (options: CreateKeyOptions) => {
      if ((options.team === undefined) !== options.platform)
        throw new InvalidInputError("give either --team ID or --platform");
      const teamId = options.team === undefined ? null : wholeNumber(options.team, "--team");
      const config = readConfig();
      const change = { operation: "createKey", subject: { teamId: teamId ?? undefined } };
      const key = await changeDatabase(config, change, (db) =>
        issueKey(db.prisma, {
          teamId,
          scopes: [options.scopes],
          subscriptions: names(options.subscriptions) ?? [],
          name: options.name,
          networks: names(options.networks) ?? [],
          expiresAt: inDays(options.expires),
          environment: keyEnvironment(config),
        }),
      );
      answer(options, key, `${keepIt(key.key)} Revoke it with: market keys revoke ${key.prefix}`);
    });

const list = () =>
  new Command("list")
    .description("Show keys, without their secrets")
    .option("--team <id>", "only those of one team")
    .option("--platform", "only those of the platform", false)
    .option("--all", "also revoked ones", false)
    .addOption(json())
    .action(async (options: { team?: string; platform: boolean; all: boolean; json: boolean }) => {
      if (options.team !== undefined && options.platform)
        throw new InvalidInputError("give one of --team ID and --platform");
      const teamId = options.team === undefined ? null : wholeNumber(options.team, "--team");
      const which = options.team === undefined && !options.platform ? {} : { teamId };
      const keys = await withDatabase(readConfig(), (db) => listKeys(db.prisma, { ...which, all: options.all }));
      answer(options, keys, table(HEADINGS, keys.map(row)));
    });

interface ChangeKeyOptions {
  scopes?: string;
  subscriptions?: string;
  name?: string;
  networks?: string;
  expires?: string;
  json: boolean;
}

const change = () =>
  new Command("change")
    .description("Change a key, from its next request on")
    .argument("<prefix>", PREFIX)
    .option("--scopes <scopes>", `all, or some of: ${SCOPES.join(",")}`)
    .option("--subscriptions <names>", `some of: ${SUBSCRIPTIONS.join(",")}; "" for none`)
    .option("--name <name>", "what the key is for")
    .option("--networks <list>", `${NETWORKS}; "" for anywhere`)
    .option("--expires <days>", "how many days from now the key is valid, or never")
    .addOption(json())
    .action(async (prefix: string, options: ChangeKeyOptions) => {
      const subscriptions = names(options.subscriptions);
      const networks = names(options.networks);
      const change = { operation: "changeKey", subject: { keyPrefix: prefix } };
      const key = await changeDatabase(readConfig(), change, (db) =>
        changeKey(db.prisma, prefix, {
          ...(options.scopes === undefined ? {} : { scopes: options.scopes }),
          ...(subscriptions === undefined ? {} : { subscriptions }),
          ...(options.name === undefined ? {} : { name: options.name }),
          ...(networks === undefined ? {} : { networks }),
          ...(options.expires === undefined ? {} : { expiresAt: inDays(options.expires) }),
        }),
      );
      answer(options, key, table(HEADINGS, [row(key)]));
    });

const rotate = () =>
  new Command("rotate")
    .description("Replace a key with a new one that has the same permissions and is shown only once")
    .argument("<prefix>", PREFIX)
    .option("--overlap <minutes>", "how many minutes the old key stays valid", "0")
    .addOption(json())
    .action(async (prefix: string, options: { overlap: string; json: boolean }) => {
      const overlapMinutes = wholeNumber(options.overlap, "--overlap");
      const config = readConfig();
      const change = { operation: "rotateKey", subject: { keyPrefix: prefix } };
      const key = await changeDatabase(config, change, (db) =>
        rotateKey(db.prisma, prefix, { overlapMinutes, environment: keyEnvironment(config) }),
      );
      const ends = overlapMinutes === 0 ? "is revoked" : `is valid until ${key.replacedUntil.toISOString()}`;
      answer(options, key, `${keepIt(key.key)} The old key ${prefix} ${ends}.`);
    });

const revoke = () =>
  new Command("revoke")
    .description("Revoke a key immediately")
    .argument("<prefix>", PREFIX)
    .addOption(json())
    .action(async (prefix: string, options: { json: boolean }) => {
      const change = { operation: "revokeKey", subject: { keyPrefix: prefix } };
      const revoked = await changeDatabase(readConfig(), change, (db) => revokeKey(db.prisma, prefix));
      answer(options, revoked, `Key ${prefix} is revoked.`);
    });

/** `market keys …` */
export function keysCommand(): Command {
  return new Command("keys")
    .addCommand(create())
    .addCommand(list())
    .addCommand(change())
    .addCommand(rotate())
    .addCommand(revoke());
}

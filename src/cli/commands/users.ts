import { Command, Option } from "commander";
import { createUser } from "#accounts/teams/create-user";
import { addMember, changeUser, type ListedUser, listUsers, removeUser } from "#accounts/teams/manage-users";
import { readConfig } from "#foundation/config/config";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import {
  formerPasswordOption,
  type PasswordOptions,
  passwordFileOption,
  readPassword,
  refusePasswordArgument,
} from "../read-password.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const HEADINGS = ["User", "E-mail", "First name", "Last name", "Teams"];
const row = ({ id, email, firstName, lastName, teams }: ListedUser) => [
  id,
  email,
  firstName,
  lastName,
  teams.map(({ teamId, isAdmin }) => `${teamId}${isAdmin ? " (admin)" : ""}`).join(", "),
];
const json = () => new Option("--json", "print JSON").default(false);
const USER = "the user's id or e-mail";
/** What the audit trail has of a user: no e-mail. */
const idOf = ({ id }: { id: string }) => ({ userId: id });

interface CreateUserOptions extends PasswordOptions {
  team: string;
  email: string;
  firstName: string;
  lastName: string;
  json: boolean;
}

const create = () =>
  new Command("create")
    .description("Create a user of a team")
    .requiredOption("--team <id>", "the team's id")
    .requiredOption("--email <address>", "the address to sign in with")
    .requiredOption("--first-name <name>")
    .requiredOption("--last-name <name>")
    .addOption(passwordFileOption())
    .addOption(formerPasswordOption())
    .addOption(json())
    .action(async (options: CreateUserOptions) => {
      refusePasswordArgument(options);
      const teamId = wholeNumber(options.team, "--team");
      const password = await readPassword(options);
      const user = await changeDatabase(
        readConfig(),
        { operation: "createUser", subject: { teamId }, made: idOf },
        (db) => createUser(db.prisma, { ...options, teamId, password }),
      );
      answer(options, user, `User ${user.id}: ${user.email}`);
    });

const list = () =>
  new Command("list")
    .description("Show users and their teams")
    .option("--team <id>", "only those of one team")
    .addOption(json())
    .action(async (options: { team?: string; json: boolean }) => {
      const teamId = options.team === undefined ? undefined : wholeNumber(options.team, "--team");
      const users = await withDatabase(readConfig(), (db) => listUsers(db.prisma, teamId));
      answer(options, users, table(HEADINGS, users.map(row)));
    });

interface ChangeUserOptions extends PasswordOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
  newPassword: boolean;
  json: boolean;
}

const change = () =>
  new Command("change")
    .description("Change a user; a new e-mail or password ends the user's sessions")
    .argument("<user>", USER)
    .option("--email <address>", "the address to sign in with")
    .option("--first-name <name>")
    .option("--last-name <name>")
    .option("--new-password", "ask for a new password", false)
    .addOption(passwordFileOption())
    .addOption(formerPasswordOption())
    .addOption(json())
    .action(async (user: string, { json: asJson, newPassword, passwordFile, ...options }: ChangeUserOptions) => {
      refusePasswordArgument(options);
      const isWanted = newPassword || passwordFile !== undefined;
      const changes = isWanted ? { ...options, password: await readPassword({ passwordFile }) } : options;
      const changed = await changeDatabase(readConfig(), { operation: "changeUser", subject: {}, made: idOf }, (db) =>
        changeUser(db.prisma, user, changes),
      );
      answer({ json: asJson }, changed, table(HEADINGS, [row(changed)]));
    });

const add = () =>
  new Command("add")
    .description("Add a user to another team, or change whether the user is its admin")
    .argument("<user>", USER)
    .requiredOption("--team <id>", "the team's id")
    .option("--admin", "as an admin of the team", false)
    .addOption(json())
    .action(async (user: string, options: { team: string; admin: boolean; json: boolean }) => {
      const teamId = wholeNumber(options.team, "--team");
      const added = await changeDatabase(
        readConfig(),
        { operation: "addTeamUser", subject: { teamId }, made: idOf },
        (db) => addMember(db.prisma, user, teamId, options.admin),
      );
      answer(options, added, table(HEADINGS, [row(added)]));
    });

const remove = () =>
  new Command("remove")
    .alias("revoke")
    .description("Remove a user from a team immediately; without a team, delete the account")
    .argument("<user>", USER)
    .option("--team <id>", "the team's id")
    .addOption(json())
    .action(async (user: string, options: { team?: string; json: boolean }) => {
      const teamId = options.team === undefined ? undefined : wholeNumber(options.team, "--team");
      const removed = await changeDatabase(
        readConfig(),
        { operation: "removeUser", subject: { teamId }, made: idOf },
        (db) => removeUser(db.prisma, user, teamId),
      );
      answer(options, removed, `User ${user} is ${teamId === undefined ? "deleted" : `no longer in team ${teamId}`}.`);
    });

/** `market users …` */
export function usersCommand(): Command {
  return new Command("users")
    .addCommand(create())
    .addCommand(list())
    .addCommand(change())
    .addCommand(add())
    .addCommand(remove());
}

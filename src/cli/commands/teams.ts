import { Command, Option } from "commander";
import { createTeam } from "#accounts/teams/create-team";
import { changeTeam, type ListedTeam, listTeams } from "#accounts/teams/manage-teams";
import { readConfig } from "#foundation/config/config";
import { InvalidInputError } from "#foundation/errors/index";
import { answer } from "../answer.ts";
import { budgetOf, wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const HEADINGS = ["Team", "Name", "Domain", "Starts a month", "Users", "Budget a month", "Access ends"];
const row = (team: ListedTeam) => [
  String(team.id),
  team.name,
  team.domain,
  team.monthlyQuota === null ? "no limit" : String(team.monthlyQuota),
  `${team.users} of ${team.maxUsers}`,
  team.monthlyBudgetUsd === null ? "no limit" : `$${team.monthlyBudgetUsd}`,
  team.accessExpiresAt?.toISOString() ?? "never",
];
const json = () => new Option("--json", "print JSON").default(false);

/** Parses a number of discovery starts; null for `none`. @throws InvalidInputError */
const quotaOf = (text: string): number | null => (text === "none" ? null : wholeNumber(text, "--quota"));

/** Parses a time; null for `never`. @throws InvalidInputError */
function expiryOf(text: string): Date | null {
  if (text === "never") return null;
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidInputError(`--expires "${text}" is neither a date such as 2027-01-31 nor "never"`);
  return at;
}

const create = () =>
  new Command("create")
    .description("Create a team")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--domain <domain>", "its domain, such as acme.com")
    .option("--quota <starts>", "discovery starts per month, or none for no limit", "100")
    .addOption(json())
    .action(
      async ({ name, domain, quota, ...options }: { name: string; domain: string; quota: string; json: boolean }) => {
        const monthlyQuota = quotaOf(quota);
        const team = await changeDatabase(
          readConfig(),
          { operation: "createTeam", subject: {}, made: ({ id }: { id: number }) => ({ teamId: id }) },
          (db) => createTeam(db.prisma, { name, domain, monthlyQuota }),
        );
        answer(options, team, `Team ${team.id}: ${team.name} (${team.domain})`);
      },
    );

const list = () =>
  new Command("list")
    .description("Show all teams")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const teams = await withDatabase(readConfig(), (db) => listTeams(db.prisma));
      answer(options, teams, table(HEADINGS, teams.map(row)));
    });

interface ChangeTeamOptions {
  name?: string;
  quota?: string;
  expires?: string;
  maxUsers?: string;
  budget?: string;
  json: boolean;
}

const change = () =>
  new Command("change")
    .description("Change a team; it takes effect with the next request")
    .argument("<id>", "the team's id")
    .option("--name <name>", "its name")
    .option("--quota <starts>", "discovery starts per month, or none for no limit")
    .option("--expires <date>", "when its access ends (ISO 8601; a date alone means 00:00 UTC), or never")
    .option("--max-users <count>", "the maximum number of users")
    .option("--budget <usd>", "the monthly budget for paid providers, in US dollars, or none for no limit")
    .addOption(json())
    .action(async (id: string, { name, quota, expires, maxUsers, budget, ...options }: ChangeTeamOptions) => {
      const teamId = wholeNumber(id, "id");
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(quota === undefined ? {} : { monthlyQuota: quotaOf(quota) }),
        ...(expires === undefined ? {} : { accessExpiresAt: expiryOf(expires) }),
        ...(maxUsers === undefined ? {} : { maxUsers: wholeNumber(maxUsers, "--max-users") }),
        ...(budget === undefined ? {} : { monthlyBudgetUsd: budgetOf(budget) }),
      };
      if (Object.keys(changes).length === 0)
        throw new InvalidInputError("give at least one change: --name, --quota, --expires, --max-users or --budget");
      const team = await changeDatabase(readConfig(), { operation: "changeTeam", subject: { teamId } }, (db) =>
        changeTeam(db.prisma, teamId, changes),
      );
      answer(options, team, table(HEADINGS, [row(team)]));
    });

/** `market teams …` */
export function teamsCommand(): Command {
  return new Command("teams").addCommand(create()).addCommand(list()).addCommand(change());
}

import { Command, Option } from "commander";
import type { Subject } from "#accounts/audit/audit-trail";
import type { ListedOutcome } from "#companies/identity/find-duplicates";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { operatorName } from "../operator.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase } from "../with-database.ts";
import { history } from "./identity-history.ts";

/** Loaded late: the comparison of names takes a second to load, too long for a help text. */
const rules = () => import("#companies/identity/merge-companies");
const print = (line: string) => void process.stdout.write(`${line}\n`);
const change = (operation: string, subject: Subject, work: (db: Database) => Promise<void>) =>
  changeDatabase(readConfig(), { operation, subject }, work);
const statement = (reason: string) => ({ by: `operator ${operatorName()}`, reason });
const because = () =>
  new Option("--reason <text>", "the reason, which is stored with the operation").makeOptionMandatory();

const OUTCOMES: readonly ListedOutcome[] = ["same", "unsure", "related"];

const duplicates = () =>
  new Command("duplicates")
    .description("List entries of the directory that may be one company, likeliest first (docs/identity.md)")
    .addOption(
      new Option("--outcome <outcome>", "which pairs to list; a person has to decide unsure ones")
        .choices(OUTCOMES)
        .default("unsure"),
    )
    .option("--json", "print JSON", false)
    .action(({ outcome, json }: { outcome: ListedOutcome; json: boolean }) =>
      // The pairs that it finds are stored.
      change("findDuplicates", {}, async (db) => {
        const { findDuplicates } = await import("#companies/identity/find-duplicates");
        const all = await findDuplicates(db, OUTCOMES);
        const pairs = all.filter((pair) => pair.outcome === outcome);
        if (json) return print(JSON.stringify(pairs));
        const shown = ({ name, city, country }: (typeof pairs)[number]["one"]) =>
          `${name} (${[city, country].filter(Boolean).join(", ")})`;
        const rows = pairs.map(({ one, other, score, grounds }) => [
          score.toFixed(1),
          one.domain,
          shown(one),
          other.domain,
          shown(other),
          grounds.map(({ ground }) => ground).join(" "),
        ]);
        print(table(["Score", "Domain", "Company", "Domain", "Company", "Because"], rows));
        for (const other of OUTCOMES.filter((each) => each !== outcome)) {
          const count = all.filter((pair) => pair.outcome === other).length;
          if (count > 0) print(`${count} more ${count === 1 ? "is" : "are"} ${other}: --outcome ${other} lists them.`);
        }
      }),
    );

const merge = () =>
  new Command("merge")
    .description("Merge a company into another. Its ids and its domain then lead to that one; unmerge reverses it")
    .argument("<company>", "its id, or its domain as a domain, host or URL")
    .requiredOption("--into <company>", "the survivor")
    .addOption(because())
    .action((company: string, { into, reason }: { into: string; reason: string }) =>
      change("mergeCompanies", { company, into }, async (db) => {
        const id = await (await rules()).mergeCompanies(db, { company, into }, statement(reason));
        print(`${company} is company ${id} from now on.`);
      }),
    );

const unmerge = () =>
  new Command("unmerge")
    .description("Reverse a merge: the merged company is separate again, with all of its data")
    .argument("<company>", "its id, or its domain as a domain, host or URL")
    .addOption(because())
    .action((company: string, { reason }: { reason: string }) =>
      change("unmergeCompany", { company }, async (db) => {
        const id = await (await rules()).unmergeCompany(db, company, statement(reason));
        print(`${company} is company ${id} again.`);
      }),
    );

const distinguish = () =>
  new Command("distinguish")
    .description("Record that two entries are different companies, so that the pair is not listed again")
    .argument("<company>", "its id, or its domain as a domain, host or URL")
    .requiredOption("--from <company>", "the other company")
    .addOption(because())
    .action((company: string, { from, reason }: { from: string; reason: string }) =>
      change("distinguishCompanies", { company, from }, async (db) => {
        const [one, other] = await (await rules()).distinguishCompanies(db, { company, from }, statement(reason));
        print(`Companies ${one} and ${other} are recorded as different companies.`);
      }),
    );

const split = () =>
  new Command("split")
    .description("Make a new company from some records of a company, or from records kept apart from it")
    .argument("<company>", "its id, or its domain as a domain, host or URL")
    .requiredOption("--records <ids...>", "the numbers of the records (`records { recordId }` in GraphQL)")
    .requiredOption("--domain <domain>", "the domain of the new company")
    .addOption(because())
    .action((company: string, options: { records: string[]; domain: string; reason: string }) =>
      change("splitCompany", { company, domain: options.domain }, async (db) => {
        const { domain, reason } = options;
        const recordIds = options.records.map((id) => wholeNumber(id, "--records"));
        const id = await (await rules()).splitCompany(db, { company, recordIds, domain }, statement(reason));
        print(`${domain} is company ${id}.`);
      }),
    );

const readAnew = () =>
  new Command("read")
    .description(
      "Read the descriptions of records again if older rules or no rules have read them: founding years, parents, subsidiaries, customers, brands, coordinates",
    )
    .action(() =>
      change("readRecordsAnew", {}, async (db) => {
        const { readRecordsAnew } = await import("#companies/records/read-anew");
        const { linkParents } = await import("#companies/identity/link-parents");
        print(
          `${await readRecordsAnew(db)} records were read; ${await linkParents(db)} name a parent of the directory.`,
        );
      }),
    );

/** `market companies duplicates | merge | unmerge | distinguish | split | history | read` */
export const identityCommands = (): Command[] => [
  duplicates(),
  merge(),
  unmerge(),
  distinguish(),
  split(),
  history(),
  readAnew(),
];

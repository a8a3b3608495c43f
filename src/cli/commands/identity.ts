import { userInfo } from "node:os";
import { Command, Option } from "commander";
import type { ListedOutcome } from "#companies/identity/find-duplicates";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { table } from "../table.ts";
import { withDatabase } from "../with-database.ts";

/** Loaded late: the comparison of names takes a second to load, too long for a help text. */
const rules = () => import("#companies/identity/merge-companies");
const print = (line: string) => void process.stdout.write(`${line}\n`);
const run = (work: (db: Database) => Promise<void>) => withDatabase(readConfig(), work);
const statement = (reason: string) => ({ by: `operator ${userInfo().username}`, reason });
const because = () => new Option("--reason <text>", "why; it is kept with the operation").makeOptionMandatory();

const OUTCOMES: readonly ListedOutcome[] = ["same", "unsure", "related"];

const duplicates = () =>
  new Command("duplicates")
    .description("List companies of the directory that may be one, the likeliest first (docs/identity.md)")
    .addOption(
      new Option("--outcome <outcome>", "unsure ones are for a person to decide").choices(OUTCOMES).default("unsure"),
    )
    .option("--json", "print JSON", false)
    .action(({ outcome, json }: { outcome: ListedOutcome; json: boolean }) =>
      run(async (db) => {
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
    .description("Merge a company into another; its ids and its domain lead there, and it can be taken back")
    .argument("<company>", "its domain in any spelling, or its id")
    .requiredOption("--into <company>", "the company that stays")
    .addOption(because())
    .action((company: string, { into, reason }: { into: string; reason: string }) =>
      run(async (db) => {
        const id = await (await rules()).mergeCompanies(db, { company, into }, statement(reason));
        print(`${company} is company ${id} from now on.`);
      }),
    );

const unmerge = () =>
  new Command("unmerge")
    .description("Take a merged company out again, with all that belongs to it")
    .argument("<company>", "its domain in any spelling, or its id")
    .addOption(because())
    .action((company: string, { reason }: { reason: string }) =>
      run(async (db) => {
        const id = await (await rules()).unmergeCompany(db, company, statement(reason));
        print(`${company} is company ${id} again.`);
      }),
    );

const distinguish = () =>
  new Command("distinguish")
    .description("Say that two companies are not one, so that the pair is not listed again")
    .argument("<company>", "its domain in any spelling, or its id")
    .requiredOption("--from <company>", "the other one")
    .addOption(because())
    .action((company: string, { from, reason }: { from: string; reason: string }) =>
      run(async (db) => {
        const [one, other] = await (await rules()).distinguishCompanies(db, { company, from }, statement(reason));
        print(`Companies ${one} and ${other} are two.`);
      }),
    );

const split = () =>
  new Command("split")
    .description("Make a company of its own of some records of a company, or of records kept apart from it")
    .argument("<company>", "its domain in any spelling, or its id")
    .requiredOption("--records <ids...>", "the records' numbers (`records { recordId }` in the graph)")
    .requiredOption("--domain <domain>", "the domain of the new company")
    .addOption(because())
    .action((company: string, options: { records: string[]; domain: string; reason: string }) =>
      run(async (db) => {
        const { domain, reason } = options;
        const recordIds = options.records.map(Number).filter(Number.isInteger);
        const id = await (await rules()).splitCompany(db, { company, recordIds, domain }, statement(reason));
        print(`${domain} is company ${id}.`);
      }),
    );

const readAnew = () =>
  new Command("read")
    .description(
      "Read the descriptions of records that older rules read, or none: founding years, parents, brands, coordinates",
    )
    .action(() =>
      run(async (db) => {
        const { readRecordsAnew } = await import("#companies/records/read-anew");
        const { linkParents } = await import("#companies/identity/link-parents");
        print(
          `${await readRecordsAnew(db)} records were read; ${await linkParents(db)} name a parent of the directory.`,
        );
      }),
    );

/** `market companies duplicates | merge | unmerge | distinguish | split | read` */
export const identityCommands = (): Command[] => [duplicates(), merge(), unmerge(), distinguish(), split(), readAnew()];

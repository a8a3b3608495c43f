import { Command } from "commander";
import { importCompanies } from "#companies/import-companies";
import { linkCompanies } from "#companies/linking/link-companies";
import type { Database } from "#foundation/db/database";
import { withDirectory } from "../temporary-directory.ts";
import { shareText } from "./bootstrap.ts";
import { readRows } from "./data.ts";
import { readHeadlines } from "./events/headlines.ts";
import { table } from "./table.ts";

const OWN = "bench/quality/own";

interface Labelled {
  title: string;
  /** For each company that the headline names the domains of its records, of which any is right. */
  wanted: string[][];
  /** Right too, but not asked for. */
  also: string[];
}

interface Outcome extends Labelled {
  given: string[];
}

const companies = (text: string) => (text === "-" ? [] : text.split(",").map((one) => one.split("|")));

async function realHeadlines(file: string, part: string): Promise<Labelled[]> {
  const { headlines } = await readHeadlines(file);
  const titles = new Map(headlines.map(({ id, document }) => [id, document.title]));
  return readRows(`${OWN}/entity-linking-headlines.tsv`).flatMap(([id = "", itsPart, wanted = "", also = ""]) => {
    const title = titles.get(id);
    return itsPart === part && title !== undefined
      ? [{ title, wanted: companies(wanted), also: also === "" ? [] : also.split(",") }]
      : [];
  });
}

const writtenHeadlines = (part: string): Labelled[] =>
  readRows(`${OWN}/entity-linking-directory.tsv`).flatMap(([itsPart, wanted = "", title = ""]) =>
    itsPart === part ? [{ title, wanted: companies(wanted), also: [] }] : [],
  );

async function link(db: Pick<Database, "query">, labelled: readonly Labelled[]): Promise<Outcome[]> {
  const mentions = await linkCompanies(
    db,
    labelled.map(({ title }) => ({ title, text: "", url: "https://news.example.com/article" })),
  );
  const ids = [...new Set(mentions.flat().map(({ companyId }) => companyId))];
  const rows = await db.query<{ id: number; domain: string }>("SELECT id, domain FROM companies WHERE id = ANY($1)", [
    ids,
  ]);
  const domains = new Map(rows.map(({ id, domain }) => [id, domain]));
  return labelled.map((one, i) => ({
    ...one,
    given: (mentions[i] ?? []).map(({ companyId }) => domains.get(companyId) ?? ""),
  }));
}

const isFound = ({ given }: Outcome, domains: readonly string[]) => domains.some((domain) => given.includes(domain));
const isRight = ({ wanted, also }: Outcome, domain: string) =>
  also.includes(domain) || wanted.some((domains) => domains.includes(domain));

/** `npm run quality -- directory-links`: the companies of a whole directory that headlines name. */
export const directoryLinksCommand = new Command("directory-links")
  .description("Measures which companies of a directory are found in labelled headlines, in a database of its own.")
  .option("--companies <file>", "the directory", "../shared/data/companies.csv.gz")
  .option("--headlines <file>", "the real headlines", "../shared/data/headlines.csv.gz")
  .option("--kept", "measure the parts that nothing was chosen on; prints their totals only")
  .option("--mistakes", "print each headline of the development parts that is not as labelled")
  .action(async (options: { companies: string; headlines: string; kept?: boolean; mistakes?: boolean }) => {
    const part = options.kept ? "kept" : "development";
    const sets = [
      ["real headlines", await realHeadlines(options.headlines, part)],
      ["own headlines", writtenHeadlines(part)],
    ] as const;
    const outcomes = await withDirectory(
      (db) => importCompanies(db, options.companies, { source: "directory" }),
      async (db) => {
        const read: [string, Outcome[]][] = [];
        for (const [name, labelled] of sets) read.push([name, await link(db, labelled)]);
        return read;
      },
    );
    const rows = outcomes.map(([name, all]) => [
      `${name}, ${options.kept ? "kept, measures" : "development, chose"}`,
      String(all.length),
      shareText(all.flatMap((one) => one.given.map((domain) => isRight(one, domain)))),
      shareText(all.flatMap((one) => one.wanted.map((domains) => isFound(one, domains)))),
    ]);
    process.stdout.write(`${table([["company links", "headlines", "precision", "recall"], ...rows])}\n`);
    if (!options.mistakes || options.kept) return;
    for (const one of outcomes.flatMap(([, all]) => all)) {
      const lacking = one.wanted.filter((domains) => !isFound(one, domains)).map((domains) => domains.join("|"));
      const beyond = one.given.filter((domain) => !isRight(one, domain));
      if (lacking.length + beyond.length > 0)
        process.stdout.write(`${one.title}\n    lacking ${lacking.join(", ")}; beyond ${beyond.join(", ")}\n`);
    }
  });

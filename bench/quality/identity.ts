import { readFileSync } from "node:fs";
import { Command } from "commander";
import { openCompanyFile } from "#companies/company-file";
import { type ComparedCompany, compareCompanies } from "#companies/identity/same-company-score";
import { resolveCountryName } from "#foundation/geography/countries";

type Half = "development" | "kept";

interface LabelledPair {
  one: string;
  other: string;
  /** `same`, `related` or `different`. */
  outcome: string;
  half: Half;
}

const PAIRS = "bench/quality/identity/pairs.tsv";
/** Companies that the sample had twice, or under another name, when the pairs were labelled. */
const SAMPLE_WHEN_LABELLED = "bench/quality/identity/sample-when-labelled.ndjson";

/** Records by the key of the labels. */
async function readRecords(directory: string, sample: string): Promise<Map<string, ComparedCompany>> {
  const records = new Map<string, ComparedCompany>();
  const inSample = (given: Readonly<Record<string, unknown>>) => `sample:${given.domain}`;
  for (const [path, keyOf] of [
    [directory, (given: Readonly<Record<string, unknown>>) => `directory:${given.symbol}`],
    [sample, inSample],
    [SAMPLE_WHEN_LABELLED, inSample],
  ] as const) {
    const file = await openCompanyFile(path, { resolveCountry: resolveCountryName });
    for await (const row of file.rows)
      if (row.company !== undefined) records.set(keyOf(row.given), { ...row.company, lei: row.registers.lei });
  }
  return records;
}

const readPairs = (): LabelledPair[] =>
  readFileSync(PAIRS, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [one = "", other = "", outcome = "", , half] = line.split("\t");
      return { one, other, outcome, half: half === "kept" ? "kept" : "development" };
    });

/** Groups of records that pairs join, by any of their records. */
function groupsOf(
  pairs: readonly { one: string; other: string }[],
  keys: ReadonlySet<string>,
): Map<string, Set<string>> {
  const groups = new Map([...keys].map((key) => [key, new Set([key])]));
  for (const { one, other } of pairs) {
    const joined = new Set([...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
    for (const key of joined) groups.set(key, joined);
  }
  return groups;
}

/** BCubed: the mean over records of the share of its group that is right, and of its true group that was found. */
function bCubed(
  found: Map<string, Set<string>>,
  truth: Map<string, Set<string>>,
): { precision: number; recall: number } {
  let [precision, recall] = [0, 0];
  for (const [key, group] of found) {
    const real = truth.get(key) ?? new Set([key]);
    const both = [...group].filter((other) => real.has(other)).length;
    precision += both / group.size;
    recall += both / real.size;
  }
  return { precision: precision / found.size, recall: recall / found.size };
}

function measure(pairs: readonly LabelledPair[], records: ReadonlyMap<string, ComparedCompany>) {
  const compared = pairs.flatMap((pair) => {
    const [one, other] = [records.get(pair.one), records.get(pair.other)];
    return one === undefined || other === undefined ? [] : [{ ...pair, a: one, b: other, ...comparison(one, other) }];
  });
  const same = compared.filter(({ found }) => found === "same");
  const truly = compared.filter(({ outcome }) => outcome === "same");
  const right = same.filter(({ outcome }) => outcome === "same").length;
  const keys = new Set(compared.flatMap(({ one, other }) => [one, other]));
  const related = compared.filter(({ found }) => found === "related");
  return {
    pairs: compared.length,
    precision: right / Math.max(1, same.length),
    recall: right / Math.max(1, truly.length),
    bCubed: bCubed(groupsOf(same, keys), groupsOf(truly, keys)),
    unsure: compared.filter(({ found }) => found === "unsure").length,
    unsureAndSame: compared.filter(({ found, outcome }) => found === "unsure" && outcome === "same").length,
    related: {
      precision: related.filter(({ outcome }) => outcome === "related").length / Math.max(1, related.length),
      recall:
        related.filter(({ outcome }) => outcome === "related").length /
        Math.max(1, compared.filter(({ outcome }) => outcome === "related").length),
    },
    wrong: compared
      .filter(({ found, outcome }) => (found === "same") !== (outcome === "same"))
      .map(({ a, b, found, outcome, score, grounds }) => {
        const shown = ({ name, domain, city, country }: ComparedCompany) => `${name} (${domain}; ${city}, ${country})`;
        return `${outcome}, found ${found} ${score} [${grounds.map(({ ground }) => ground).join(" ")}]: ${shown(a)} | ${shown(b)}`;
      }),
  };
}

function comparison(one: ComparedCompany, other: ComparedCompany) {
  const { outcome: found, score, grounds } = compareCompanies(one, other);
  return { found, score, grounds };
}

const share = (value: number) => value.toFixed(3);

/** `npm run quality -- identity` */
export const identityCommand = new Command("identity")
  .description("Measures which records are found to be of one company, on labelled pairs (bench/quality/identity).")
  .option("--companies <file>", "FinanceDatabase's equities", "../shared/data/companies.csv.gz")
  .option("--kept", "the half that is kept for one last run; prints figures only")
  .option("--mistakes", "print each pair of the development half that was decided wrongly")
  .option("--json", "print JSON")
  .action(
    async ({
      companies,
      kept,
      mistakes,
      json,
    }: {
      companies: string;
      kept?: boolean;
      mistakes?: boolean;
      json?: boolean;
    }) => {
      const records = await readRecords(companies, "prisma/sample/companies.ndjson");
      const half: Half = kept ? "kept" : "development";
      const { wrong, ...figures } = measure(
        readPairs().filter((pair) => pair.half === half),
        records,
      );
      if (json) return void process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      const { pairs, precision, recall, bCubed: cubed, unsure, unsureAndSame, related } = figures;
      process.stdout.write(
        `identity, ${half}: ${pairs} pairs, same: precision ${share(precision)}, recall ${share(recall)}; BCubed precision ${share(cubed.precision)}, recall ${share(cubed.recall)}; unsure ${unsure}, of them the same ${unsureAndSame}; related: precision ${share(related.precision)}, recall ${share(related.recall)}\n`,
      );
      if (mistakes && !kept) process.stdout.write(`${wrong.join("\n")}\n`);
    },
  );

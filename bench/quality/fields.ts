import { readFileSync } from "node:fs";
import { Command } from "commander";
import { distance } from "geokdbush";
import { openCompanyFile } from "#companies/company-file";
import { readCompany } from "#companies/readings/read-company";
import { resolveCountryName } from "#foundation/geography/countries";

const FIELDS = ["founded", "parent", "brands"] as const;
const LABELS = "bench/quality/fields/labels.tsv";
/** A label of a field that nobody read. */
const UNREAD = "?";

type Field = (typeof FIELDS)[number];

interface Label {
  symbol: string;
  half: string;
  values: Record<Field, string>;
}

/** The rows of a table of labels below its header. */
const readRows = (path: string): string[][] =>
  readFileSync(path, "utf8")
    .replace(/\n$/, "")
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));

const readLabels = (): Label[] =>
  readRows(LABELS).map(([symbol = "", half = "", , founded = "", parent = "", brands = ""]) => {
    return { symbol, half, values: { founded, parent, brands } };
  });

/** The product's own companies; their labels have domains. */
const SAMPLE = "prisma/sample/companies.ndjson";

/** Values read from each description, by symbol, or by domain where a file has no symbols. */
async function readFound(directories: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const directory of directories) {
    const file = await openCompanyFile(directory, { resolveCountry: resolveCountryName });
    for await (const { company, given } of file.rows)
      if (company !== undefined) found.set(String(given.symbol ?? company.domain), readCompany(company).values);
  }
  return found;
}

/** Values as they are compared: a list's one by one; names without the dot that ends a sentence. */
const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => each !== undefined && each !== "")
    .map((each) => String(each).replace(/\.$/, ""));

const BUSINESS = "bench/quality/fields/naics.tsv";
/** Digits that are compared: subsectors, and industry groups. */
const DIGITS = [2, 3, 4];

/** How many of the codes that descriptions are classified by are among those that fit. A label may be shorter than a code. */
function measureBusiness(found: ReadonlyMap<string, Record<string, unknown>>, half: string, shows: boolean): void {
  const labels = readRows(BUSINESS).filter(([, own, fitting]) => own === half && fitting !== UNREAD);
  for (const digits of DIGITS) {
    let [right, given] = [0, 0];
    for (const [symbol = "", , fitting = ""] of labels) {
      const [code] = valuesOf(found.get(symbol)?.naicsCodes);
      if (code === undefined) continue;
      given++;
      const isRight = fitting.split("|").some((label) => {
        const length = Math.min(digits, label.length);
        return sectorOf(code, digits).slice(0, length) === sectorOf(label, digits).slice(0, length);
      });
      if (isRight) right++;
      else if (shows && digits === 4) process.stdout.write(`naics of ${symbol}: found ${code}, labelled ${fitting}\n`);
    }
    process.stdout.write(
      `naics, ${digits} digits, ${half}: ${labels.length} companies, precision ${share(right, given)} of ${given}, classified ${share(given, labels.length)}\n`,
    );
  }
}

/** Manufacturing is one sector of three numbers, retail trade and transportation are of two. */
const SECTORS: Readonly<Record<string, string>> = { "32": "31", "33": "31", "45": "44", "49": "48" };
const sectorOf = (code: string, digits: number): string =>
  digits > 2 ? code : (SECTORS[code.slice(0, 2)] ?? code.slice(0, 2));

const share = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(3));

/** Labels of one field each, on descriptions with its words, and how reports call the field. Many state nothing. */
const MENTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "bench/quality/fields/mentions.tsv": { employees: "employees", unverifiedCertifications: "certificates" },
  "bench/quality/fields/names.tsv": {
    customers: "customers",
    subsidiaries: "subsidiaries",
    brands: "brands by their words",
  },
};

function measureMentions(
  found: ReadonlyMap<string, Record<string, unknown>>,
  table: string,
  half: string,
  shows: boolean,
): void {
  const labels = readRows(table).filter(([, own, , value]) => own === half && value !== UNREAD);
  for (const [field, called] of Object.entries(MENTIONS[table] ?? {})) {
    const own = labels.filter(([, , labelled]) => labelled === field);
    let [right, given, wanted] = [0, 0, 0];
    for (const [symbol = "", , , value = ""] of own) {
      const [said, truth] = [valuesOf(found.get(symbol)?.[field]), valuesOf(value.split("|"))];
      right += said.filter((each) => truth.includes(each)).length;
      given += said.length;
      wanted += truth.length;
      if (shows && said.join("|") !== truth.join("|"))
        process.stdout.write(`${called} of ${symbol}: found ${said.join("|")}, labelled ${truth.join("|")}\n`);
    }
    process.stdout.write(
      `${called}, ${half}: ${own.length} companies, precision ${within(right, given)} of ${given}, recall ${within(right, wanted)} of ${wanted}\n`,
    );
  }
}

const PLACES = "bench/quality/fields/places.tsv";
/** Kilometres between a labelled centre and a right one. Two centres of one large city can be that far apart. */
const NEAR_KM = 25;

/** Coordinates that are derived from the city. */
function measurePlaces(found: ReadonlyMap<string, Record<string, unknown>>, half: string, shows: boolean): void {
  const labels = readRows(PLACES).filter(([, own]) => own === half);
  let [right, given] = [0, 0];
  for (const [symbol = "", , ...centre] of labels) {
    const { latitude, longitude } = found.get(symbol) ?? {};
    if (latitude === undefined) continue;
    given++;
    const [labelledLatitude = 0, labelledLongitude = 0] = centre.map(Number);
    const away = distance(labelledLongitude, labelledLatitude, Number(longitude), Number(latitude));
    if (away <= NEAR_KM) right++;
    else if (shows) process.stdout.write(`coordinates of ${symbol}: ${away.toFixed(0)} km from the labelled centre\n`);
  }
  process.stdout.write(
    `coordinates, ${half}: ${labels.length} companies, precision ${within(right, given)} of ${given}, located ${within(given, labels.length)}\n`,
  );
}

/** A share with its 95 % interval by Wilson, which holds for few cases and for shares of 0 and 1. */
function within(part: number, whole: number): string {
  if (whole === 0) return share(part, whole);
  const [z, p] = [1.96, part / whole];
  const middle = p + z ** 2 / (2 * whole);
  const reach = z * Math.sqrt((p * (1 - p)) / whole + z ** 2 / (4 * whole ** 2));
  const [low, high] = [middle - reach, middle + reach].map((end) => (end / (1 + z ** 2 / whole)).toFixed(2));
  return `${share(part, whole)} [${low}, ${high}]`;
}

/** `npm run quality -- fields` */
export const fieldsCommand = new Command("fields")
  .description("Measures what descriptions are read for, on labelled companies (bench/quality/fields).")
  .option("--companies <file>", "FinanceDatabase's equities", "../shared/data/companies.csv.gz")
  .option("--kept", "the half that is kept for one last run; prints figures only")
  .option("--mistakes", "print each company of the development half that was read wrongly")
  .action(async ({ companies, kept, mistakes }: { companies: string; kept?: boolean; mistakes?: boolean }) => {
    const found = await readFound([companies, SAMPLE]);
    const half = kept ? "kept" : "development";
    const labels = readLabels().filter((label) => label.half === half);
    const shows = mistakes === true && !kept;
    measureBusiness(found, half, shows);
    for (const table of Object.keys(MENTIONS)) measureMentions(found, table, half, shows);
    measurePlaces(found, half, shows);
    for (const field of FIELDS) {
      const read = labels.filter(({ values }) => values[field] !== UNREAD);
      let [right, given, wanted] = [0, 0, 0];
      for (const { symbol, values } of read) {
        const [said, truth] = [valuesOf(found.get(symbol)?.[field]), valuesOf(values[field].split("|"))];
        const both = said.filter((value) => truth.includes(value)).length;
        right += both;
        given += said.length;
        wanted += truth.length;
        if (shows && (both < said.length || both < truth.length))
          process.stdout.write(`${field} of ${symbol}: found ${said.join("|")}, labelled ${truth.join("|")}\n`);
      }
      process.stdout.write(
        `${field}, ${half}: ${read.length} companies, precision ${share(right, given)} of ${given}, recall ${share(right, wanted)} of ${wanted}\n`,
      );
    }
  });

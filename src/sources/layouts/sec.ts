import { basename } from "node:path";
import { z } from "zod";
import { readLei } from "#companies/identifiers/check-digits";
import type { SourceRow, SourceRowReading } from "#companies/records/source-row";
import { InvalidInputError } from "#foundation/errors/index";
import { wholeJson } from "#foundation/files/json-elements";
import { fileParts } from "#foundation/files/parts";
import { resolveCountryName } from "#foundation/geography/countries";
import { stateByCode } from "#foundation/geography/states";
import type { SourceLayout } from "./layout.ts";
import { registeredPlace } from "./places.ts";
import { employees, type ReportedFacts, revenues } from "./sec-facts.ts";

const PUBLIC_DOMAIN = "public domain (a work of the United States government)";
const cik = z.union([z.string(), z.number()]).transform((value) => String(value).replace(/^0+/, ""));
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);

/** Who files with the SEC: number, name, symbol, exchange. */
export const SEC_TICKERS: SourceLayout = {
  title: "SEC, company tickers with exchanges (JSON): CIKs and ticker symbols",
  url: "https://www.sec.gov/files/company_tickers_exchange.json",
  licence: PUBLIC_DOMAIN,
  everyHours: 24,
  kind: "register",
  rows: readTickers,
};

/** What companies say about themselves: activity and address. */
export const SEC_SUBMISSIONS: SourceLayout = {
  title: "SEC, submissions (JSON, one file a company): industry, address, LEI",
  url: "https://www.sec.gov/Archives/edgar/daily-index/bulkdata/submissions.zip",
  licence: PUBLIC_DOMAIN,
  everyHours: 24 * 7,
  kind: "register",
  rows: (path) => eachDocument(path, Submissions, readSubmissions),
};

/** Figures that companies report. */
export const SEC_FACTS: SourceLayout = {
  title: "SEC, company facts (JSON, one file a company): revenue of two years, employees",
  url: "https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip",
  licence: PUBLIC_DOMAIN,
  everyHours: 24 * 7,
  kind: "register",
  rows: (path) => eachDocument(path, Facts, readFacts),
};

const Tickers = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())) });
const Ticker = z.object({ cik, name: z.string(), ticker: text, exchange: text });

async function* readTickers(path: string): AsyncGenerator<SourceRowReading> {
  for await (const { chunks } of fileParts(path)) {
    const { fields, data } = await wholeJson(chunks, Tickers);
    // A company has a row for each of its symbols.
    const companies = new Map<string, SourceRow & { keys: string[]; given: { rows: unknown[] } }>();
    const problems: SourceRowReading[] = [];
    for (const [at, cells] of data.entries()) {
      const row = Object.fromEntries(fields.map((field, i) => [field, cells[i]]));
      const read = Ticker.safeParse(row);
      if (!read.success) {
        problems.push({ line: at + 1, problem: "no number or no name" });
        continue;
      }
      const { cik: number, name, ticker } = read.data;
      const company = companies.get(number) ?? {
        line: at + 1,
        ref: number,
        given: { rows: [] },
        names: [usualName(name)],
        keys: [`cik:${number}`],
        company: {},
        besides: { cik: number },
      };
      company.given.rows.push(row);
      if (ticker !== undefined) company.keys.push(`ticker:${ticker.toUpperCase()}`);
      companies.set(number, company);
    }
    yield* problems;
    yield* companies.values();
  }
}

/** Yields the documents of a bulk archive, or a single document. Each is a row. */
async function* eachDocument<Form extends z.ZodType>(
  path: string,
  form: Form,
  read: (document: z.output<Form>) => Omit<SourceRow, "line"> | null,
): AsyncGenerator<SourceRowReading> {
  let line = 0;
  for await (const { name, chunks } of fileParts(path)) {
    line++;
    // Older filings of a company, in separate files.
    if (/-submissions-\d+\.json$/.test(name)) {
      yield { line, leftOut: true };
      continue;
    }
    try {
      const row = read(await wholeJson(chunks, form));
      yield row === null ? { line, leftOut: true } : { line, ...row };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      yield { line, problem: `${basename(name)}: ${error.message}` };
    }
  }
}

const Address = z.object({ city: text, stateOrCountry: text, stateOrCountryDescription: text, zipCode: text });
const Submissions = z.looseObject({
  cik,
  name: z.string(),
  entityType: text,
  sic: text,
  sicDescription: text,
  lei: text,
  tickers: z.array(z.string().nullable()).nullish(),
  exchanges: z.array(z.string().nullable()).nullish(),
  website: text,
  stateOfIncorporation: text,
  addresses: z.object({ business: Address.nullish() }).nullish(),
});

function readSubmissions(read: z.output<typeof Submissions>): Omit<SourceRow, "line"> | null {
  // People and funds also file, but have no industry.
  if (read.sic === undefined) return null;
  const { cik: number, sic, sicDescription, tickers, addresses } = read;
  const lei = read.lei === undefined ? undefined : readLei(read.lei).value;
  const { filings: _filings, ...given } = read;
  return {
    ref: number,
    given,
    names: [usualName(read.name)],
    lei,
    keys: [
      `cik:${number}`,
      ...(tickers ?? []).flatMap((ticker) => (ticker === null ? [] : [`ticker:${ticker.toUpperCase()}`])),
    ],
    company: addresses?.business == null ? {} : placeOf(addresses.business),
    besides: { cik: number, sic },
    derived: sicDescription === undefined ? {} : { industries: [sicDescription] },
  };
}

function placeOf({ city, stateOrCountry, stateOrCountryDescription, zipCode }: z.output<typeof Address>) {
  const isState = stateOrCountry !== undefined && stateByCode("US", stateOrCountry) !== null;
  // The SEC has its own codes for other countries, and for provinces of Canada followed by the country.
  const abroad = stateOrCountryDescription?.split(",").at(-1)?.trim() ?? "";
  const country = isState ? "US" : (resolveCountryName(abroad) ?? undefined);
  return registeredPlace({ country, region: isState ? stateOrCountry : undefined, city, postalCode: zipCode });
}

/** Removes what the SEC adds: "ACME CORP /DE/" is Acme Corp, with a state that distinguishes namesakes. */
const usualName = (name: string): string => name.replace(/\s*[/\\][A-Z]{2,3}[/\\]?\s*$/, "").trim();

const Facts = z.object({ cik, entityName: z.string().nullish(), facts: z.record(z.string(), z.unknown()) });

function readFacts({ cik: number, entityName, facts }: z.output<typeof Facts>): Omit<SourceRow, "line"> | null {
  const reported = facts as ReportedFacts;
  const [last, before] = revenues(reported);
  const people = employees(reported);
  if (last === undefined && people === undefined) return null;
  return {
    ref: number,
    given: {
      cik: number,
      entityName: entityName ?? "",
      revenue: [last, before].filter(Boolean),
      employees: people ?? {},
    },
    names: entityName == null ? [] : [usualName(entityName)],
    keys: [`cik:${number}`],
    company: {
      ...(last === undefined ? {} : { revenueUsd: last.val }),
      ...(before === undefined ? {} : { previousRevenueUsd: before.val }),
      ...(people === undefined ? {} : { employees: people.val }),
    },
    besides: { cik: number, ...(last === undefined ? {} : { revenueYearEnd: last.end }) },
  };
}

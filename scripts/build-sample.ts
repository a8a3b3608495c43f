/**
 * Builds prisma/sample/companies.ndjson from the data of the PyPI package pytickersymbols (see prisma/sample/README.md):
 *
 *     pip download --no-deps pytickersymbols==1.17.10 && unzip pytickersymbols-1.17.10-*.whl -d now
 *     pip download --no-deps pytickersymbols==1.16.1 && unzip pytickersymbols-1.16.1-*.whl -d before
 *     npx tsx scripts/build-sample.ts {now,before}/pytickersymbols/indices_data.py
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cleanText } from "#companies/clean-text";
import { openCompanyFile } from "#companies/company-file";
import { registrableDomain } from "#companies/registrable-domain";
import { resolveCountryName } from "#foundation/geography/countries";
import { previousFigure, readEmployees, readRevenueUsd } from "./sample/figures.ts";
import type { Headquarters } from "./sample/headquarters.ts";
import { readHeadquarters } from "./sample/headquarters.ts";
import type { Lexicon } from "./sample/split-labels.ts";
import { collectPhrases, toLabels } from "./sample/split-labels.ts";

/** A company as the package has it, in one of its indices. */
interface SourceCompany {
  name: string;
  /** Name of the stock index whose entry this is. */
  index: string;
  country?: string;
  industries?: string[];
  isins?: string[];
  metadata?: Record<string, string | number>;
}

interface SampleCompany extends Headquarters {
  name: string;
  domain: string;
  keywords: string[];
  industries: string[];
  employees: number | null;
  revenueUsd: number | null;
  /** The figures of the year before, from the earlier edition of the package. */
  previousEmployees?: number | null;
  previousRevenueUsd?: number | null;
  isin: string | null;
  /** NAICS 2022 industry groups of four digits; of companies by hand. */
  naicsCodes?: number[];
  /** In our own words; of companies by hand. */
  description?: string;
}

/** Words of names that tell no company from another. */
const COMMON_WORDS = new Set(
  "ag and bancorp bank co company corp corporation financial general global group holding holdings inc industries international ltd of plc properties sa se services systems technologies technology the trust united".split(
    " ",
  ),
);
const MAX_KEYWORDS = 30;
const MAX_INDUSTRIES = 12;

/** What the source lacks and everybody can look up: the official web site, sometimes the country or what is made. */
interface Addition {
  website?: string;
  country?: string;
  industries?: string[];
}

function readTable<Value>(name: string): Readonly<Record<string, Value>> {
  return JSON.parse(readFileSync(new URL(`./sample/${name}`, import.meta.url), "utf8"));
}
const additions = readTable<Addition>("additions.json");
const germanLabels = readTable<string[]>("german-labels.json");

/** The package's data is a Python literal: Python reads it, without running it. */
function readIndices(path: string): SourceCompany[][] {
  const program =
    "import ast,json,sys\n" +
    "tree=ast.parse(open(sys.argv[1],encoding='utf8').read())\n" +
    "value=next(n.value for n in tree.body if isinstance(n,ast.Assign))\n" +
    "json.dump([[dict(c,index=n) for c in i['companies']] for n,i in ast.literal_eval(value).items()],sys.stdout)";
  return JSON.parse(execFileSync("python3", ["-c", program, path], { encoding: "utf8", maxBuffer: 1 << 28 }));
}

const textOf = (company: SourceCompany, field: string): string => {
  const value = company.metadata?.[field];
  return typeof value === "string" ? cleanText(value) : "";
};

function domainOf(company: SourceCompany): string | null {
  const sites = [additions[company.name]?.website ?? "", ...textOf(company, "website").split(" ")];
  for (const site of sites) {
    const domain = site.includes(".") ? registrableDomain(site) : null;
    if (domain !== null) return domain;
  }
  return null;
}

/**
 * False where the package joined two companies by mistake: no word or initials of the name are in the domain or in the
 * article's title.
 */
function isOneCompany(company: SourceCompany, domain: string): boolean {
  if (additions[company.name]?.website !== undefined) return true;
  const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const title = fold(decodeURIComponent(textOf(company, "wikipedia_url").split("/").at(-1) ?? "")).replace(
    /[^a-z0-9]/g,
    "",
  );
  const host = domain.replace(/[^a-z0-9]/g, "");
  const all = fold(company.name)
    .replace(/['’.]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  const telling = all.filter((word) => !COMMON_WORDS.has(word));
  const words = telling.length > 0 ? telling : all;
  const initials = all.map((word) => word[0]).join("");
  const compact = fold(nameOf(company)).replace(/[^a-z0-9]/g, "");
  if (compact.length > 1 && (title.startsWith(compact) || host.startsWith(compact))) return true;
  return (
    words.some((word) => title.includes(word) || host.includes(word)) ||
    (initials.length > 1 && host.startsWith(initials))
  );
}

/**
 * The entries of one company whose labels are used. Those of the S&P 500 and 600 have the index's own sector and the
 * article's industry. Other entries of a company have older labels too, some of them another company's.
 */
function labelledEntries(entries: readonly SourceCompany[]): readonly SourceCompany[] {
  const american = entries.filter(({ index }) => index === "S&P 500" || index === "S&P 600");
  return american.some((entry) => (entry.industries?.length ?? 0) > 0) ? american : entries;
}

function industriesOf(
  companies: readonly SourceCompany[],
  lexicon: Lexicon,
  frequency: ReadonlyMap<string, number>,
): string[] {
  const labels = new Map<string, string>();
  for (const raw of companies.flatMap((company) => [
    ...(company.industries ?? []),
    ...(additions[company.name]?.industries ?? []),
  ])) {
    const text = cleanText(raw).replace(/\bRETIs\b/, "REITs");
    const german = germanLabels[text];
    const found = german ?? ((frequency.get(text) ?? 0) > 3 ? [text] : toLabels(text, lexicon));
    for (const label of found)
      if (!label.startsWith("Other ") && !labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
  }
  // What many companies share is the general label.
  const shared = (label: string) => frequency.get(label) ?? 0;
  return [...labels.values()].sort((a, b) => shared(b) - shared(a)).slice(0, MAX_INDUSTRIES);
}

function seatOf(companies: readonly SourceCompany[]): Headquarters {
  for (const company of companies) {
    const seat = readHeadquarters(company.metadata?.headquarters);
    if (seat.country !== null) return seat;
  }
  for (const company of companies) {
    const seat = readHeadquarters(company.country?.split(";")[0]);
    if (seat.city !== null) return seat;
  }
  // The first letters of an ISIN are the country of incorporation; the package's own country is that of some listing.
  const prefixes = new Set(companies.flatMap((company) => company.isins ?? []).map((isin) => isin.slice(0, 2)));
  const [prefix] = prefixes;
  const stated =
    companies.map((company) => resolveCountryName(company.country ?? "")).find((code) => code !== null) ?? null;
  const added = first(companies.map((company) => additions[company.name]?.country ?? null));
  if (added !== null) return { country: added, state: null, city: null };
  const country = prefixes.size === 1 && prefix !== undefined ? resolveCountryName(prefix) : stated;
  return { country, state: null, city: null };
}

function nameOf(company: SourceCompany): string {
  return cleanText(company.name)
    .replace(/\s*\([^)]*\)$/, "")
    .replace(/(?<=[a-zäöå]{4})[A-C]$/, "");
}

function first<Value>(values: readonly (Value | null)[]): Value | null {
  return values.find((value) => value !== null) ?? null;
}

function build(
  indices: SourceCompany[][],
  earlier: SourceCompany[][],
): { companies: SampleCompany[]; dropped: string[] } {
  const all = indices.flat();
  const lexicon = collectPhrases(
    all.flatMap((company) => [textOf(company, "products"), ...(company.industries ?? [])]),
  );
  const frequency = new Map<string, number>();
  for (const label of all.flatMap((company) => company.industries ?? []))
    frequency.set(label, (frequency.get(label) ?? 0) + 1);

  const before = new Map(earlier.flat().map((company) => [textOf(company, "wikipedia_url"), company.metadata]));
  const byDomain = new Map<string, SourceCompany[]>();
  const dropped = new Set<string>();
  for (const company of all) {
    const domain = domainOf(company);
    if (domain === null) dropped.add(`${company.name}: no web site`);
    else if (!isOneCompany(company, domain)) dropped.add(`${company.name}: ${domain} is another company's`);
    else byDomain.set(domain, [...(byDomain.get(domain) ?? []), company]);
  }
  const companies = [...byDomain].map(([domain, entries]): SampleCompany => {
    // Articles of the English Wikipedia first: their boxes have the products.
    const sources = entries.toSorted((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)));
    const seat = seatOf(sources);
    const keywords = toLabels(first(sources.map((source) => textOf(source, "products") || null)) ?? "", lexicon);
    const isins = [...new Set(sources.flatMap((source) => source.isins ?? []))];
    return {
      name: nameOf(sources[0] ?? { name: domain, index: "" }),
      domain,
      ...seat,
      keywords: keywords.slice(0, MAX_KEYWORDS),
      industries: industriesOf(labelledEntries(sources), lexicon, frequency),
      employees: first(sources.map((source) => readEmployees(source.metadata?.employees))),
      revenueUsd: first(sources.map((source) => readRevenueUsd(source.metadata?.revenue, seat.country))),
      ...previousOf(sources, before, seat.country),
      isin:
        isins.find((isin) => isin.startsWith(seat.country ?? "-")) ?? (isins.length === 1 ? (isins[0] ?? null) : null),
    };
  });
  return { companies, dropped: [...dropped] };
}

/** The figures of the year before those that are used, by the same article in the earlier edition. */
function previousOf(
  sources: readonly SourceCompany[],
  before: ReadonlyMap<string, SourceCompany["metadata"]>,
  country: string | null,
): Pick<SampleCompany, "previousEmployees" | "previousRevenueUsd"> {
  const revenueOf = (raw: unknown) => readRevenueUsd(raw, country);
  const previous = (field: "employees" | "revenue", read: (raw: unknown) => number | null) => {
    const used = sources.find(({ metadata }) => read(metadata?.[field]) !== null);
    if (used === undefined) return null;
    return previousFigure(used.metadata?.[field], before.get(textOf(used, "wikipedia_url"))?.[field], read);
  };
  return {
    previousEmployees: previous("employees", readEmployees),
    previousRevenueUsd: previous("revenue", revenueOf),
  };
}

function isEnglish(company: SourceCompany): boolean {
  return textOf(company, "wikipedia_url").includes("//en.");
}

/**
 * The companies of a file by hand: new ones, and what the source lacks or has wrong of others. A name by hand counts; a place
 * by hand where the source has another country or no city; the first description stays.
 */
async function addByHand(companies: SampleCompany[], name: string): Promise<void> {
  const known = new Map(companies.map((company) => [company.domain, company]));
  const path = fileURLToPath(new URL(`./sample/${name}`, import.meta.url));
  const file = await openCompanyFile(path, { resolveCountry: resolveCountryName });
  for await (const { line, company: added, problem } of file.rows) {
    if (added === undefined) throw new Error(`${name}, line ${line}: ${problem}`);
    const { domain, description, country, state, city, keywords, industries, naicsCodes } = added;
    const company = known.get(domain);
    if (company === undefined) {
      const { employees, revenueUsd, isin } = added;
      const fields = {
        description,
        country,
        state,
        city,
        keywords,
        industries,
        naicsCodes,
        employees,
        revenueUsd,
        isin,
      };
      companies.push({ name: added.name, domain, ...fields });
    } else {
      company.name = added.name;
      company.keywords = [...new Set([...company.keywords, ...keywords])];
      company.description = company.description || description;
      if (naicsCodes.length > 0) company.naicsCodes = naicsCodes;
      if (country !== null && (company.country !== country || company.city === null))
        Object.assign(company, { country, state, city });
    }
  }
}

/** Only what is known: an absent key and an empty value mean the same. */
function toLine(company: SampleCompany): string {
  const known = Object.entries(company).filter(
    ([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return `${JSON.stringify(Object.fromEntries(known))}\n`;
}

const [source, earlier] = process.argv.slice(2);
if (source === undefined || earlier === undefined) {
  process.stderr.write("usage: npx tsx scripts/build-sample.ts NOW/indices_data.py BEFORE/indices_data.py\n");
  process.exitCode = 1;
} else {
  const { companies, dropped } = build(readIndices(source), readIndices(earlier));
  for (const name of ["more-companies.csv", "trades.csv", "industries.csv"]) await addByHand(companies, name);
  companies.sort((a, b) => (a.domain < b.domain ? -1 : 1));
  const target = fileURLToPath(new URL("../prisma/sample/companies.ndjson", import.meta.url));
  writeFileSync(target, companies.map(toLine).join(""));
  const countries = new Map<string, number>();
  for (const { country } of companies)
    countries.set(country ?? "not known", (countries.get(country ?? "not known") ?? 0) + 1);
  const counts = [...countries].sort((a, b) => b[1] - a[1]).map(([country, count]) => `${country} ${count}`);
  process.stdout.write(`${companies.length} companies in ${target}\n${counts.join(" · ")}\n`);
  process.stdout.write(`left out (${dropped.length}):\n${dropped.map((reason) => `  ${reason}\n`).join("")}`);
}

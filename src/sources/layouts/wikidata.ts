import { z } from "zod";
import type { CompanyRecord } from "#companies/company-record";
import { readIsin, readLei } from "#companies/identifiers/check-digits";
import type { SourceRow, SourceRowReading } from "#companies/records/source-row";
import { readDomain } from "#companies/registrable-domain";
import { wholeJson } from "#foundation/files/json-elements";
import { LineSplitter } from "#foundation/files/lines";
import { fileParts } from "#foundation/files/parts";
import { resolveCountryName } from "#foundation/geography/countries";
import { coder } from "#foundation/geography/country-coder";
import type { SourceLayout } from "./layout.ts";
import { type Entity, readEntityFacts, type WikidataCompany } from "./wikidata-claims.ts";

/** Selects companies with a web site and an LEI: few enough for one answer of the query service. */
const QUERY = `SELECT ?item ?itemLabel ?itemDescription ?website ?lei ?isin ?cik ?companyNumber ?countryCode ?cityLabel ?coordinates
  ?founded ?employees ?parent ?parentLabel ?industryLabel WHERE {
  ?item wdt:P1278 ?lei; wdt:P856 ?website.
  OPTIONAL { ?item wdt:P946 ?isin } OPTIONAL { ?item wdt:P5531 ?cik } OPTIONAL { ?item wdt:P2622 ?companyNumber }
  OPTIONAL { ?item wdt:P17 [ wdt:P297 ?countryCode ] } OPTIONAL { ?item wdt:P159 ?city OPTIONAL { ?city wdt:P625 ?coordinates } }
  OPTIONAL { ?item wdt:P571 ?founded } OPTIONAL { ?item wdt:P1128 ?employees } OPTIONAL { ?item wdt:P749 ?parent }
  OPTIONAL { ?item wdt:P452 ?industry }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul". }
}`;

const CC0 = "CC0 1.0";

export const WIKIDATA_QUERY: SourceLayout = {
  title: "Wikidata, results of the query service (SPARQL JSON); variables as in the default query",
  url: `https://query.wikidata.org/sparql?format=json&query=${encodeURIComponent(QUERY.replace(/\s+/g, " "))}`,
  licence: CC0,
  everyHours: 24 * 7,
  kind: "directory",
  accept: "application/sparql-results+json",
  rows: readResults,
};

export const WIKIDATA_DUMP: SourceLayout = {
  title: "Wikidata, entity dump (JSON, a line an entity): companies with a web site",
  url: "https://dumps.wikimedia.org/wikidatawiki/entities/latest-all.json.gz",
  licence: CC0,
  everyHours: 24 * 30,
  kind: "directory",
  rows: readDump,
};

async function* readDump(path: string): AsyncGenerator<SourceRowReading> {
  let line = 0;
  for await (const { chunks } of fileParts(path))
    for await (const { text, problem } of physicalLines(chunks)) {
      line++;
      const json = text.trim().replace(/,$/, "");
      if (problem !== undefined) yield { line, problem };
      else if (json === "" || json === "[" || json === "]") yield { line, leftOut: true };
      else {
        const entity = parsed(json);
        if (entity === null) yield { line, problem: "no JSON object of an entity" };
        else yield rowOf(line, readEntityFacts(entity), entity);
      }
    }
}

async function* physicalLines(chunks: AsyncIterable<Buffer>) {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

function parsed(json: string): Entity | null {
  try {
    const value = JSON.parse(json) as Entity;
    return typeof value.id === "string" ? value : null;
  } catch {
    return null;
  }
}

const Binding = z.record(z.string(), z.object({ value: z.string() }));
const Results = z.object({ results: z.object({ bindings: z.array(Binding) }) });

/** Optional values make several rows of one company, which become one record. */
async function* readResults(path: string): AsyncGenerator<SourceRowReading> {
  for await (const { chunks } of fileParts(path)) {
    const { bindings } = (await wholeJson(chunks, Results)).results;
    const companies = new Map<string, { line: number; rows: Record<string, string>[] }>();
    for (const [at, binding] of bindings.entries()) {
      const row = Object.fromEntries(Object.entries(binding).map(([name, { value }]) => [name, value]));
      const id = entityId(row.item ?? row.company ?? "");
      if (id === undefined) {
        yield { line: at + 1, problem: "no item" };
        continue;
      }
      const known = companies.get(id);
      if (known === undefined) companies.set(id, { line: at + 1, rows: [row] });
      else known.rows.push(row);
    }
    for (const [id, { line, rows }] of companies) yield rowOf(line, companyOf(id, rows), { rows });
  }
}

const entityId = (address: string): string | undefined => /(?:^|\/)(Q\d+)$/.exec(address)?.[1];

function companyOf(id: string, rows: readonly Record<string, string>[]): WikidataCompany {
  const first = (...names: string[]) => {
    for (const name of names) for (const row of rows) if ((row[name] ?? "") !== "") return row[name];
    return undefined;
  };
  const point = /^Point\(([-\d.]+) ([-\d.]+)\)$/i.exec(first("coordinates", "coord") ?? "");
  const label = first("itemLabel", "companyLabel") ?? "";
  return {
    id,
    // Without a label in the requested language, the service returns the id.
    name: label === id ? "" : label,
    description: first("itemDescription", "companyDescription"),
    website: first("website"),
    country: first("countryCode", "countryLabel", "country"),
    city: first("cityLabel", "headquartersLabel"),
    coordinates: point === null ? undefined : [Number(point[2]), Number(point[1])],
    founded: first("founded", "inception"),
    employees: Number(first("employees")) || undefined,
    lei: first("lei"),
    isin: first("isin"),
    cik: first("cik"),
    companyNumber: first("companyNumber"),
    parent: entityId(first("parent") ?? ""),
    parentName: first("parentLabel"),
    industries: [...new Set(rows.flatMap(({ industryLabel }) => industryLabel ?? []))],
  };
}

function rowOf(line: number, read: WikidataCompany | null, given: object): SourceRowReading {
  if (read === null || read.name === "") return { line, leftOut: true };
  const site = read.website === undefined ? undefined : readDomain(read.website).domain;
  const [lei, isin] = [
    read.lei === undefined ? undefined : readLei(read.lei).value,
    read.isin === undefined ? undefined : readIsin(read.isin).value,
  ];
  const numbers = {
    cik: read.cik?.replace(/^0+/, ""),
    gb: read.companyNumber?.toUpperCase(),
    wikidata: read.id,
  };
  const parentKeys = read.parent === undefined ? [] : [`wikidata:${read.parent}`];
  const parent = read.parentName !== undefined && !/^Q\d+$/.test(read.parentName) ? { parent: read.parentName } : {};
  const row: SourceRow = {
    line,
    ref: read.id,
    given: given as Record<string, unknown>,
    names: [read.name],
    lei,
    keys: Object.entries(numbers).flatMap(([scheme, value]) => (value === undefined ? [] : [`${scheme}:${value}`])),
    parentKeys,
    company: {
      ...(site === undefined ? {} : { domain: site, url: read.website ?? "" }),
      ...fieldsOf(read),
      ...(isin === undefined ? {} : { isin }),
    },
    derived: { ...parent },
  };
  return row;
}

function fieldsOf(read: WikidataCompany): Partial<CompanyRecord> {
  const year = /^\+?(\d{4})-/.exec(read.founded ?? "")?.[1];
  const [latitude, longitude] = read.coordinates ?? [null, null];
  return {
    description: read.description ?? "",
    country: countryOf(read.country),
    city: read.city !== undefined && !/^Q\d+$/.test(read.city) ? read.city : null,
    latitude,
    longitude,
    employees: read.employees !== undefined && Number.isInteger(read.employees) ? read.employees : null,
    founded: year === undefined ? null : Number(year),
    industries: [...(read.industries ?? [])].filter((label) => !/^Q\d+$/.test(label)),
  };
}

const countryOf = (written = ""): string | null =>
  /^Q\d+$/.test(written) ? coder().iso1A2Code(written) : written === "" ? null : resolveCountryName(written);

import type { Queries } from "#foundation/db/database";
import { foldCase } from "#foundation/language/tokenize";
import { textDigest } from "#providers/embeddings/vector-file";
import { embeddingText } from "../analysis/embedding-text.ts";
import { bareName } from "../analysis/place-names.ts";
import { findRole, ROLE_BITS, type Role } from "../analysis/roles.ts";
import { weightedStems } from "../analysis/weighted-words.ts";
import type { IndexedCompany } from "../directory-company.ts";
import { foundingYear } from "../founding-year.ts";
import { VECTOR_FIELDS } from "./index-mapping.ts";

/** Separates a term from its displayed spelling, in a value of a facet. */
export const FACET_SEPARATOR = "\u0001";

/** Upper limit (exclusive) of `sample`. One company in a thousand has a `sample` below a thousandth of it. */
export const SAMPLE_RANGE = 1_000_000;

/**
 * Characters that a token cannot have: the sign before its frequency, and white space. Documents and queries replace
 * them.
 */
const NOT_IN_TOKENS = { written: "| \\t\\n\\r\\x0b\\f", instead: "¦······" };

/** Converts a lexeme to a token of the index. */
export function asToken(lexeme: string): string {
  return lexeme.replace(/[| \t\n\r\v\f]/g, (sign) => (sign === "|" ? "¦" : "·"));
}

/** The fields for company search, as the database analyses them. */
interface SearchTerms {
  lexemes: string | null;
  parents: string[];
  places: string[];
  certifications: string[];
  claims: string[];
  keywords: string[];
  naics: string[];
  industryFacet: string[];
  certificationFacet: string[];
  claimFacet: string[];
  nameOrder: string;
  revenueDelta: number | null;
  sizeDelta: number | null;
}

/** The row that a document is made of. */
export type CompanyRow = IndexedCompany & SearchTerms & { recordDigest: string };

/** Of labels that differ only in case, returns the first in byte order, as the embedded index does. */
const facetOf = (column: string) =>
  `ARRAY(SELECT DISTINCT ON (lower(label)) lower(label) || E'\\x01' || label FROM unnest(c.${column}) AS label
     WHERE label <> '' AND octet_length(lower(label)) <= 2000 ORDER BY lower(label), label)`;
const termsOf = (value: string, list: string) =>
  `ARRAY(SELECT DISTINCT ${value} FROM unnest(${list}) AS line WHERE ${value} <> '' AND octet_length(${value}) <= 2000)`;

/**
 * Reads the rows of companies, with their ids in `$1`. The weight of a lexeme (of 32,767) is computed as by
 * `index_company_segment` in the migrations. The contract tests of both engines check that the weights are equal.
 */
const READ_ROWS = `
  SELECT c.id, c.domain, c.name, c.description, c.keywords AS "ownKeywords", c.industries, c.country, c.state, c.city, c.employees,
    c.revenue_usd AS "revenueUsd", c.certifications AS "ownCertifications", c.founded, c.market_cap_band AS "marketCapBand",
    md5(c.id || c.content_hash) AS "recordDigest",
    (SELECT string_agg(translate(u.lexeme, E'${NOT_IN_TOKENS.written}', '${NOT_IN_TOKENS.instead}') || '|' || (32767 * u.tf / (u.tf + l.length))::int, ' ')
     FROM (SELECT lexeme, (CASE weights[1] WHEN 'A' THEN 5 WHEN 'B' THEN 2 ELSE 1 END + cardinality(weights) - 1)::float8 AS tf
           FROM unnest(c.search)) u,
       (SELECT 1.2 * (0.5 + 0.5 * length(c.search) / 60) AS length) l) AS lexemes,
    ARRAY(SELECT array_to_string((string_to_array(c.domain, '.'))[labels:], '.')
          FROM generate_series(2, cardinality(string_to_array(c.domain, '.')) - 1) AS labels) AS parents,
    ${termsOf("lower(unaccent(line))", "ARRAY[c.city, c.state]")} AS places,
    ${termsOf("lower(line)", "c.certifications")} AS certifications,
    ${termsOf("lower(line)", "c.unverified_certifications")} AS claims,
    ${termsOf("unaccent(lower(line))", "c.keywords")} AS keywords,
    ARRAY(SELECT DISTINCT left(code::text, digits) FROM unnest(c.naics_codes) AS code, generate_series(2, length(code::text)) AS digits) AS naics,
    ${facetOf("industries")} AS "industryFacet", ${facetOf("certifications")} AS "certificationFacet",
    ${facetOf("unverified_certifications")} AS "claimFacet",
    lower(unaccent(c.name)) AS "nameOrder",
    (c.revenue_usd - c.previous_revenue_usd) / nullif(c.previous_revenue_usd, 0) AS "revenueDelta",
    (c.employees - c.previous_employees)::float8 / nullif(c.previous_employees, 0) AS "sizeDelta"
  FROM companies c WHERE c.id = ANY($1::int[]) ORDER BY c.id`;

type StoredRow = Omit<CompanyRow, "keywords" | "certifications"> & {
  ownKeywords: string[];
  ownCertifications: string[];
  keywords: string[];
  certifications: string[];
};

/** A company and its document, which has no vectors yet. */
export interface CompanyDocument {
  company: IndexedCompany;
  document: Record<string, unknown>;
}

/** Returns a number from 0 to below `SAMPLE_RANGE`. It depends only on the id, so that samples are reproducible. */
function sampleOf(id: number): number {
  // The finaliser of MurmurHash3 (Appleby 2011) spreads neighbouring ids.
  let hash = id;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % SAMPLE_RANGE;
}

/** Joins the tokens of a field with their frequencies. */
export const withFrequencies = (counts: Iterable<readonly [token: string, count: number]>): string =>
  Array.from(counts, ([token, count]) => `${asToken(token)}|${count}`).join(" ");

const present = (text: string | null) => (text === null || text === "" ? null : foldCase(text));
const bare = (folded: string | null) => folded && bareName(folded);

/** Returns the fields that discovery reads from the engine. */
export function discoveryFields(company: IndexedCompany): Record<string, unknown> {
  const state = present(company.state);
  const city = present(company.city);
  return {
    id: company.id,
    domain: company.domain,
    textDigest: textDigest(embeddingText(company)),
    sample: sampleOf(company.id),
    stems: withFrequencies(weightedStems(company)),
    industries: company.industries,
    roles: (Object.keys(ROLE_BITS) as Role[]).filter((role) => findRole(company, role) !== null),
    country: company.country || null,
    state,
    city,
    bareState: bare(state),
    bareCity: bare(city),
    employees: company.employees,
    revenueUsd: company.revenueUsd,
    founded: foundingYear(company)?.year ?? null,
    marketCapBand: company.marketCapBand,
  };
}

function documentOf(row: StoredRow): CompanyDocument {
  const { ownKeywords, ownCertifications, keywords, certifications, lexemes, ...terms } = row;
  const company: IndexedCompany = { ...row, keywords: ownKeywords, certifications: ownCertifications };
  return {
    company,
    document: {
      ...discoveryFields(company),
      recordDigest: row.recordDigest,
      lexemes: lexemes ?? "",
      parents: terms.parents,
      places: terms.places,
      certifications,
      keywords,
      naics: terms.naics,
      industryFacet: terms.industryFacet,
      certificationFacet: terms.certificationFacet,
      // An index of an earlier version, which lacks these fields, still takes the companies without claims.
      ...(terms.claims.length > 0 ? { claims: terms.claims, claimFacet: terms.claimFacet } : {}),
      sectorFacet: terms.naics.filter((code) => code.length === 2),
      nameOrder: terms.nameOrder,
      revenueDelta: terms.revenueDelta,
      sizeDelta: terms.sizeDelta,
    },
  };
}

/** Returns the documents of companies by ascending id; leaves out unknown ids. One statement. */
export async function companyDocuments(db: Queries, ids: readonly number[]): Promise<CompanyDocument[]> {
  const rows = await db.query<StoredRow>(READ_ROWS, [ids]);
  return rows.map(documentOf);
}

/** The vectors of companies, by vector space: one entry for each company of the call, null where it has none. */
export type CompanyVectors = Partial<Record<keyof typeof VECTOR_FIELDS, (Float32Array | null)[]>>;

/** Adds the vectors to documents. */
export function withVectors(documents: readonly CompanyDocument[], vectors: CompanyVectors): Record<string, unknown>[] {
  return documents.map(({ document }, at) => {
    const own = Object.entries(VECTOR_FIELDS).flatMap(([space, field]) => {
      const vector = vectors[space as keyof typeof VECTOR_FIELDS]?.[at];
      return vector ? [[field, Array.from(vector)] as const] : [];
    });
    return own.length === 0 ? document : { ...document, ...Object.fromEntries(own) };
  });
}

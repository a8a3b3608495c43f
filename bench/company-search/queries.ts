import type { CompanySearch } from "#companies/search/company-finder";
import { slipsOf } from "#companies/search/slips";
import type { Database } from "#foundation/db/database";
import { pick, type Random } from "./generate.ts";

/** Searches of one kind, and what is read of each. */
export interface QueryKind {
  name: string;
  searches: CompanySearch[];
  /** Where the page begins. */
  offset?: number;
  facets?: boolean;
  /** What it is compared with: a statement of the keyword (`$1`) in place of the search. */
  sql?: string;
}

/** A page and the total by PostgreSQL's own ranking of all that its full-text index finds. */
const BY_RANK = `
  WITH m AS (SELECT c.id, ts_rank(c.search, q, 32) AS score FROM companies c, plainto_tsquery('english', $1) AS q WHERE c.search @@ q)
  SELECT (SELECT count(*) FROM m)::int AS total, ARRAY(SELECT id FROM m ORDER BY score DESC, id LIMIT 11) AS page`;

interface Counted {
  word: string;
  companies: number;
}

/** Words of records as people would type them, each with how many companies its stem finds. */
async function countedWords(db: Database, random: Random, samples: number): Promise<Counted[]> {
  const [range] = await db.query<{ most: number }>("SELECT max(id)::int AS most FROM companies", []);
  const ids = Array.from({ length: samples }, () => 1 + Math.floor(random() * (range?.most ?? 1)));
  const texts = await db.query<{ text: string }>(
    "SELECT name || ' ' || description AS text FROM companies WHERE id = ANY($1) ORDER BY id",
    [ids],
  );
  const words = [...new Set(texts.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []))];
  return db.query<Counted>(
    `SELECT w.word, sum(p.companies)::int AS companies FROM unnest($1::text[]) AS w(word)
     CROSS JOIN unnest(tsvector_to_array(to_tsvector('english', w.word))) AS stem
     JOIN company_postings p ON p.field = 'word' AND p.term = stem GROUP BY w.word ORDER BY w.word`,
    [words],
  );
}

/** Runs of neighbouring words of descriptions. */
async function phrases(db: Database, random: Random, count: number): Promise<string[]> {
  const [range] = await db.query<{ most: number }>("SELECT max(id)::int AS most FROM companies", []);
  const ids = Array.from({ length: 2 * count }, () => 1 + Math.floor(random() * (range?.most ?? 1)));
  const texts = await db.query<{ text: string }>(
    "SELECT description AS text FROM companies WHERE id = ANY($1) AND description <> '' ORDER BY id",
    [ids],
  );
  return texts.slice(0, count).map(({ text }) => {
    const words = text.match(/[A-Za-z]{3,}/g) ?? [];
    const at = Math.floor(random() * Math.max(words.length - 4, 1));
    return words.slice(at, at + 2 + Math.floor(3 * random())).join(" ");
  });
}

/** Searches of every kind, drawn from the directory itself. */
export async function queryKinds(db: Database, random: Random, count: number): Promise<QueryKind[]> {
  const [all] = await db.query<{ companies: number }>("SELECT count(*)::int AS companies FROM companies", []);
  const size = all?.companies ?? 0;
  const words = await countedWords(db, random, 2_000);
  const between = (from: number, to: number): string[] => {
    const fitting = words.filter(({ companies }) => companies >= from * size && companies < to * size);
    return fitting.length === 0 ? [] : Array.from({ length: count }, () => pick(random, fitting).word);
  };
  const [rare, usual, broad] = [between(0, 0.0005), between(0.001, 0.02), between(0.1, 1.01)];
  const several = await phrases(db, random, count);
  const mistyped = usual.map((word) =>
    pick(
      random,
      slipsOf(word).filter((slip) => /^[a-z]{4,}$/.test(slip)),
    ),
  );
  const twoBroad = broad.map((word) => `${word} ${pick(random, broad)}`);
  const domains = await db.query<{ domain: string }>("SELECT domain FROM companies WHERE id = ANY($1) ORDER BY id", [
    Array.from({ length: 2 * count }, () => 1 + Math.floor(random() * size)),
  ]);
  const keywords = (texts: string[], more: Partial<CompanySearch> = {}): CompanySearch[] =>
    texts.map((keyword) => ({ searchType: "keywordSearch", keyword, ...more }));
  const byRevenue = { sort: { field: "revenue", order: "desc" } } as const;
  const byName = { sort: { field: "nameOfFirm", order: "asc" } } as const;
  return [
    { name: "rare word", searches: keywords(rare) },
    { name: "usual word", searches: keywords(usual) },
    { name: "broad word", searches: keywords(broad) },
    { name: "broad word, ts_rank", searches: keywords(broad.slice(0, 5)), sql: BY_RANK },
    { name: "two broad words", searches: keywords(twoBroad) },
    { name: "two to four words", searches: keywords(several) },
    { name: "typing error", searches: keywords(mistyped) },
    { name: "broad, country", searches: keywords(broad, { location: "Germany" }) },
    { name: "broad, city", searches: keywords(broad, { location: "London, GB" }) },
    { name: "broad, NAICS", searches: keywords(broad, { filters: { naicsCodes: ["33", "5112"] } }) },
    { name: "broad, certification", searches: keywords(broad, { filters: { certifications: ["iso 14001"] } }) },
    ...(usual.length === 0
      ? []
      : [
          {
            name: "broad, company keyword",
            searches: broad.map(
              (keyword): CompanySearch => ({
                searchType: "keywordSearch",
                keyword,
                filters: { companyKeyword: pick(random, usual) },
              }),
            ),
          },
        ]),
    { name: "broad, page 100 of 100", searches: keywords(broad), offset: 9_900 },
    { name: "broad, by revenue", searches: keywords(broad, byRevenue) },
    { name: "broad, by name", searches: keywords(broad, byName) },
    { name: "usual, facets", searches: keywords(usual), facets: true },
    { name: "broad, facets", searches: keywords(broad), facets: true },
    {
      name: "domain",
      searches: domains.slice(0, count).map(({ domain }) => ({ searchType: "domainSearch", keyword: domain })),
    },
    {
      name: "domain, look-alikes",
      searches: domains.slice(count).map(({ domain }) => ({
        searchType: "domainSearch",
        keyword: `${pick(
          random,
          slipsOf(domain.replace(/\.com$/, "")).filter((slip) => /^[a-z0-9]+$/.test(slip)),
        )}.com`,
      })),
    },
  ];
}

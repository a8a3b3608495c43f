import type { Queries } from "#foundation/db/database";
import { chooseCompanies, type NameRow } from "./choose-companies.ts";
import { companyNames } from "./company-names.ts";
import { refreshCompanyNames } from "./name-table.ts";
import { type CompanyRecordRow, type KnownCompany, knownCompany, pageContext } from "./page-context.ts";
import { type DomainMention, domainMentions } from "./page-domains.ts";
import { type NameSpan, nameSpans, type Passage, passagesOf } from "./passages.ts";

/** Something to read: an article, a page, an observation. */
export interface LinkableText {
  title: string;
  /** "" where there is only a title. */
  text: string;
  /** Address of the page itself. */
  url: string;
  /** Addresses that the page links to. */
  links?: readonly string[];
}

/** A company that a text is about or names. */
export interface CompanyMention {
  companyId: number;
  /** `domain`: the text is on its site, names the domain or links to it. `name`: the text names the company. */
  method: "domain" | "name";
  /** The words of the text. */
  quote: string;
  /** 0–1: a rank of the evidence (docs/news.md), at least 0.6. */
  confidence: number;
}

/** A key shared by more companies identifies none of them. */
const MAX_NAMESAKES = 40;
/** Number of characters of a description that are read for the trade. */
const DESCRIPTION_LENGTH = 1_500;

const DOMAIN_CONFIDENCE: Readonly<Record<DomainMention["place"], number>> = { page: 0.95, text: 0.9, link: 0.7 };

interface ReadText {
  passages: Passage[];
  spans: NameSpan[];
  domains: DomainMention[];
}

interface KnownCompanies {
  byId: Map<number, KnownCompany>;
  byDomain: Map<string, KnownCompany>;
}

/**
 * Returns the companies of the directory that each text is about, most confident first, each company once. By domain:
 * the page is on the company's site, links to it, or names it. A publisher's own site does not count. By name: the
 * longest name of the directory at a place of the text counts. It is weighed by how ordinary its words are, and by the
 * words around it. Namesakes are linked only where one is clearly meant. Of several records of one company, the best
 * known is taken (docs/news.md has the rules). A batch of a few hundred texts takes three statements and the memory of
 * its own candidates, whatever the size of the directory.
 */
export async function linkCompanies(db: Queries, texts: readonly LinkableText[]): Promise<CompanyMention[][]> {
  if (texts.length === 0) return [];
  await refreshCompanyNames(db);
  const read = texts.map(readText);
  const keys = new Set(read.flatMap(({ spans }) => spans.map(({ key }) => key)));
  const domains = new Set(read.flatMap((text) => text.domains.map(({ domain }) => domain)));
  const names = await db.query<NameRow>(
    `SELECT key, company_id AS "companyId", written, kind FROM company_names WHERE key = ANY($1)`,
    [[...keys]],
  );
  const byKey = Map.groupBy(names, ({ key }) => key);
  const companies = await readCompanies(
    db,
    names.filter(({ key }) => (byKey.get(key)?.length ?? 0) <= MAX_NAMESAKES).map(({ companyId }) => companyId),
    [...domains],
  );
  return read.map((text) => mentionsOf(text, byKey, companies));
}

function readText({ title, text, url, links }: LinkableText): ReadText {
  const passages = passagesOf(title, text);
  return {
    passages,
    spans: passages.flatMap(nameSpans),
    domains: domainMentions({ title, text, url, ...(links === undefined ? {} : { links }) }),
  };
}

async function readCompanies(db: Queries, ids: number[], domains: string[]): Promise<KnownCompanies> {
  const rows = await db.query<CompanyRecordRow>(
    `SELECT id, domain, name, left(description, ${DESCRIPTION_LENGTH}) AS description, keywords || industries AS labels, country, city,
       market_cap_band AS "marketCapBand",
       num_nonnulls(country, city, employees, revenue_usd, isin, nullif(description, ''), nullif(keywords || industries, '{}')) AS facts
     FROM companies WHERE id = ANY($1) OR domain = ANY($2)`,
    [[...new Set(ids)], domains],
  );
  const companies = rows.map(knownCompany);
  return {
    byId: new Map(companies.map((company) => [company.id, company])),
    byDomain: new Map(companies.map((company) => [company.domain, company])),
  };
}

function mentionsOf(read: ReadText, byKey: Map<string, NameRow[]>, companies: KnownCompanies): CompanyMention[] {
  const found = new Map<number, CompanyMention>();
  const keep = (mention: CompanyMention) => {
    const known = found.get(mention.companyId);
    if (known === undefined || mention.confidence > known.confidence) found.set(mention.companyId, mention);
  };
  const byDomain = new Map(read.domains.map((mention) => [mention.domain, mention]));
  const names = new Set(read.spans.map(({ key }) => key));
  for (const mention of read.domains) {
    const company = companies.byDomain.get(mention.domain);
    if (company === undefined || company.isPublisher) continue;
    if (mention.place === "page" && !mention.isCorporate && !companyNames(company).some(({ key }) => names.has(key)))
      continue;
    keep({
      companyId: company.id,
      method: "domain",
      quote: mention.quote,
      confidence: DOMAIN_CONFIDENCE[mention.place],
    });
  }
  const context = pageContext(read.passages, new Set(byDomain.keys()), names);
  const known = longest(read.spans.filter(({ key }) => byKey.has(key)));
  for (const { span, company, confidence } of chooseCompanies(known, { byKey, byId: companies.byId, context }))
    keep({ companyId: company.id, method: "name", quote: quoteOf(span), confidence: round(confidence) });
  return [...found.values()].sort((a, b) => b.confidence - a.confidence || a.companyId - b.companyId);
}

/** Keeps, of overlapping spans, the one with the most words, then the earlier: no name inside a longer name. */
function longest(spans: NameSpan[]): NameSpan[] {
  const taken = new Map<Passage, Set<number>>();
  return [...spans]
    .sort((a, b) => b.last - b.first - (a.last - a.first) || a.first - b.first)
    .filter(({ passage, first, last }) => {
      const used = taken.get(passage) ?? new Set<number>();
      for (let i = first; i <= last; i++) if (used.has(i)) return false;
      for (let i = first; i <= last; i++) used.add(i);
      taken.set(passage, used);
      return true;
    });
}

const quoteOf = ({ passage, first, last }: NameSpan) =>
  passage.text.slice(passage.words[first]?.start ?? 0, passage.words[last]?.end ?? 0);

const round = (value: number) => Math.round(value * 100) / 100;

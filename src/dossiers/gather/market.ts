import type { StoredCompany } from "../../companies/stored-company.ts";
import type { Database } from "../../db/database.ts";
import { countryName } from "../../geography/countries.ts";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companySource } from "./company-source.ts";
import type { Subject } from "./subject.ts";
import { counted, day } from "./wording.ts";

/** Companies that are named, and whose descriptions may answer the question, the best first. */
const SHOWN = 25;
const READ = 200;
const COUNTRIES = 15;

interface MarketRow {
  name: string;
  status: string;
  createdAt: Date;
  companies: number;
  jobId: number | null;
  endedAt: Date | null;
  userPrompt: string | null;
  features: string[] | null;
}

interface CompanyRow
  extends Pick<StoredCompany, "id" | "domain" | "name" | "description" | "country" | "source" | "url" | "updatedAt"> {
  rank: number;
  reason: string;
}

/** The newest completed discovery says by which criteria the companies were chosen. */
const MARKET = `SELECT m.name, m.status::text AS status, m.created_at AS "createdAt", j.id AS "jobId", j.ended_at AS "endedAt",
    v.user_prompt AS "userPrompt", v.features,
    (SELECT count(*) FROM market_companies WHERE market_id = m.id)::int AS companies
  FROM markets m
  LEFT JOIN LATERAL (SELECT id, ended_at FROM jobs WHERE market_id = m.id AND kind = 'discovery' AND status = 'completed'
    ORDER BY id DESC LIMIT 1) j ON true
  LEFT JOIN criteria_versions v ON v.job_id = j.id
  WHERE m.id = $1`;

const VERDICTS = `SELECT verdict::text AS name, count(*)::int AS count FROM candidates WHERE job_id = $1 GROUP BY verdict ORDER BY verdict`;

const BY_COUNTRY = `SELECT c.country AS name, count(*)::int AS count FROM market_companies mc JOIN companies c ON c.id = mc.company_id
  WHERE mc.market_id = $1 GROUP BY c.country ORDER BY count(*) DESC, c.country NULLS LAST LIMIT ${COUNTRIES}`;

const COMPANIES = `SELECT c.id, c.domain, c.name, c.description, c.country, c.source, c.url, c.updated_at AS "updatedAt", mc.rank, mc.reason
  FROM market_companies mc JOIN companies c ON c.id = mc.company_id WHERE mc.market_id = $1
  ORDER BY mc.rank, c.id LIMIT ${READ}`;

const STATUS: Record<string, string> = { in_review: "in review" };

/** The market itself: what was asked for, how many companies of which countries, the verdicts, and the best companies. */
export async function gatherMarket(db: Pick<Database, "query">, subject: Subject, to: SectionWriter): Promise<string> {
  const [market] = await db.query<MarketRow>(MARKET, [subject.marketId]);
  if (market === undefined) {
    const search = to.search("search:market", "the team's markets (0 markets)");
    to.say(md`Nothing is stored about the dossier's market, which has been removed.`, search);
    return "no market";
  }
  const { name, status, createdAt, companies, jobId } = market;
  const record = to.record(
    `market:${subject.marketId}`,
    `Market ${subject.marketId}, ${name}`,
    market.endedAt ?? createdAt,
  );
  to.search(
    `search:market:${subject.marketId}`,
    `the descriptions of the market's companies (${counted(companies, "company", "companies")})`,
  );
  to.say(
    md`The market ${name}, made on ${day(createdAt)}, is ${STATUS[status] ?? status} and has ${counted(companies, "company", "companies")}.`,
    record,
  );
  if (market.userPrompt !== null && market.userPrompt !== "")
    to.say(md`Its question is ${quote(market.userPrompt)}.`, record);
  if (market.features !== null && market.features.length > 0)
    to.say(md`Its features are ${joined(market.features)}.`, record);
  if (jobId === null) to.say(md`Nothing is stored about verdicts: no discovery of the market has completed.`, record);
  else await tellVerdicts(db, jobId, market.endedAt ?? createdAt, to);
  await tellCompanies(db, subject, record, to);
  return counted(companies, "company", "companies");
}

async function tellVerdicts(db: Pick<Database, "query">, jobId: number, at: Date, to: SectionWriter): Promise<void> {
  const verdicts = await db.query<{ name: string; count: number }>(VERDICTS, [jobId]);
  const job = to.record(`discovery:${jobId}`, `Discovery ${jobId}`, at);
  to.table(
    ["Verdict", "Companies"],
    verdicts.map(({ name, count }) => ({ cells: [md`${name.replace("_", " ")}`, md`${count}`], cites: [job] })),
  );
}

async function tellCompanies(
  db: Pick<Database, "query">,
  { marketId }: Subject,
  market: string,
  to: SectionWriter,
): Promise<void> {
  const countries = await db.query<{ name: string | null; count: number }>(BY_COUNTRY, [marketId]);
  to.table(
    ["Country", "Companies"],
    countries.map(({ name, count }) => ({
      cells: [md`${name === null ? "not known" : countryName(name)}`, md`${count}`],
      cites: [market],
    })),
  );
  const companies = await db.query<CompanyRow>(COMPANIES, [marketId]);
  const rows = companies.map((company) => {
    const source = companySource(to, company);
    to.passages(company.description, source);
    const place = company.country === null ? "not known" : countryName(company.country);
    return {
      cells: [company.rank, company.name, company.domain, place, company.reason].map((cell) => md`${cell}`),
      cites: [source, market] satisfies [string, string],
    };
  });
  to.table(
    ["Rank", "Company", "Domain", "Country", "Why"],
    rows.slice(0, SHOWN).map(({ cells, cites: [source, of] }) => ({ cells, cites: [source, of] })),
  );
}

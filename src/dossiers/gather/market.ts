import { storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { countryName } from "#foundation/geography/countries";
import { counted } from "#foundation/language/counted";
import { type MarketQuestion, marketQuestions } from "#markets/discovery/market-questions";
import { bestCompanies, countByCountry, countVerdicts, marketSummary } from "#markets/market-summary";
import { joined, md, quote } from "../report/markdown.ts";
import type { Cited, SectionWriter } from "../report/section-writer.ts";
import { companyFacts, companyPassages, companySource } from "./company-record.ts";
import { tellLargest } from "./largest-companies.ts";
import { noteColumns, noteMomentum } from "./market-signals.ts";
import type { Subject } from "./subject.ts";
import { day } from "./wording.ts";

/** Number of best companies that are listed, and whose records may answer the question. */
const SHOWN = 25;
const READ = 200;
const COUNTRIES = 15;

const STATUS: Record<string, string> = { in_review: "in review" };

/**
 * Gathers the market itself: its criteria, the number of companies by country, the verdicts, and the best companies.
 */
export async function gatherMarket(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const market = await marketSummary(db, subject.marketId);
  if (market === null) {
    const search = to.search("search:market", "the team's markets (0 markets)");
    to.say(md`Nothing is stored about the dossier's market, which has been removed.`, search);
    return "no market";
  }
  const { name, status, createdAt, companies } = market;
  const questions = subject.marketId === null ? [] : await marketQuestions(db, subject.marketId);
  const last = questions.at(-1);
  const record = to.record(
    `market:${subject.marketId}`,
    `Market ${subject.marketId}, ${name}`,
    last?.endedAt ?? createdAt,
  );
  const searched = counted(companies, "company", "companies");
  to.search(
    `search:market:${subject.marketId}`,
    `the records of the market's companies (${companies > READ ? `the best ${READ} of ${searched}` : searched})`,
  );
  to.say(
    md`The market ${name}, made on ${day(createdAt)}, is ${STATUS[status] ?? status} and has ${counted(companies, "company", "companies")}.`,
    record,
  );
  tellQuestions(questions, record, to);
  if (last === undefined)
    to.say(md`Nothing is stored about verdicts: no discovery of the market has completed.`, record);
  else await tellVerdicts(db, last.jobId, last.endedAt, to);
  await tellCompanies(db, subject, record, to);
  return counted(companies, "company", "companies");
}

function tellQuestions([own, ...extensions]: MarketQuestion[], record: Cited, to: SectionWriter): void {
  if (own === undefined) return;
  if (own.userPrompt !== "") to.say(md`Its question is ${quote(own.userPrompt)}.`, record);
  if (own.features.length > 0) to.say(md`Its features are ${joined(own.features)}.`, record);
  for (const { userPrompt, features, companies } of extensions) {
    const asked = userPrompt === "" ? md`the features ${joined(features)}` : md`the question ${quote(userPrompt)}`;
    to.say(md`It was extended by ${asked}, which added ${counted(companies, "company", "companies")}.`, record);
  }
}

async function tellVerdicts(db: Queries, jobId: number, at: Date, to: SectionWriter): Promise<void> {
  const verdicts = await countVerdicts(db, jobId);
  const job = to.record(`discovery:${jobId}`, `Discovery ${jobId}`, at);
  to.table(
    ["Verdict", "Companies"],
    verdicts.map(({ name, count }) => ({ cells: [md`${name.replace("_", " ")}`, md`${count}`], cites: [job] })),
  );
}

async function tellCompanies(
  db: Queries,
  { marketId, about }: Subject,
  market: string,
  to: SectionWriter,
): Promise<void> {
  const countries = await countByCountry(db, marketId, COUNTRIES);
  to.table(
    ["Country", "Companies"],
    countries.map(({ name, count }) => ({
      cells: [md`${name === null ? "not known" : countryName(name)}`, md`${count}`],
      cites: [market],
    })),
  );
  const companies = await bestCompanies(db, marketId, READ);
  const stored = await storedCompanies(
    db,
    companies.map(({ id }) => id),
  );
  const rows = companies.map((company) => {
    const source = companySource(to, company);
    companyPassages(to, company, source);
    const record = stored.get(company.id);
    if (record !== undefined) companyFacts(to, record, source);
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
  tellLargest([...stored.values()], to);
  if (marketId === null) return;
  const markets = [{ id: marketId, name: about }];
  await noteMomentum(db, markets, companies, to);
  await noteColumns(db, markets, companies, to);
}

import type { CompanyFinder } from "#companies/search/company-finder";
import { storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { countryName } from "#foundation/geography/countries";
import { counted } from "#foundation/language/counted";
import { md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companyPassages, companySource } from "./company-record.ts";
import type { Subject } from "./subject.ts";
import { speaksOf, themeWords } from "./theme-words.ts";

/** Number of best companies that are listed, and whose records may answer the question. */
const SHOWN = 15;
const READ = 100;
const DESCRIPTION_SHOWN = 200;

/** Gathers the best results of a search for the theme's words that have at least half of them. */
export async function gatherThemeCompanies(
  db: Queries,
  subject: Subject,
  to: SectionWriter,
  finder: CompanyFinder,
): Promise<string> {
  const keyword = themeWords(subject.question).join(" ");
  const found = keyword === "" ? null : await finder.find({ searchType: "keywordSearch", keyword });
  const best = found === null ? [] : (await found.page({ limit: READ, offset: 0 })).slice(0, READ);
  const stored = await storedCompanies(
    db,
    best.map(({ companyId }) => companyId),
  );
  const records = best.flatMap(({ companyId }) => stored.get(companyId) ?? []);
  const speaks = speaksOf(subject.question);
  const companies = records.filter(({ name, description, keywords, industries }) =>
    speaks([name, description, ...keywords, ...industries].join(" ")),
  );
  const search = to.search(
    "search:companies",
    `the directory of companies for the words of ${subject.about} (${counted(found?.total ?? 0, "company has", "companies have")} some of them)`,
  );
  if (companies.length === 0) {
    to.say(md`Nothing is stored about ${subject.about} in the directory of companies.`, search);
    return "no companies";
  }
  to.say(
    md`Of the ${counted(records.length, "company that matches", "companies that match")} the words of ${subject.about} most, ${companies.length} ${companies.length === 1 ? "has" : "have"} at least half of them${companies.length > SHOWN ? `; the ${SHOWN} best stand here` : ""}.`,
    search,
  );
  for (const [i, company] of companies.entries()) {
    const source = companySource(to, company);
    const place = company.country === null ? "" : `, ${countryName(company.country)}`;
    const what = company.description === "" ? md`` : md`: ${quote(company.description, DESCRIPTION_SHOWN)}`;
    if (i < SHOWN) to.say(md`${company.name} (${company.domain}${place})${what}.`, source);
    companyPassages(to, company, source);
  }
  return counted(companies.length, "company", "companies");
}

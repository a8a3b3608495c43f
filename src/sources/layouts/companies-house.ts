import type { SourceRowReading } from "#companies/records/source-row";
import type { SourceLayout } from "./layout.ts";
import { registeredPlace } from "./places.ts";
import { type NamedRow, namedRows } from "./table.ts";

const NEEDED = ["CompanyName", "CompanyNumber", "CompanyStatus", "RegAddress.PostTown"];

/** Companies House's free company data: the live companies of the United Kingdom. */
export const COMPANIES_HOUSE: SourceLayout = {
  title:
    "Companies House, basic company data (CSV): registered names, numbers, offices and activities of the United Kingdom",
  url: "https://download.companieshouse.gov.uk/BasicCompanyDataAsOneFile-YYYY-MM-01.zip",
  licence: "Open Government Licence 3.0",
  everyHours: 24 * 7,
  kind: "register",
  async *rows(path) {
    for await (const row of namedRows(path, NEEDED)) yield readCompany(row);
  },
};

function readCompany({ line, cells, problem }: NamedRow): SourceRowReading {
  if (cells === undefined) return { line, problem };
  const { CompanyName: name, CompanyNumber: number, CompanyStatus: status = "" } = cells;
  if (name === undefined || number === undefined) return { line, problem: "no name or no number" };
  if (!/^active/i.test(status)) return { line, leftOut: true };
  const activities = [1, 2, 3, 4].flatMap((n) => activity(cells[`SICCode.SicText_${n}`]));
  return {
    line,
    ref: number,
    given: cells,
    names: [name, ...formerNames(cells)],
    keys: [`gb:${number.toUpperCase()}`],
    company: registeredPlace({
      country: "GB",
      city: cells["RegAddress.PostTown"],
      postalCode: cells["RegAddress.PostCode"],
    }),
    besides: activities.length === 0 ? {} : { ukSic: activities.map(({ code }) => code) },
    derived: activities.length === 0 ? {} : { industries: activities.map(({ title }) => title) },
  };
}

const activity = (text = "") => {
  const [, code, title] = /^(\d{4,5}) - (.+)$/.exec(text) ?? [];
  return code === undefined || title === undefined ? [] : [{ code, title }];
};

/** Only the newest one: an older name may be another company's by now. */
const formerNames = (cells: Readonly<Record<string, string>>): string[] => {
  const former = cells["PreviousName_1.CompanyName"];
  return former === undefined ? [] : [former];
};

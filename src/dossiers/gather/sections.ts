import type { CompanyFinder } from "#companies/search/company-finder";
import type { Queries } from "#foundation/db/database";
import type { AgentType } from "../create-dossier.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { gatherCompany } from "./company.ts";
import { gatherEsg } from "./esg.ts";
import { gatherEvents } from "./events.ts";
import { gatherMarket } from "./market.ts";
import { gatherNews } from "./news.ts";
import { gatherPeople } from "./people.ts";
import type { Subject } from "./subject.ts";
import { gatherThemeCompanies } from "./theme-companies.ts";
import { gatherVerdicts } from "./verdicts.ts";

/** Gathers a section; resolves to the findings in a few words. */
type Gather = (db: Queries, subject: Subject, to: SectionWriter, finder: CompanyFinder) => Promise<string>;

/** The gathering steps by name, with the headings of their sections. */
const GATHER = {
  company: { heading: "Company", gather: gatherCompany },
  companies: { heading: "Companies", gather: gatherThemeCompanies },
  market: { heading: "Market", gather: gatherMarket },
  people: { heading: "People", gather: gatherPeople },
  news: { heading: "News", gather: gatherNews },
  esg: { heading: "ESG", gather: gatherEsg },
  events: { heading: "Events", gather: gatherEvents },
  verdicts: { heading: "Markets of the team", gather: gatherVerdicts },
} satisfies Record<string, { heading: string; gather: Gather }>;

export type SectionName = keyof typeof GATHER;

/** What a dossier gathers, in the order of its report. */
export const SECTIONS: Record<AgentType, readonly SectionName[]> = {
  company: ["company", "people", "news", "esg", "events", "verdicts"],
  market: ["market", "people", "news", "esg", "events"],
  theme: ["companies", "news", "esg", "events"],
};

export const gathererOf = (name: SectionName): { heading: string; gather: Gather } => GATHER[name];

import { companiesByIds } from "#companies/directory";
import type { Queries } from "#foundation/db/database";
import { marketQuestions } from "#markets/discovery/market-questions";
import { marketCompanyIds } from "#markets/market-companies";
import { nameOfMarket } from "#markets/market-summary";
import type { AgentType } from "../create-dossier.ts";

/** What a run is about. */
export interface Subject {
  taskId: string;
  agentId: string;
  teamId: number;
  agentType: AgentType;
  /** The dossier's question; for a theme, the theme itself. */
  question: string;
  companyId: number | null;
  marketId: number | null;
  /** Its name, for people. */
  about: string;
  /** The name of the company that it is about, "" otherwise. */
  companyName: string;
  /** The same with its domain: words in nearly every text about it. */
  ownName: string;
  /** The name and the features of the market that it is about, "" otherwise: words that many of its companies have. */
  marketWords: string;
}

type SubjectRow = Omit<Subject, "about" | "companyName" | "ownName" | "marketWords">;

const SUBJECT = `SELECT t.task_id AS "taskId", d.agent_id AS "agentId", d.team_id AS "teamId", d.agent_type::text AS "agentType",
    d.query AS question, d.company_id AS "companyId", d.market_id AS "marketId"
  FROM dossier_tasks t JOIN dossiers d ON d.agent_id = t.agent_id WHERE t.task_id = $1`;

/** Longest name in characters: it appears in many sentences, and a theme may be a page of text. */
const LONGEST_NAME = 120;

const named = (name: string): string => {
  const line = name.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME).toWellFormed()}…` : line;
};

/** Returns the subject of a run; null where there is no such run, or its market belongs to another team. */
export async function subjectOf(db: Queries, taskId: string): Promise<Subject | null> {
  const [row] = await db.query<SubjectRow>(SUBJECT, [taskId]);
  if (row === undefined) return null;
  const marketName = row.marketId === null ? null : await nameOfMarket(db, { ...row, marketId: row.marketId });
  const subject = { ...row, marketId: marketName === null ? null : row.marketId };
  const [company] = row.companyId === null ? [] : await companiesByIds(db, [row.companyId]);
  if (company !== undefined)
    return {
      ...subject,
      about: `${named(company.name)} (${company.domain})`,
      companyName: company.name,
      ownName: `${company.name} ${company.domain}`,
      marketWords: "",
    };
  // A theme is often a question or a whole sentence; quotation marks let it fit into other sentences.
  const about = marketName === null ? `“${named(row.question)}”` : named(marketName);
  return {
    ...subject,
    about,
    companyName: "",
    ownName: "",
    marketWords: await wordsOfMarket(db, marketName, subject.marketId),
  };
}

async function wordsOfMarket(db: Queries, marketName: string | null, marketId: number | null): Promise<string> {
  if (marketName === null || marketId === null) return "";
  const questions = await marketQuestions(db, marketId);
  return [marketName, ...questions.flatMap(({ features }) => features)].join(" ");
}

/**
 * Returns the companies whose news, ESG items, events and people belong to a dossier about a company or a market. A
 * market's companies are in its order.
 */
export async function companiesOf(db: Queries, subject: Subject): Promise<number[]> {
  if (subject.companyId !== null) return [subject.companyId];
  if (subject.marketId === null) return [];
  return marketCompanyIds(db, subject.marketId);
}

import type { DirectoryCompany } from "#companies/directory-company";
import { nameFinder } from "#companies/linking/mentions";
import { contentStems } from "#foundation/language/stem";
import { sentences } from "#foundation/language/tokenize";
import { companyUnits } from "#markets/judging/company-units";
import { judgeCertification } from "#markets/judging/conditions";
import { fieldText } from "#markets/judging/field-text";
import type { CriterionOutcome, Evidence } from "#markets/judging/index";
import { judgeStatement } from "#markets/judging/statements";
import type { ColumnQuestion } from "../column.ts";
import {
  type Answer,
  type Material,
  type QuestionReading,
  recordSource,
  type SourceText,
  type Unsaid,
} from "./answer.ts";

/** Words that say who is meant, or when, and are no part of the statement. */
const ABOUT_WHOM = new Set(
  contentStems("company companies firm firms business businesses group organisation organization current currently"),
);
/** Minimum of telling words in a statement: one with fewer is in too many sentences that mean something else. */
const FEWEST_STEMS = 2;
/** Number of characters of a text that are read. */
const MAX_TEXT = 40_000;
/** Standards of certificates, by their bodies' abbreviations. */
const STANDARD = /\b(?:(?:ISO|IEC|IATF|AS|EN|OHSAS|SA|PAS)[\s/-]?)+\d{3,5}\b/iu;

interface Statement {
  text: string;
  stems: string[];
}

interface Found {
  isMet: boolean;
  quote: string;
  source: SourceText;
}

const telling = (text: string): string[] => [...new Set(contentStems(text))].filter((stem) => !ABOUT_WHOM.has(stem));

/**
 * Reads a yes/no question that sentences may answer; null where rules cannot: they cannot compare figures, nor read a
 * single word.
 */
export function readYesNo({ question }: ColumnQuestion): QuestionReading | null {
  const [standard] = STANDARD.exec(question) ?? [];
  if (standard !== undefined)
    return {
      readAs: `certified to ${standard}`,
      readsTexts: false,
      answer: ({ company }) => certified(standard, company),
    };
  const stems = telling(question);
  if (stems.length < FEWEST_STEMS || /\d/.test(question)) return null;
  return {
    readAs: `a sentence that says so in these words, or the contrary`,
    readsTexts: true,
    answer: (material) => {
      const found = find({ text: question, stems }, material);
      if (found === null) return { reason: "No sentence has the words of the question." };
      return { value: found.isMet ? "yes" : "no", number: null, quote: found.quote, source: found.source };
    },
  };
}

function certified(standard: string, company: Material["company"]): Answer | Unsaid {
  const { evidence, outcome } = judgeCertification(standard, company);
  if (outcome !== "met" || evidence === null) return { reason: `The record does not name ${standard}.` };
  return { value: "yes", number: null, quote: evidence.text, source: sourceOf(company, evidence) };
}

/** Reads a question with values to choose from: a sentence names the answer. */
export function readChoice({ question, choices }: ColumnQuestion): QuestionReading {
  const about = telling(question);
  const statements = choices.map((choice) => {
    const stems = telling(choice);
    // A single word says little, so a word of the question must stand beside it.
    const options =
      stems.length >= FEWEST_STEMS
        ? [stems]
        : about.filter((stem) => !stems.includes(stem)).map((stem) => [...stems, stem]);
    return { choice, options: stems.length === 0 ? [] : options };
  });
  return {
    readAs: "a sentence that names one of the values",
    readsTexts: true,
    answer: (material) => {
      const named = statements.flatMap(({ choice, options }) => {
        for (const stems of options) {
          const found = find({ text: choice, stems }, material);
          if (found?.isMet) return [{ choice, found }];
        }
        return [];
      });
      const [only, ...others] = named;
      if (only === undefined) return { reason: "No sentence names one of the values." };
      if (others.length > 0)
        return { reason: `Sentences name several of the values: ${named.map(({ choice }) => choice).join(", ")}.` };
      return { value: only.choice, number: null, quote: only.found.quote, source: only.found.source };
    },
  };
}

const sourceOf = (company: Material["company"], { field }: Evidence): SourceText =>
  recordSource(company, field, fieldText(company, field));

/**
 * Returns the first sentence that decides a statement: of the record, then of the company's pages, then of the newest
 * articles.
 */
function find(statement: Statement, { company, pages, articles }: Material): Found | null {
  const judge = (of: DirectoryCompany): CriterionOutcome => {
    const units = companyUnits(of).filter(({ kind }) => kind !== "name");
    return judgeStatement("assertion:0", statement, of, units);
  };
  const own = judge(company);
  if (own.evidence !== null)
    return { isMet: own.outcome === "met", quote: own.evidence.text, source: sourceOf(company, own.evidence) };
  /** The judge reads a record, so the text becomes its description and nothing else is filled. */
  const inText = (source: SourceText, description: string): Found | null => {
    const { evidence, outcome } = judge({ ...company, description, keywords: [], industries: [] });
    return evidence === null ? null : { isMet: outcome === "met", quote: evidence.text, source };
  };
  for (const page of pages) {
    const found = inText(page, page.text.slice(0, MAX_TEXT));
    if (found !== null) return found;
  }
  for (const article of articles) {
    const namesIt = nameFinder(company, [article.linkedBy]);
    const text = article.text.slice(0, MAX_TEXT);
    for (const { start, end } of sentences(text)) {
      const sentence = text.slice(start, end);
      const found = namesIt(sentence).length > 0 ? inText(article, sentence) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

import type { CompanyIdentifierRow } from "#companies/identifiers/company-identifiers";
import type { StoredCompany } from "#companies/stored-company";

/** A stored text that an answer may quote. */
export interface SourceText {
  kind: "record" | "article" | "page";
  /** Id of the company or the article; null for a page, which its address names. */
  id: number | null;
  /** Field of a record. */
  field: string | null;
  url: string;
  title: string;
  /** When the record changed, the article was published, or the page was read. */
  date: Date;
  /** As stored. */
  text: string;
}

/** An answer with the words that support it. */
export interface Answer {
  /** As shown. */
  value: string;
  /** The answer as a number, for a number column. */
  number: number | null;
  quote: string;
  source: SourceText;
}

/** Why a question has no answer, for people. */
export interface Unsaid {
  reason: string;
}

/** What is stored about a company. */
export interface Material {
  company: StoredCompany;
  identifiers: readonly CompanyIdentifierRow[];
  /** Pages of its own site. */
  pages: readonly (SourceText & { mentions: readonly Mention[] })[];
  /** Articles about it, newest first. */
  articles: readonly (SourceText & { linkedBy: string })[];
}

/** A person to whom a text gives a role in the company. */
export interface Mention {
  name: string;
  role: string;
  isFormer: boolean;
  /** The sentence. */
  quote: string;
}

/** The rules' reading of a question. */
export interface QuestionReading {
  /** What it is taken to ask for, in a few words. */
  readAs: string;
  /** Whether pages and articles are read beside the record. */
  readsTexts: boolean;
  answer(material: Material): Answer | Unsaid;
}

/** Makes a source from a field of the company's record. */
export const recordSource = (
  { id, name, domain, url, updatedAt }: StoredCompany,
  field: string,
  text: string,
): SourceText => ({
  kind: "record",
  id,
  field,
  url: url === "" ? `https://${domain}/` : url,
  title: `Record of ${name} in the directory`,
  date: updatedAt,
  text,
});

export const NOT_IN_SOURCE: Unsaid = { reason: "The words of the answer are not in its source as it is stored." };

/** Returns the answer, where its source contains the quotation letter for letter; otherwise that there is none. */
export const verified = (answer: Answer | Unsaid): Answer | Unsaid =>
  "reason" in answer || (answer.quote.trim() !== "" && answer.source.text.includes(answer.quote))
    ? answer
    : NOT_IN_SOURCE;

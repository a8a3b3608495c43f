import type { CompanyIdentifierRow } from "#companies/identifiers/company-identifiers";
import type { StoredCompany } from "#companies/stored-company";

/** A stored text that an answer may be quoted from. */
export interface SourceText {
  kind: "record" | "article" | "page";
  /** The company's or the article's; null: a page, which its address names. */
  id: number | null;
  /** Of a record: the field. */
  field: string | null;
  url: string;
  title: string;
  /** When the record changed, the article was published, the page was read. */
  date: Date;
  /** As it is stored. */
  text: string;
}

/** An answer with the words that it rests on. */
export interface Answer {
  /** As it is shown. */
  value: string;
  /** Of a number: the answer as such. */
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
  /** Of its own site. */
  pages: readonly (SourceText & { mentions: readonly Mention[] })[];
  /** About it, newest first. */
  articles: readonly (SourceText & { linkedBy: string })[];
}

/** A person whom a text gives a role in the company. */
export interface Mention {
  name: string;
  role: string;
  isFormer: boolean;
  /** The sentence. */
  quote: string;
}

/** How the rules read a question. */
export interface QuestionReading {
  /** What it is taken to ask for, in a few words. */
  readAs: string;
  /** Whether pages and articles are read beside the record. */
  readsTexts: boolean;
  answer(material: Material): Answer | Unsaid;
}

/** A field of the company's record as a source. */
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

/** The answer, where its quotation is in its source letter for letter; no answer stands without. */
export const verified = (answer: Answer | Unsaid): Answer | Unsaid =>
  "reason" in answer || (answer.quote.trim() !== "" && answer.source.text.includes(answer.quote))
    ? answer
    : NOT_IN_SOURCE;

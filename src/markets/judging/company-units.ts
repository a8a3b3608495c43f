import { readProse } from "#companies/analysis/company-prose";
import type { DirectoryCompany } from "#companies/directory-company";
import { contentStem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { fieldText } from "./field-text.ts";
import type { Evidence, EvidenceField } from "./judgement.ts";

export { fieldText } from "./field-text.ts";

/** A word of a unit that may carry a topic, with its position in the field. */
export interface UnitWord {
  /** As it stands in the field. */
  written: string;
  stem: string;
  start: number;
  end: number;
}

/** A sentence, label or name in a company's record: the smallest unit of evidence. */
export interface TextUnit {
  field: EvidenceField;
  /**
   * "main": the sentence about the main business; "label": one keyword or class; "name": the name; "other": further
   * sentences.
   */
  kind: "main" | "label" | "name" | "other";
  start: number;
  end: number;
  words: UnitWord[];
}

/** Returns all units of a record: the main business first, then the other sentences, keywords, classes and name. */
export function companyUnits(company: DirectoryCompany): TextUnit[] {
  const units: TextUnit[] = [];
  const { mainBusiness, business } = readProse(company.description, company.name);
  if (mainBusiness) units.push(unit("description", "main", company.description, mainBusiness.start, mainBusiness.end));
  for (const { start, end } of business.slice(1))
    units.push(unit("description", "other", company.description, start, end));
  for (const field of ["keywords", "industries"] as const) {
    const text = fieldText(company, field);
    let start = 0;
    for (const label of company[field]) {
      units.push(unit(field, "label", text, start, start + label.length));
      start += label.length + 2;
    }
  }
  units.push(unit("name", "name", company.name, 0, company.name.length));
  return units;
}

function unit(field: EvidenceField, kind: TextUnit["kind"], text: string, start: number, end: number): TextUnit {
  const words: UnitWord[] = [];
  for (const token of tokens(text.slice(start, end))) {
    const stem = contentStem(token.word);
    if (stem !== null) words.push({ written: token.word, stem, start: start + token.start, end: start + token.end });
  }
  return { field, kind, start, end, words };
}

const NEXT_WORD = /^[ -](\p{L}{2,})/u;
/** Number of characters within which the next word begins and ends. */
const NEXT_REACH = 32;

/** Returns the word after `end` if only a space or a hyphen stands between; undefined where there is none before `last`. */
export const nextWord = (text: string, end: number, last: number): string | undefined =>
  NEXT_WORD.exec(text.slice(end, Math.min(last, end + NEXT_REACH)))?.[1];

/** Cites a part of a field. Offsets are in UTF-16 units. */
export function cite(company: DirectoryCompany, field: EvidenceField, start: number, end: number): Evidence {
  return { field, start, end, text: fieldText(company, field).slice(start, end) };
}

/** Cites a whole field; null when it is empty. */
export function citeField(company: DirectoryCompany, field: EvidenceField): Evidence | null {
  const text = fieldText(company, field);
  return text === "" ? null : cite(company, field, 0, text.length);
}

/** Cites a readable part of a unit around some of its words: their clause, at most `maxLength` characters. */
export function clauseAround(
  company: DirectoryCompany,
  { field, start, end }: TextUnit,
  words: UnitWord[],
  maxLength = 160,
): Evidence {
  const text = fieldText(company, field);
  const first = Math.min(...words.map((word) => word.start));
  const last = Math.max(...words.filter((word) => word.end - first <= maxLength).map((word) => word.end));
  let from = Math.max(start, text.lastIndexOf(";", first) + 1, text.lastIndexOf(". ", first) + 1);
  const stops = [text.indexOf(";", last), text.indexOf(". ", last)].filter((at) => at >= 0);
  let to = Math.min(end, ...stops);
  if (to - from > maxLength)
    from = Math.max(from, wordStart(text, first - Math.max(0, Math.floor((maxLength - (last - first)) / 2))));
  if (to - from > maxLength) to = Math.max(last, wordEnd(text, from + maxLength));
  while (/[\s,]/.test(text.charAt(from))) from++;
  const loose = DANGLING.exec(text.slice(last, to));
  if (loose) to = last + loose.index;
  return cite(company, field, from, to);
}

/** Words at the end of a cut text that need a continuation. */
const DANGLING = /(?:[\s.,;]|\b(?:and|or|the|an?|in|of|for|to|with|as|well|such|including|its|other)\b)+$/;

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(" ", at - 1);
  return space < 0 ? at : space + 1;
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(" ", at);
  return space < 0 ? at : space;
}

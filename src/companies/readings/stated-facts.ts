import type { Span } from "#foundation/language/tokenize";
import { claimedCertifications } from "#providers/pages/facts/certifications";
import { readAmount } from "../file/amounts.ts";
import { statedFoundingYear } from "../founding-year.ts";
import { sentenceAt } from "./sentences.ts";

/** Facts that a description states, each with the span of its sentence. */
export interface StatedFacts {
  founded?: Stated<number>;
  employees?: Stated<number>;
  /** Certificates that it claims. */
  unverifiedCertifications?: Stated<string[]>;
  /** Names under which it sells. */
  brands?: Stated<string[]>;
  /** The parent company, as written. */
  parent?: Stated<string>;
}

export interface Stated<Value> extends Span {
  value: Value;
}

const COUNT = String.raw`(?:(?:about|approximately|around|over|more than|nearly|almost|some|roughly|circa|up to) )?(?<count>\d{1,3}(?:[,.  ]\d{3})+|\d{1,7})`;
const EMPLOYEES = [
  new RegExp(
    String.raw`\b(?:employ(?:s|ed|ing)?|(?:workforce|staff|team|headcount) of|has|have) ${COUNT} (?:full[- ]time |permanent |skilled )?(?:people|employees|staff|workers|associates|professionals)\b`,
  ),
  new RegExp(String.raw`\bhad (?:a total of )?${COUNT} (?:full[- ]time )?employees\b`),
];

/** Matches "under the Linde, Fenwick, and OM Voltas brand names"; a capital or a figure begins a name. */
const BRANDS =
  /\b(?:under|through) (?:its |the |their )?(?:(?:own|owned|proprietary|licensed|own and licensed) )?(?<list>[\p{Lu}\p{N}][^.;:()]{1,300}?) (?:(?:trade|private|product|and other) )?brands?(?: ?names?)?\b/gu;
/**
 * Separators of names. Where a comma precedes the last "and", another "and" is part of a name ("Gap, and Janie and
 * Jack").
 */
const BETWEEN = /\s*,\s*|\s+and\s+|\s+or\s+/u;
const BY_COMMA = /\s*,\s*(?:and\s+|or\s+)?/u;
/** Matches beginnings that no brand has. */
const NO_BRAND = /^(?:a|an|the|its|various|other|several|different|own|private)\b/iu;
const LONGEST_BRAND = 40;
const MOST_BRANDS = 40;

const PARENT =
  /\b(?:operates as|operate as|is|was|as|became|becomes) (?:an? )?(?:(?:wholly|majority|partly|fully)[- ]owned |(?:direct|indirect|independent|listed|key|core|partially owned) )*subsidiary of (?<parent>[^;]{2,200}?)(?:[.]\s*$|,? (?:and|which|that|since|through|with|from|after|in|until|prior|following|effective) |;|$)/u;
/** Matches words that show that the sentence is about the past. */
const NO_MORE = /\b(?:formerly|was|until|prior to|no longer|previously)\b/i;

/** Reads what a description states; leaves out doubtful statements. */
export function statedFacts(description: string): StatedFacts {
  const facts: StatedFacts = {};
  const founded = statedFoundingYear(description);
  if (founded !== null) facts.founded = { value: founded.year, ...sentenceAt(description, founded.start) };
  const employees = readEmployees(description);
  if (employees !== null) facts.employees = employees;
  const certifications = readCertifications(description);
  if (certifications !== null) facts.unverifiedCertifications = certifications;
  const brands = readBrands(description);
  if (brands !== null) facts.brands = brands;
  const parent = readParent(description);
  if (parent !== null) facts.parent = parent;
  return facts;
}

function readEmployees(description: string): Stated<number> | null {
  if (!/\b(?:employ|workforce|staff|headcount|people)/i.test(description)) return null;
  for (const pattern of EMPLOYEES) {
    const match = pattern.exec(description);
    const amount = readAmount(match?.groups?.count ?? "");
    if (match !== null && amount !== null && Number.isInteger(amount.value) && amount.value > 0)
      return { value: amount.value, ...sentenceAt(description, match.index) };
  }
  return null;
}

/** Reads the certificates of the first sentence that claims some. */
function readCertifications(description: string): Stated<string[]> | null {
  const at = description.search(/certif|accredit|\bISO[ /-]?\d/i);
  if (at < 0) return null;
  const span = sentenceAt(description, at);
  const value = claimedCertifications(description.slice(span.start, span.end));
  return value.length === 0 ? null : { value, ...span };
}

function readBrands(description: string): Stated<string[]> | null {
  if (!/\bbrands?\b/.test(description)) return null;
  const names = new Set<string>();
  let first: number | null = null;
  for (const match of description.matchAll(BRANDS)) {
    const list = (match.groups?.list ?? "")
      .split(/, (?:and|or) /.test(match.groups?.list ?? "") ? BY_COMMA : BETWEEN)
      .map((name) => name.trim());
    if (!list.every(isBrand)) continue;
    for (const name of list) names.add(name);
    first ??= match.index;
  }
  if (first === null) return null;
  return { value: [...names].slice(0, MOST_BRANDS), ...sentenceAt(description, first) };
}

const isBrand = (name: string): boolean =>
  name.length > 1 && name.length <= LONGEST_BRAND && /^[\p{Lu}\p{N}]|\p{Lu}/u.test(name) && !NO_BRAND.test(name);

/** Restores the dot of a legal form, which the end of the sentence took. */
const withDot = (name: string): string =>
  /\b(?:Inc|Ltd|Corp|Co|Bhd|Cia)$|\.\p{L}{1,3}$/u.test(name) ? `${name}.` : name;

function readParent(description: string): Stated<string> | null {
  const at = description.search(/\bsubsidiary of\b/);
  if (at < 0) return null;
  const span = sentenceAt(description, at);
  const sentence = description.slice(span.start, span.end);
  const match = PARENT.exec(sentence);
  const name = withDot(match?.groups?.parent?.trim().replace(/^the /i, "") ?? "");
  if (match === null || !/^\p{Lu}|^\p{N}/u.test(name) || NO_MORE.test(sentence.slice(0, match.index + 4))) return null;
  return { value: name, ...span };
}

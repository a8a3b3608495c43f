import type { Span } from "#foundation/language/tokenize";
import { claimedCertifications } from "#providers/pages/facts/certifications";
import { readAmount } from "../file/amounts.ts";
import { statedFoundingYear } from "../founding-year.ts";
import { sentenceAt } from "./sentences.ts";
import { NO_MORE, statedBrands, statedCustomers, statedSubsidiaries } from "./stated-names.ts";

/** Facts that a description states, each with the span of its sentence. */
export interface StatedFacts {
  founded?: Stated<number>;
  employees?: Stated<number>;
  /** Certificates that it claims. */
  unverifiedCertifications?: Stated<string[]>;
  /** Names under which it sells. */
  brands?: StatedList;
  customers?: StatedList;
  subsidiaries?: StatedList;
  /** The parent company, as written. */
  parent?: Stated<string>;
}

export interface Stated<Value> extends Span {
  value: Value;
}

/** Names of a list, of which each has its sentence; the list's own is that of the first. */
export interface StatedList extends Stated<string[]> {
  sentences: ReadonlyMap<string, Span>;
}

const COUNT = String.raw`(?:(?:about|approximately|around|over|more than|nearly|almost|some|roughly|circa|up to) )?(?<count>\d{1,3}(?:[,.  ]\d{3})+|\d{1,7})`;
const EMPLOYEES = [
  new RegExp(
    String.raw`\b(?:employ(?:s|ed|ing)?|(?:workforce|staff|team|headcount) of|has|have) ${COUNT} (?:full[- ]time |permanent |skilled )?(?:people|employees|staff|workers|associates|professionals)\b`,
  ),
  new RegExp(String.raw`\bhad (?:a total of )?${COUNT} (?:full[- ]time )?employees\b`),
];

const PARENT =
  /\b(?:operates as|operate as|is|was|as|became|becomes) (?:an? )?(?:(?:wholly|majority|partly|fully)[- ]owned |(?:direct|indirect|independent|listed|key|core|partially owned) )*subsidiary of (?<parent>[^;]{2,200}?)(?:[.]\s*$|,? (?:and|which|that|since|through|with|from|after|in|until|prior|following|effective) |;|$)/u;

const NAMES = { brands: statedBrands, customers: statedCustomers, subsidiaries: statedSubsidiaries };

/** The fields that are lists of names. */
export const NAME_FIELDS = ["brands", "customers", "subsidiaries"] as const satisfies readonly (keyof typeof NAMES)[];
export type NameField = (typeof NAME_FIELDS)[number];

/** Reads what a description states; leaves out doubtful statements. */
export function statedFacts(description: string): StatedFacts {
  const facts: StatedFacts = {};
  const founded = statedFoundingYear(description);
  if (founded !== null) facts.founded = { value: founded.year, ...sentenceAt(description, founded.start) };
  const employees = readEmployees(description);
  if (employees !== null) facts.employees = employees;
  const certifications = readCertifications(description);
  if (certifications !== null) facts.unverifiedCertifications = certifications;
  for (const field of NAME_FIELDS) {
    const sentences = NAMES[field](description);
    const [first] = sentences.values();
    if (first !== undefined) facts[field] = { value: [...sentences.keys()], ...first, sentences };
  }
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

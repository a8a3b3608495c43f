import { foundingYear } from "#companies/founding-year";
import type { StoredCompany } from "#companies/stored-company";
import { countryName } from "#foundation/geography/countries";
import type { ColumnQuestion } from "../column.ts";
import { type Answer, type Material, type QuestionReading, recordSource, type Unsaid } from "./answer.ts";

/** A topic that a field of the record answers. */
interface Topic {
  readAs: string;
  /** The question's words without those that every question has. */
  phrases: readonly string[];
  /** Names of a figure's unit; the first one is shown. */
  units?: readonly string[];
  answer(material: Material, column: ColumnQuestion): Answer | Unsaid;
}

const unknown = (what: string): Unsaid => ({ reason: `The record does not say ${what}.` });

/** Answers with a field's text as stored. */
function field(company: StoredCompany, name: string, text: string, value = text, number: number | null = null): Answer {
  return { value, number, quote: text, source: recordSource(company, name, text) };
}

/** Answers with a figure of the record, in its stored unit. */
function figure(company: StoredCompany, name: "employees" | "revenueUsd", unit: string, what: string): Answer | Unsaid {
  const value = company[name];
  if (value === null) return unknown(what);
  return field(company, name, String(value), `${value.toLocaleString("en")} ${unit}`, value);
}

function founded({ company }: Material): Answer | Unsaid {
  const found = foundingYear(company);
  if (found === null) return unknown("when it was founded");
  const { year, inDescription } = found;
  if (inDescription === null) return field(company, "founded", String(year), String(year), year);
  const { description } = company;
  return {
    value: String(year),
    number: year,
    quote: description.slice(inDescription.start, inDescription.end),
    source: recordSource(company, "description", description),
  };
}

function place({ company }: Material): Answer | Unsaid {
  const { city, state } = company;
  if (city !== null) return field(company, "city", city);
  return state === null ? country({ company }) : field(company, "state", state);
}

const country = ({ company }: Pick<Material, "company">): Answer | Unsaid =>
  company.country === null
    ? unknown("where it is")
    : field(company, "country", company.country, countryName(company.country));

const identifier =
  (scheme: "lei" | "duns", what: string) =>
  ({ company, identifiers }: Material): Answer | Unsaid => {
    const found = identifiers.find((one) => one.scheme === scheme);
    if (found === undefined) return { reason: `No ${what} of it is stored.` };
    const source = recordSource(company, scheme, found.value);
    return { value: found.value, number: null, quote: found.value, source: { ...source, date: found.mappedAt } };
  };

const labels =
  (name: "industries" | "certifications", what: string) =>
  ({ company }: Material): Answer | Unsaid =>
    company[name].length === 0 ? unknown(what) : field(company, name, company[name].join(", "));

const TOPICS: readonly Topic[] = [
  {
    readAs: "number of employees",
    phrases: [
      "how many employees",
      "how many people work",
      "how many people work for",
      "how many people work at",
      "how many people employ",
      "how many people employed",
      "how many staff",
      "how many workers",
      "number employees",
      "number staff",
      "employees",
      "employee count",
      "headcount",
      "head count",
      "workforce",
      "size workforce",
      "staff size",
    ],
    units: ["employees", "people", "persons", "staff", "workers", "heads"],
    answer: ({ company }, { unit }) => figure(company, "employees", unit ?? "employees", "how many employees it has"),
  },
  {
    readAs: "revenue",
    phrases: [
      "revenue",
      "revenues",
      "annual revenue",
      "yearly revenue",
      "turnover",
      "annual turnover",
      "how much revenue",
    ],
    units: ["US dollars", "USD", "US$", "$", "dollars"],
    answer: ({ company }, { unit }) => figure(company, "revenueUsd", unit ?? "USD", "its revenue"),
  },
  {
    readAs: "year of foundation",
    phrases: [
      "when founded",
      "founded",
      "year founded",
      "founding year",
      "year foundation",
      "which year founded",
      "in which year founded",
      "when established",
      "when incorporated",
      "year established",
    ],
    units: ["year"],
    answer: founded,
  },
  {
    readAs: "headquarters",
    phrases: [
      "headquarters",
      "hq",
      "seat",
      "where headquarters",
      "where hq",
      "where seat",
      "where headquartered",
      "where based",
      "where located",
      "city",
      "which city",
      "in which city",
      "in which city based",
      "in which city headquartered",
      "which city based in",
    ],
    answer: place,
  },
  {
    readAs: "country",
    phrases: [
      "country",
      "which country",
      "in which country",
      "in which country based",
      "in which country headquartered",
      "which country based in",
      "which country from",
    ],
    answer: country,
  },
  {
    readAs: "website",
    phrases: ["website", "web site", "home page", "homepage", "url", "web address", "domain"],
    answer: ({ company }) =>
      company.url === "" ? field(company, "domain", company.domain) : field(company, "url", company.url),
  },
  {
    readAs: "LEI",
    phrases: ["lei", "lei number", "legal entity identifier"],
    answer: identifier("lei", "LEI"),
  },
  {
    readAs: "D-U-N-S number",
    phrases: ["duns", "duns number", "d u n s", "d u n s number"],
    answer: identifier("duns", "D-U-N-S number"),
  },
  {
    readAs: "ISIN",
    phrases: ["isin", "isin number"],
    answer: ({ company }) => (company.isin === null ? unknown("its ISIN") : field(company, "isin", company.isin)),
  },
  {
    readAs: "industries",
    phrases: [
      "industry",
      "industries",
      "sector",
      "sectors",
      "which industry",
      "which industries",
      "in which industry",
      "which sector",
    ],
    answer: labels("industries", "its industries"),
  },
  {
    readAs: "certifications",
    phrases: [
      "certifications",
      "certificates",
      "which certifications",
      "which certificates",
      "which certifications hold",
    ],
    answer: labels("certifications", "which certifications it has"),
  },
];

/** Words that questions about a company have, whatever they ask for. */
const FILLERS = new Set(
  "a an are company company's current currently did do does firm firm's has have is it it's its of s that the their they this was were what".split(
    " ",
  ),
);

/** Returns the words of a question that tell what it asks for. */
export const coreOf = (question: string): string =>
  (question.toLowerCase().match(/[\p{L}\p{N}$]+/gu) ?? []).filter((word) => !FILLERS.has(word)).join(" ");

/**
 * Reads a question that a field of the record answers; null for any other, or one that asks for more than the field
 * has.
 */
export function readRecordQuestion(column: ColumnQuestion): QuestionReading | null {
  const core = coreOf(column.question);
  const topic = TOPICS.find(({ phrases }) => phrases.includes(core));
  if (topic === undefined || (column.kind === "number" && topic.units === undefined)) return null;
  const [own] = topic.units ?? [];
  const isOtherUnit =
    column.unit !== null && !topic.units?.some((unit) => unit.toLowerCase() === column.unit?.toLowerCase());
  return {
    readAs: topic.readAs,
    readsTexts: false,
    answer: (material) =>
      isOtherUnit ? { reason: `Records have it in ${own} only.` } : topic.answer(material, column),
  };
}

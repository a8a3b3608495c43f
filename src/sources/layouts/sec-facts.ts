/** A reported figure, as in XBRL's facts. Days are ISO dates. */
export interface ReportedFact {
  /** Absent for a figure of one day. */
  start?: string;
  end: string;
  val: number;
  form?: string;
  filed?: string;
}

/** Taxonomy → concept → unit → figures. */
export type ReportedFacts = Record<
  string,
  Record<string, { units?: Record<string, ReportedFact[]> } | undefined> | undefined
>;

/** Concepts under which annual revenue is reported, the newer taxonomy's first. */
const REVENUE: readonly (readonly [taxonomy: string, concept: string])[] = [
  ["us-gaap", "RevenueFromContractWithCustomerExcludingAssessedTax"],
  ["us-gaap", "Revenues"],
  ["us-gaap", "RevenueFromContractWithCustomerIncludingAssessedTax"],
  ["us-gaap", "SalesRevenueNet"],
  ["ifrs-full", "Revenue"],
];
const ANNUAL_REPORT = /^(?:10-K|20-F|40-F)/;
const DAY_MS = 86_400_000;
/** Length of a financial year in days, including those of 52 or 53 weeks. */
const [SHORTEST_YEAR, LONGEST_YEAR] = [350, 380];

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const isYear = ({ start, end, form }: ReportedFact): boolean => {
  const days = start === undefined ? Number.NaN : daysBetween(start, end);
  return ANNUAL_REPORT.test(form ?? "") && days >= SHORTEST_YEAR && days <= LONGEST_YEAR;
};

/** Returns the figures of each day that were filed last. */
const newest = (facts: readonly ReportedFact[]): ReportedFact[] => [
  ...new Map(
    [...facts].sort((a, b) => (a.filed ?? "").localeCompare(b.filed ?? "")).map((fact) => [fact.end, fact]),
  ).values(),
];

/** Returns the revenue in US dollars of the last reported year, and of the year before. */
export function revenues(facts: ReportedFacts): [last?: ReportedFact, before?: ReportedFact] {
  const years = REVENUE.flatMap(([taxonomy, concept]) => {
    const usd = newest((facts[taxonomy]?.[concept]?.units?.USD ?? []).filter(isYear));
    return usd.sort((a, b) => b.end.localeCompare(a.end)).slice(0, 2);
  });
  const [last] = [...years].sort((a, b) => b.end.localeCompare(a.end));
  if (last === undefined) return [];
  const before = years.find(({ end }) => {
    const days = daysBetween(end, last.end);
    return days >= SHORTEST_YEAR && days <= LONGEST_YEAR;
  });
  return before === undefined ? [last] : [last, before];
}

/** Returns the last reported number of employees; most companies report none in this form. */
export function employees(facts: ReportedFacts): ReportedFact | undefined {
  const units = facts.dei?.EntityNumberOfEmployees?.units ?? {};
  const counts = newest(Object.values(units).flat()).filter(({ val }) => Number.isInteger(val) && val > 0);
  return counts.sort((a, b) => b.end.localeCompare(a.end))[0];
}

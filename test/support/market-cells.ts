/** What a cell of a market's column stores for an answer that a page gives; null where no source says it. */
export const cellOf = (value: string | null, number: number | null, sourceUrl: string) =>
  value === null
    ? { state: "notSaid" as const, reason: "The record does not say." }
    : {
        state: "said" as const,
        value,
        number,
        quote: value,
        sourceKind: "page" as const,
        sourceUrl,
        sourceTitle: "About",
        sourceDate: new Date("2026-03-01"),
      };

import { describe, expect, it } from "vitest";
import { touchedCompanies } from "#intelligence/events/touched-companies";

const KITES = 7;
const named = (quote: string, confidence = 0.8) => ({ companyId: KITES, method: "name" as const, quote, confidence });

let next = 0;
function observation(
  title: string,
  publisher: string,
  { text = "", mentions = [] as ReturnType<typeof named>[] } = {},
) {
  const id = ++next;
  return {
    id,
    url: `https://${publisher}.example.com/${id}`,
    title,
    text,
    publisher,
    publishedAt: new Date(0),
    mentions,
  };
}
const others = (count: number) => Array.from({ length: count }, (_, i) => observation(`Storm ${i}`, `paper${i}`));
const ids = (observations: ReturnType<typeof observation>[]) =>
  touchedCompanies(observations).map(({ companyId }) => companyId);

describe("a company", () => {
  it("is touched by an event that names it in one of few headlines, with the words that show it best", () => {
    const observations = [
      observation("Acme Kites recalls", "post", { mentions: [named("Acme Kites", 0.7)] }),
      observation("Kites fall", "times", { text: "Acme Kites Ltd said", mentions: [named("Acme Kites Ltd", 0.9)] }),
    ];
    const evidence = { companyId: KITES, articles: 2, method: "name", quote: "Acme Kites Ltd", confidence: 0.9 };
    expect(touchedCompanies(observations)).toEqual([evidence]);
    expect(touchedCompanies(observations.toReversed())).toEqual([evidence]);
  });

  it("that no headline names when two publishers do, and not when one does twice", () => {
    const said = (publisher: string) =>
      observation("Kites fall", publisher, { text: "Acme Kites said", mentions: [named("Acme Kites")] });
    expect(ids([said("post"), said("times")])).toEqual([KITES]);
    expect(ids([said("post"), said("post")])).toEqual([]);
  });

  it("is touched by an event only when a tenth of its observations name it", () => {
    const one = observation("Acme Kites in the storm", "post", { mentions: [named("Acme Kites")] });
    expect(ids([one, ...others(9)])).toEqual([KITES]);
    expect(ids([one, ...others(10)])).toEqual([]);
  });

  it("is touched by an event that is told of on its own site", () => {
    const page = { ...observation("A new kite", "acme"), url: "https://www.acme-kites.com/news/1" };
    const mention = { companyId: KITES, method: "domain" as const, quote: "acme-kites.com", confidence: 0.95 };
    expect(touchedCompanies([{ ...page, mentions: [mention] }]).map(({ companyId }) => companyId)).toEqual([KITES]);
    const lookAlike = { ...page, url: "https://notacme-kites.com/1", mentions: [mention] };
    expect(touchedCompanies([lookAlike])).toEqual([]);
  });
});

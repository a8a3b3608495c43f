import type { CompanyRecord } from "#companies/company-record";
import { naicsTitle } from "#companies/naics/naics";

/** Mulberry32 (T. Ettinger): the same numbers for the same seed, 0 ≤ x < 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = ReturnType<typeof randomNumbers>;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Invented shares: one company in three holds one or two of these. */
const CERTIFICATIONS = [
  "ISO 9001",
  "ISO 14001",
  "ISO 27001",
  "ISO 45001",
  "ISO 13485",
  "Fairtrade",
  "FSC",
  "B Corp",
  "SA8000",
  "EMAS",
];

/** Codes of the 2017 edition of NAICS with six digits. */
const naicsCodes = (): number[] => {
  const codes: number[] = [];
  for (let code = 111_110; code < 930_000; code += 10) if (naicsTitle(code) !== "") codes.push(code);
  return codes;
};

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+(?=[A-Z])/).filter((sentence) => sentence.length > 20);

/** About the bell curve, by the sum of uniform numbers. */
const bell = (random: Random): number => random() + random() + random() + random() - 2;

/**
 * Companies that look like the given ones, as many as wanted, the same for the same seed. Each takes its trade from one
 * company (labels and most sentences), a place from a second, and a name from words of two others. One to three
 * sentences come from other companies of the same industry, and all are shuffled. So words are as frequent as they are
 * in the given descriptions, and stand together as they do there. Keywords are pairs of neighbouring words of the
 * description; size, revenue, NAICS codes and certifications are drawn.
 */
export function* generateCompanies(
  companies: readonly CompanyRecord[],
  count: number,
  seed: number,
): Generator<Partial<CompanyRecord>> {
  const random = randomNumbers(seed);
  const codes = naicsCodes();
  const described = companies.filter(({ description }) => description.length > 100);
  const sentences = new Map(described.map((company) => [company, sentencesOf(company.description)]));
  const byIndustry = new Map<string, CompanyRecord[]>();
  for (const company of described) {
    const industry = company.industries.at(-1) ?? "";
    const peers = byIndustry.get(industry);
    if (peers === undefined) byIndustry.set(industry, [company]);
    else peers.push(company);
  }
  const nameWords = companies.flatMap(({ name }) => name.split(/\s+/).slice(0, -1)).filter((word) => word.length > 2);
  const forms = companies.map(({ name }) => name.split(/\s+/).at(-1) ?? "");
  for (let number = 0; number < count; number++) {
    const trade = pick(random, described);
    const place = pick(random, companies);
    const peers = byIndustry.get(trade.industries.at(-1) ?? "") ?? [trade];
    const text = [...(sentences.get(trade) ?? [])];
    for (let more = 1 + Math.floor(3 * random()); more > 0; more--)
      text.splice(
        Math.floor(random() * (text.length + 1)),
        1,
        pick(random, sentences.get(pick(random, peers)) ?? [""]),
      );
    const description = text.join(" ");
    const words = description.match(/[\p{L}-]{4,}/gu) ?? [];
    const keywords = Array.from({ length: Math.floor(4 * random()) }, () => {
      const at = Math.floor(random() * (words.length - 1));
      return words
        .slice(at, at + 2)
        .join(" ")
        .toLowerCase();
    });
    const name = [pick(random, nameWords), pick(random, nameWords), pick(random, forms)].join(" ");
    const slug =
      name
        .toLowerCase()
        .replace(/[^a-z]+/g, "")
        .slice(0, 40) || "company";
    const known = random() < 0.8;
    const employees = Math.ceil(10 ** (2.2 + 1.1 * bell(random)));
    const revenueUsd = Math.round(employees * 10 ** (5.2 + 0.4 * bell(random)));
    yield {
      domain: `${slug}${number}.com`,
      name,
      description,
      keywords,
      industries: trade.industries,
      url: `https://${slug}${number}.com/`,
      country: place.country,
      state: place.state,
      city: place.city,
      ...(known ? { employees, revenueUsd } : {}),
      certifications:
        random() < 0.33 ? Array.from({ length: 1 + Math.floor(2 * random()) }, () => pick(random, CERTIFICATIONS)) : [],
      naicsCodes: random() < 0.7 ? Array.from({ length: 1 + Math.floor(2 * random()) }, () => pick(random, codes)) : [],
    };
  }
}

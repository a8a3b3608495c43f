import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { article, compose } from "./content-support.ts";

describe("the affected datapoints", () => {
  test.each([
    ["Oil prices rise 5% in early trade", "Oil price", "up", { operator: "=", values: [5], unit: "%" }],
    ["Arvo will cut more than 20 000 jobs", "Employment", "down", { operator: ">", values: [20_000], unit: "jobs" }],
    [
      "Costs will rise by between 3 and 4 billion dollars",
      "Costs",
      "up",
      { operator: "between", values: [3e9, 4e9], unit: "USD" },
    ],
    ["Inflation falls to at least 2 per cent", "Inflation", "down", { operator: ">=", values: [2], unit: "%" }],
    ["Exports slump nearly €2bn", "Exports", "down", { operator: "~", values: [2e9], unit: "EUR" }],
    ["Exports slump 500 million Canadian dollars", "Exports", "down", { operator: "=", values: [5e8], unit: "CAD" }],
    ["Exports slump CHF 4bn", "Exports", "down", { operator: "=", values: [4e9], unit: "CHF" }],
    ["Exports slump 7 bln SEK", "Exports", "down", { operator: "=", values: [7e9], unit: "SEK" }],
    ["Norwegian exports slump 500 mln kroner", "Exports", "down", { operator: "=", values: [5e8], unit: "NOK" }],
    ["Exports slump 500 mln kroner", "Exports", "down", null],
    ["Exports slump 1.2 trillion won in May", "Exports", "down", { operator: "=", values: [1.2e12], unit: "KRW" }],
    ["Exports slump NT$3 billion", "Exports", "down", { operator: "=", values: [3e9], unit: "TWD" }],
    ["Exports slump R5.2 billion", "Exports", "down", { operator: "=", values: [5.2e9], unit: "ZAR" }],
    ["Exports slump by Rs500 crore", "Exports", "down", { operator: "=", values: [5e9], unit: "INR" }],
    ["Exports slump by Rs 2 lakh crore", "Exports", "down", { operator: "=", values: [2e12], unit: "INR" }],
    ["Exports slump by 20,000 crore in March", "Exports", "down", { operator: "=", values: [2e11], unit: "INR" }],
    ["Exports slump in 2019", "Exports", "down", null],
    ["Halden shares plunge after 5,000 people protest", "Share price", "down", null],
  ])("are read from %s", (headline, name, direction, quantity) => {
    const found = compose(article(headline)).affectedDatapoints.find((one) => one.name === name);
    expect(found).toMatchObject({ direction, quantity });
  });

  test("are one for each company that the articles measure, with its own direction", () => {
    const measured = (...titles: string[]) =>
      compose(...titles.map((title) => article(title)))
        .affectedDatapoints.filter(({ name }) => name === "Sales")
        .map(({ subject, direction, quantity }) => `${subject} ${direction} ${quantity?.values.join(" to ") ?? ""}`)
        .sort();
    expect(measured("Korvel sales fall 5% while Veltran sales rise 3%")).toEqual(["Korvel down 5", "Veltran up 3"]);
    expect(measured("Korvel sales fall 5%", "Veltran sales rise 3%")).toEqual(["Korvel down 5", "Veltran up 3"]);
    // What names nobody is told of the one that most sources name.
    expect(measured("Korvel sales fall 5%", "Korvel sales fall", "Sales fall 5%")).toEqual(["Korvel down 5"]);
  });

  const exportsSlump = (sum: string) => {
    const { affectedDatapoints } = compose(article(`Exports slump ${sum}`));
    const { quantity = null } = affectedDatapoints.find(({ name }) => name === "Exports") ?? {};
    return quantity && `${quantity.operator} ${quantity.values.join(" to ")} ${quantity.unit}`;
  };

  test.each([
    // Magnitudes of Indian English, with breaks and without.
    ["by Rs 1.5 lakh cr", "= 1500000000000 INR"],
    ["by Rs 12k crore", "= 120000000000 INR"],
    ["by ₹5L cr", "= 5000000000000 INR"],
    ["by Rs 5 lac", "= 500000 INR"],
    ["by Rs 2 lakh, crore by crore", "= 200000 INR"],
    ["by 2 lakh in Delhi", null],
    ["by 2 lakh crore in Delhi", "= 2000000000000 INR"],
    // The neighbours of India have rupees and crores too.
    ["by Tk 500 crore in Dhaka", null],
    ["by Rs 50 billion in Pakistan", null],
    ["by 50 billion rupees, says Sri Lanka", null],
    ["by Rs 50 billion in India and Pakistan", "= 50000000000 INR"],
    // A code between two numbers.
    ["in 2023, SEK 500 million", "= 500000000 SEK"],
    ["by 500 million SEK 2023", "= 500000000 SEK"],
    // Signs that countries share.
    ["by MX$500 million", "= 500000000 MXN"],
    ["by Mex$500 million", "= 500000000 MXN"],
    ["by R$500 million", "= 500000000 BRL"],
    ["by AUD$500 million", "= 500000000 AUD"],
    ["by U.S.$500 million", "= 500000000 USD"],
    ["by AR$500 million", null],
    ["by TT$500 million", null],
    ["by E£500 million", null],
    ["by RM1.2b", "= 1200000000 MYR"],
    ["by SAR5bn", "= 5000000000 SAR"],
    ["by 500 million €", "= 500000000 EUR"],
    // Short forms.
    ["by CHF1.2 Mrd. in May", "= 1200000000 CHF"],
    ["by 2 Mio. Euro", "= 2000000 EUR"],
    ["by $500MM", "= 500000000 USD"],
    ["by $1.5 bil", "= 1500000000 USD"],
    ["by $1.5tr", "= 1500000000000 USD"],
    ["by $5 M&A deals", "= 5 USD"],
    // Digits of the continent.
    ["by €1,2 Mrd.", "= 1200000000 EUR"],
    ["by €1.200.000", "= 1200000 EUR"],
    ["by €1.234,56", "= 1234.56 EUR"],
    ["by €12,50", "= 12.5 EUR"],
    ["by CHF 1'200 million", "= 1200000000 CHF"],
    ["by 2,5%", "= 2.5 %"],
    ["by R5.2-billion", "= 5200000000 ZAR"],
    // Numbers in words.
    ["one and a half billion dollars", "= 1500000000 USD"],
    ["a quarter of a million euros", "= 250000 EUR"],
    ["three quarters of a billion dollars", "= 750000000 USD"],
    ["twenty-five million dollars", "= 25000000 USD"],
    ["one hundred and fifty million dollars", "= 150000000 USD"],
    ["two and a half per cent", "= 2.5 %"],
    // Ranges.
    ["by SEK 3-4 billion", "between 3000000000 to 4000000000 SEK"],
    ["by Rs 1,500-2,000 crore", "between 15000000000 to 20000000000 INR"],
    ["by £3m-£5m", "between 3000000 to 5000000 GBP"],
    ["by $500,000-$1 million", "between 500000 to 1000000 USD"],
    // Words of money that are none.
    ["by 12,000 pounds of beef", "= 12000 pounds of"],
    ["by 10 million pounds of public money", "= 10000000 GBP"],
  ])("take the sum of %s for %s", (sum, expected) => {
    expect(exportsSlump(sum)).toBe(expected);
  });

  test("take neither a year nor a length for a sum", () => {
    for (const sum of ["by 2030, trillion-dollar fund says", "after 500mm of rain", "in 2023"])
      expect([sum, exportsSlump(sum)]).toEqual([sum, null]);
  });

  test("belong to whom the text names", () => {
    const { affectedDatapoints } = compose(article("Corvex shares plunge 23% while unemployment in Turkey rises"));
    expect(affectedDatapoints).toEqual([
      {
        name: "Share price",
        subject: "Corvex",
        direction: "down",
        quantity: { operator: "=", values: [23], unit: "%" },
      },
      { name: "Unemployment", subject: "Turkey", direction: "up", quantity: null },
    ]);
  });

  test("never have a number that no article has", () => {
    const words = [
      "sales",
      "profit",
      "jobs",
      "rise",
      "fall",
      "more",
      "than",
      "between",
      "and",
      "5%",
      "20,000",
      "$3",
      "billion",
      "to",
      "about",
      "workers",
      "cut",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 12 }), (list) => {
        const headline = list.join(" ");
        const scales = [1, 1e9];
        const numbers = [...headline.matchAll(/[\d,]+/g)].flatMap(([digits]) =>
          scales.map((scale) => Number(digits.replaceAll(",", "")) * scale),
        );
        for (const { quantity } of compose(article(headline)).affectedDatapoints)
          for (const value of quantity?.values ?? []) expect([...numbers, 1e9]).toContain(value);
      }),
      { numRuns: 300 },
    );
  });
});

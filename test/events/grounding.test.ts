import { describe, expect, it } from "vitest";
import { isGrounded, readGround } from "#foundation/language/grounding";
import { findQuotation } from "#foundation/language/quotation";
import { statedNumbers } from "#foundation/language/stated-numbers";

const ground = readGround([
  "Fire at Brandt Castings plant in Hamburg kills 12 workers",
  "Brandt Castings halts production. The chairman, Mira Galdan, said 5m euros were lost; see brandt.example.",
  "The Bank of England raised its rate by 0.25% on Thursday. Singer Lola Marquez performs in the US.",
]);

describe("a sentence", () => {
  it.each([
    "A fire at Brandt Castings in Hamburg killed twelve workers.",
    "Worker deaths: 12.",
    "Chairman Mira Galdan said €5 million were lost.",
    "Hamburg's Brandt Castings stopped.",
    "The Bank of England raised its rate by 0.25 percent.",
    "In the US, Lola Marquez performs.",
    "See brandt.example.",
  ])("is grounded in texts that name and count the same: %s", (sentence) => {
    expect(isGrounded(sentence, ground)).toBe(true);
  });

  it.each([
    ["another number", "13 workers died."],
    ["another number in words", "Thirteen workers died."],
    ["a vague number", "A dozen workers died."],
    ["another magnitude", "Mira Galdan said €5 billion were lost."],
    ["another currency", "Mira Galdan said $5 million were lost."],
    ["a percentage in place of a count", "12% of the workers died."],
    ["a name of nobody's", "The plant of Siemens burned."],
    ["a name that opens the sentence", "Apple halts production."],
    ["a name of two people", "Lola Galdan performs."],
    ["a name joined around a small word", "The Bank of Hamburg raised its rate."],
    ["initials that are small words otherwise", "Production in the UK halts."],
    ["another address", "See evil.example."],
    ["markup", "Workers <b>died</b>."],
    ["characters that nobody sees", "The A\u200bpple plant burned."],
    ["what cannot be stored", "Workers died\0."],
    ["another script", "工場で火災がありました。"],
  ])("is not grounded in texts that do not have %s", (_what, sentence) => {
    expect(isGrounded(sentence, ground)).toBe(false);
  });
});

describe("the numbers of a text", () => {
  it.each([
    ["five million, 5m and 5,000,000", ["5000000", "5000000", "5000000"]],
    ["$5 million, US$5bn, 5 dollars, €1.2bn", ["$5000000", "$5000000000", "$5", "€1200000000"]],
    ["12%, 12 per cent and twelve percent", ["%12", "%12", "%12"]],
    ["two hundred and fifty, twenty-five, 1,234.5", ["250", "25", "1234.5"]],
    ["two hundred and fifty thousand, one hundred five million", ["250000", "105000000"]],
    ["between one hundred and two hundred", ["100", "200"]],
    ["COVID-19, the 12th, 10 km, a dozen", ["19", "12", "10"]],
  ])("are read from %s", (text, keys) => {
    expect(statedNumbers(text).map(({ key }) => key)).toEqual(keys);
  });

  it("are read however many of them follow each other", () => {
    expect(statedNumbers("two hundred and ".repeat(20_000))).toHaveLength(20_000);
  });
});

describe("a quotation is found", () => {
  it("whatever its case and white space, and not where a letter is another", () => {
    const text = "Output (all of it)\nwill be  halted.";
    expect(findQuotation(text, " output (ALL of it) will be")).toEqual({ start: 0, end: 26 });
    expect(findQuotation(text, "output [all of it] will be")).toBeNull();
    expect(findQuotation(text, "it")).toBeNull();
    expect(findQuotation(text, "a".repeat(2_001))).toBeNull();
  });
});

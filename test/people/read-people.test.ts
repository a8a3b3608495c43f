import { describe, expect, it } from "vitest";
import { readPeople } from "#intelligence/people/read-people";

const ACME = { name: "Veldkamp Wind Systems A/S", domain: "veldkamp.com" };

const found = (text: string, isOwn = false) =>
  readPeople({ title: "", text, isOwn }, ACME).map(
    ({ name, role, isFormer }) => `${name}, ${isFormer ? "former " : ""}${role.name}`,
  );

describe("people of a company", () => {
  it.each([
    ["Jana Brandt, chief executive of Veldkamp, said orders rose.", ["Jana Brandt, Chief Executive Officer"]],
    ["Veldkamp CEO Jana Brandt said orders rose.", ["Jana Brandt, Chief Executive Officer"]],
    [
      "Veldkamp's chief financial officer Hans Martin Smith left.",
      ["Hans Martin Smith, former Chief Financial Officer"],
    ],
    ["Veldkamp appoints Jane A. Doe as chair of the board.", ["Jane A. Doe, Chair"]],
    ["Jane Doe was named chief operating officer of Veldkamp.", ["Jane Doe, Chief Operating Officer"]],
    ["The chief executive of Veldkamp, Jana Brandt, bought shares.", ["Jana Brandt, Chief Executive Officer"]],
    [
      "Jana Brandt, Veldkamp's founder and chief executive, lives in Aarhus.",
      ["Jana Brandt, Founder", "Jana Brandt, Chief Executive Officer"],
    ],
    [
      "Veldkamp, founded by Peder Hansen and Lars van den Berg, grows.",
      ["Peder Hansen, Founder", "Lars van den Berg, Founder"],
    ],
    ["Veldkamp shares rose, spokesman Anders Riis said.", ["Anders Riis, Spokesperson"]],
    ["Veldkamp CEO Jana Brandt Steps Down After Seven Years", ["Jana Brandt, former Chief Executive Officer"]],
    ["Former Veldkamp chief executive Ditlev Engel spoke.", ["Ditlev Engel, former Chief Executive Officer"]],
    ["Ditlev Engel steps down as chief executive of Veldkamp.", ["Ditlev Engel, former Chief Executive Officer"]],
  ])("are read from %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    "Siemens CEO Roland Busch said Veldkamp was a rival.",
    "Roland Busch, chief executive of Siemens, praised Veldkamp.",
    "President Joe Biden visited the Veldkamp plant.",
    "A Veldkamp spokeswoman declined to comment.",
    "Solar Power head said the Veldkamp chief executive would speak.",
    "Kirk Kapital founded Veldkamp rival Nordwind.",
    "Jana Brandt, chief executive, said orders rose.",
    "Veldkamp was fined, said regulator chair Margrethe Vestergaard.",
  ])("are none of %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("need no company beside them in its own text", () => {
    expect(found("Our managing director, Maria Lopez, leads the team.", true)).toEqual([
      "Maria Lopez, Managing Director",
    ]);
    expect(found("The company was founded in 1990 by Karl Weiss.", true)).toEqual(["Karl Weiss, Founder"]);
  });
});

import { describe, expect, it } from "vitest";
import { readQuestion } from "#markets/criteria/question-reading";

describe("the offers", () => {
  it.each([
    ["Makers of faucets and drains", ["faucets", "drains"]],
    ["companies that offer cleaning", ["cleaning"]],
    ["Chocolate or pet food makers", ["pet food", "Chocolate"]],
    ["cat or dog food makers", ["cat food", "dog food"]],
    ["offices of lawyers in Japan", ["lawyers"]],
    ["companies that sell locks in France", ["locks"]],
    ["companies which make locks and hinges", ["locks", "hinges"]],
    ["makers of recycling", ["recycling"]],
    ["installers of roof tiles", ["roof tile installation"]],
    ["aircraft lessors", ["aircraft leasing"]],
    ["companies that run lotteries or supply ticket printing", ["lotteries", "ticket printing"]],
    ["dealers of cranes (the Liebherr / Tadano dealer type)", ["cranes"]],
    ["syringe manufacturers supplying hospitals, Asia only", ["syringe"]],
    ["lessors of railway wagons", ["railway wagon leasing"]],
    ["companies that charter private jets", ["private jet charter"]],
    ["companies that store grain", ["grain storage"]],
    ["companies that hire out nurses", ["nurses"]],
    ["companies that own cell towers and lease them to mobile operators", ["cell towers"]],
    ["companies that demolish buildings", ["building demolition"]],
    ["Betreiber von Flughäfen", ["airports"]],
    ["dealers of new and used cars", ["new cars", "used cars"]],
    ["companies that insure farmers' crops", ["crop insurance"]],
    ["firms that inspect bridges and dams", ["bridge inspection", "dam inspection"]],
    ["who repairs ships in Malta?", ["ship repair"]],
    ["labs that test food", ["food testing"]],
    ["companies that build ships", ["ships"]],
    ["software that hospitals use to schedule nurses", ["software"]],
    ["companies in inland water freight transportation", ["inland water freight transportation"]],
  ])("of “%s” are the things themselves", (question, offers) => {
    expect(readQuestion(question).offers).toEqual(offers);
  });

  it("are of whoever is looked for, and not of the one who writes the letter", () => {
    const letter =
      "Dear all,\n\nour client, a maker of pumps in Denmark, wants to buy a supplier. Please draw up a list of makers of seals in Japan.";
    expect(readQuestion(letter).places.map(({ name }) => name)).toEqual(["Japan"]);
  });

  it("of French questions are in Chile, though chili is a word too", () => {
    const { places, offers, marketRole } = readQuestion(
      "sociétés qui exploitent des mines de cuivre au Chili ou au Pérou",
    );
    expect(places.map(({ name }) => name)).toEqual(["Chile", "Peru"]);
    expect(offers).toEqual(["copper mines"]);
    expect(marketRole).toBe("manufacturer");
  });

  it("have no office where its people are looked for", () => {
    expect(readQuestion("Find 5 offices of real estate agents").topic).toBe("real estate agents");
  });
});

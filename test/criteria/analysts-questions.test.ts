import { describe, expect, it } from "vitest";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { readQuestion } from "#markets/criteria/question-reading";

describe("questions of analysts", () => {
  it.each([
    ["Who bakes the sliced bread and buns you find on supermarket shelves?", ["sliced bread", "buns"]],
    ["Who's digging up copper these days?", ["copper"]],
    ["Bolts, nuts and washers – who makes them?", ["bolts", "nuts", "washers"]],
    ["Makers of screws, rivets, anchors and other fasteners", ["screws", "rivets", "anchors", "fasteners"]],
    ["Which companies build fuel cells as their core business, of any size?", ["fuel cells"]],
    ["Companies that supply pulp and paper mills with machines or chemicals", ["machines", "chemicals"]],
    ["Uranium stocks in Canada", ["uranium"]],
    ["Suppliers of parts to car makers", ["car parts"]],
    ["They want to approach makers of paper cups. Please give us as complete a list as you can.", ["paper cups"]],
    ["We need our client's field: who makes drills?", ["drills"]],
    [
      "For the due diligence on a German maker of fixings we need its competitive field: manufacturers of screws",
      ["screws"],
    ],
    ["Betreiber von Solar- und Windparks", ["solar farms", "wind farms"]],
    ["Lebensmittel- und Getränkehersteller", ["food", "beverage"]],
    ["Éditeurs de logiciels professionnels cotés en bourse", ["professional software"]],
    ["Makers of lifts and escalators, incl. those that maintain them", ["lifts", "escalators"]],
    ["Companies that supply food and drink manufacturers with starch and enzymes", ["starch", "enzymes"]],
    [
      "A purchasing association of 40 hospitals wants a long list of possible suppliers of catheters and syringes in Europe",
      ["catheters", "syringes"],
    ],
  ])("name what is wanted and no more: %j", (question, features) => {
    expect(readQuestion(question).features.map((one) => one.toLowerCase())).toEqual(features);
  });

  it.each([
    ["automotive suppliers in Germany", "automotive suppliers", "car parts"],
    ["suppliers to the aerospace industry", "aerospace suppliers", "landing gear"],
    ["mobile phone operators in Africa", "mobile phone operators", "runs mobile networks"],
    ["optical retailers", "optical retailers", "opticians' shops"],
    ["food retailers in Poland", "food retailers", "supermarkets"],
    ["IT services companies in India", "information technology services", "IT consulting"],
    ["ecommerce companies in Brazil", "ecommerce", "online shop"],
    ["contact centres in the Philippines", "contact centres", "telemarketing"],
  ])("name a trade by more than what it handles: %j", (question, feature, kind) => {
    const { features, synonyms } = criteriaFromQuestion(question).keywords;
    expect(features).toEqual([feature]);
    expect(synonyms).toContain(kind);
  });

  it.each([
    ["Makers of baking ingredients, including starch and malt", ["baking ingredients", "starch", "malt"]],
    ["Suppliers of ingredients such as starch or enzymes", ["ingredients", "starch", "enzymes"]],
    [
      "Makers of medical consumables: wound dressings, catheters, syringes",
      ["medical consumables", "wound dressings", "catheters", "syringes"],
    ],
    ["Makers of kitchen appliances such as ovens and hobs", ["kitchen appliances", "ovens", "hobs"]],
    ["Software for banks, including small ones", ["Software"]],
  ])("are satisfied by one of the things that a list spells out: %j", (question, offers) => {
    expect(readQuestion(question).offers).toEqual(offers);
  });

  it("keep what a trade handles where another word describes it", () => {
    expect(readQuestion("electric car dealers").features).toEqual(["electric car"]);
    expect(readQuestion("software for car dealers").users).toEqual(["car dealers"]);
  });

  it("give purposes that are listed with a user to the users", () => {
    const { features, users } = readQuestion("Makers of fasteners for construction, cars or general industry");
    expect([features, users]).toEqual([["fasteners"], ["construction", "cars", "general industry"]]);
  });

  it("ask for makers and merchants alike where they name both", () => {
    expect(readQuestion("Hearing aid manufacturers and retailers").marketRole).toBe("");
    expect(readQuestion("Hearing aid manufacturers, not retailers or dealers").marketRole).toBe("manufacturer");
    expect(readQuestion("Makers and suppliers of hearing aids").marketRole).toBe("manufacturer");
  });

  it("do not ask for the place of the client, and understand two slips in a list of countries", () => {
    const places = (question: string) => readQuestion(question).places.map(({ name }) => name);
    expect(places("For the due diligence on a German maker of fixings we need its rivals in Italy")).toEqual(["Italy"]);
    const ofClient =
      "A foam producer with plants in Poland wants to widen its base. We are looking for sofa makers in Italy.";
    expect(places(ofClient)).toEqual(["Italy"]);
    expect(readQuestion(ofClient).operatingPlaces).toEqual([]);
    expect(places("Pipe makers in Turky and Inda")).toEqual(["Turkey", "India"]);
  });

  it.each([
    ["Makers of drills. Leave out makers of saws whose drills are a side line.", ["makers of saws"]],
    ["Fuel cells. Do not list car makers or suppliers for whom fuel cells are a side line.", ["car makers"]],
    [
      "Cannabis growers. Retail chains, investment funds and companies whose crops are in Israel should not be on the list.",
      ["Retail chains", "investment funds"],
    ],
    ["Makers of cartons. Glass and metal containers are out of scope.", ["Glass", "metal containers"]],
  ])("leave out what they name, not what a clause narrows: %j", (question, exclusions) => {
    expect(readQuestion(question).exclusions).toEqual(exclusions);
  });

  it("get no part of the body for a synonym of buns", () => {
    expect(criteriaFromQuestion("Who bakes buns?").keywords.synonyms).toEqual([]);
  });
});

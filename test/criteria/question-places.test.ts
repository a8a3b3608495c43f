import { describe, expect, it } from "vitest";
import { criteriaForm } from "#markets/criteria/criteria-form";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { readQuestion } from "#markets/criteria/question-reading";

describe("where the companies are to be", () => {
  const countries = (question: string) => criteriaFromQuestion(question).locations.map(({ country }) => country);

  it("may be a continent by its countries", () => {
    const { locations } = criteriaFromQuestion("Airport operators in Mexico, Spain or other European countries");
    expect(locations.map(({ country }) => country)).toEqual(expect.arrayContaining(["MX", "ES", "FR", "PL"]));
  });

  it("may be begun only, where one place alone begins so", () => {
    const { locations, keywords } = criteriaFromQuestion("Banks in Europ");
    expect(locations.map(({ country }) => country)).toEqual(expect.arrayContaining(["DE", "FR", "PL"]));
    expect(keywords.features).toEqual(["Banks"]);
  });

  it.each([
    ["Pawn shops in Canada and southern Germany", ["CA", "DE Baden-Württemberg", "DE Bavaria"]],
    ["Mills in Poland or the south of Germany", ["PL", "DE Baden-Württemberg", "DE Bavaria"]],
    ["Mills in southern Germany, Poland", ["DE Baden-Württemberg", "DE Bavaria", "PL"]],
  ])("may be a part of a country in a list: %j", (question, places) => {
    const { locations } = criteriaFromQuestion(question);
    expect(locations.map(({ country, address }) => [country, address].filter(Boolean).join(" "))).toEqual(places);
  });

  it.each([
    ["Importers of Italian wine in Japan", ["JP"]],
    ["Importers of coffee from Brazil in Norway", ["NO"]],
    ["Exporters of rice to China in Vietnam", ["VN"]],
    ["Makers of French fries in Belgium", ["BE"]],
    ["Japanese restaurants in London", ["GB"]],
    ["We are a German bakery and need suppliers of flour in Poland", ["PL"]],
    ["A list of Danish makers of windows", ["DK"]],
    ["Shoe factories anywhere in the world", []],
    ["Tulip growers in Nederlands", ["NL"]],
    ["Tulip growers in Scandinavai", ["DK", "NO", "SE"]],
    ["Tulip growers in Portug", ["PT"]],
    ["Tulip growers in Austr", []],
    ["Tulip growers in Japan, Hong Kong and Austria", ["JP", "HK", "AT"]],
    ["Copper mines in the Congo", ["CD", "CG"]],
    ["Copper mines in DR Congo", ["CD"]],
    ["Tulip growers in the Pays-Bas", ["NL"]],
    ["Unternehmen in den Niederlanden, die Pumpen herstellen", ["NL"]],
  ])("reads %j as %j", (question, expected) => {
    expect(countries(question)).toEqual(expected);
  });

  it.each([
    ["Breweries in Aarhus", "Århus", "DK"],
    ["Breweries in Ålborg", "Aalborg", "DK"],
    ["Breweries in Koeln", "Cologne", "DE"],
    ["Breweries in Keulen", "Cologne", "DE"],
    ["Breweries in Londres", "London", "GB"],
    ["Brauereien in Warschau", "Warsaw", "PL"],
    ["Breweries near Grindsted", "Grindsted", "DK"],
  ])("may be a city by its name in another language or without its letters: %j", (question, city, country) => {
    const { locations, keywords } = criteriaFromQuestion(question);
    expect(locations).toMatchObject([{ country, address: [city] }]);
    expect(keywords.features.map((feature) => feature.toLowerCase())).toEqual(["breweries"]);
  });

  it.each([
    ["Breweries within 50 km of Xyzburg", "Xyzburg", ["Breweries"]],
    ["Breweries based in Frobnicia", "Frobnicia", ["Breweries"]],
    ["Breweries on Mars", "Mars", ["Breweries", "Mars"]],
    ["Banks in Pensilvania", "Pensilvania", ["Banks", "Pensilvania"]],
    ["Brauereien im Umkreis von 50 km von Xyzburg", "Xyzburg", ["breweries"]],
  ])("are told as not used where no such place is known: %j", (question, place, features) => {
    const reading = readQuestion(question);
    expect([reading.unknownPlaces, reading.places, reading.features]).toEqual([[place], [], features]);
    expect(criteriaForm(normaliseCriteria({ userPrompt: question }, "first_pass")).notUsed).toEqual([place]);
  });

  it.each([
    ["Breweries in Belgium and Nederlands", ["BE", "NL"]],
    ["Breweries, Belgium and Nederlands", ["BE", "NL"]],
    ["Breweries in Belgium, Nederlands", ["BE", "NL"]],
    ["Breweries in Italia, Suomi and Deutschland", ["IT", "FI", "DE"]],
    ["Breweries in België or Australië", ["BE", "AU"]],
    ["Breweries in Germany and Bosch", ["DE"]],
  ])("are read in their own language beside an English name: %j", (question, countries) => {
    expect(criteriaFromQuestion(question).locations.map(({ country }) => country)).toEqual(countries);
  });

  it("are told at the end of a list too, and are no offer", () => {
    const reading = readQuestion("Breweries in Belgium and Wallonistan, not pubs");
    expect([reading.unknownPlaces, reading.features, reading.exclusions]).toEqual([
      ["Wallonistan"],
      ["Breweries"],
      ["pubs"],
    ]);
    expect(readQuestion("Pump makers in Germany and Kuka suppliers").unknownPlaces).toEqual([]);
  });

  it.each([
    "Experts in Kubernetes",
    "Consultants specialised in Salesforce in Austria",
    "Breweries in Bavaria and Tyrol",
    "Suppliers of parts made in Kevlar",
  ])("are no names of skills or materials: %j", (question) => {
    expect(readQuestion(question).unknownPlaces).toEqual([]);
  });
});

describe("where the companies are to work", () => {
  it.each([
    ["Gold miners with mines in West Africa", ["West Africa"], [], ["Gold miners"]],
    ["Copper producers operating in Chile", ["Chile"], [], ["Copper"]],
    ["Supermarket chains with stores in Poland and Hungary", ["Poland", "Hungary"], [], ["supermarket"]],
    ["German car part makers with plants in Mexico", ["Mexico"], ["DE"], ["car part"]],
    ["Companies exploring for lithium in Nevada", ["Nevada"], [], ["lithium"]],
    ["Banks active in Kenya, not based in the United Kingdom", ["Kenya"], [], ["Banks"]],
    ["Hotel operators in Spain", [], ["ES"], ["hotel"]],
    ["Makers of mining machines in Finland", [], ["FI"], ["mining machines"]],
    ["Companies based in Chile with software for mines", [], ["CL"], ["software for mines"]],
  ])("is read apart from where they are based: %j", (question, operating, based, features) => {
    const reading = readQuestion(question);
    expect(reading.operatingPlaces.map(({ name }) => name)).toEqual(operating);
    expect(reading.features.map((one) => one.toLowerCase())).toEqual(features.map((one) => one.toLowerCase()));
    const criteria = criteriaFromQuestion(question);
    expect(criteria.locations.map(({ country }) => country)).toEqual(based);
    expect(criteriaForm(normaliseCriteria({ userPrompt: question }, "first_pass")).operatesIn).toEqual(operating);
  });
});

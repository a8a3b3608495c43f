import { describe, expect, it } from "vitest";
import type { ContentObservation } from "#intelligence/events/content/content";
import { article, compose } from "./content-support.ts";

/** The entities of one headline, as "name (type)", without categories. */
const named = (title: string, given: Partial<ContentObservation> = {}) =>
  compose(article(title, given)).relevantEntities.flatMap(({ name, entityType }) =>
    entityType === "category" ? [] : `${name} (${entityType})`,
  );

describe("the entities of headlines", () => {
  it.each([
    ["Mindy Orvane is ready for book No. 2", "Mindy Orvane (person)"],
    ["Mark Woodley: FX allegations are serious", "Mark Woodley (person)"],
    ["Bank's Mark Woodley Grilled Over Rates", "Mark Woodley (person)"],
    ["Probity Financial (PRBF) Files $100M IPO", "Probity Financial (company)"],
    ["Downgrades Weigh on Probity Financial (NYSE: PRBF)", "Probity Financial (company)"],
    ["Korvel Brands International Inc (KVB) Rises", "Korvel Brands International Inc (company)"],
    ["What the Deal Means for Sailor's Outfitters (NYSE: SOF) Stock", "Sailor's Outfitters (company)"],
    ["Gas up 2 cents in Rhode Island, to average of $3.57 a gallon", "Rhode Island (region)"],
    ["Colorado Made $3.5 Million In Taxes", "Colorado (region)"],
    ["Area person auditions for 'The Harvest' tonight", "The Harvest (product)"],
    ["First trailer for 'Korvelgent' is out", "Korvelgent (product)"],
    ["Maker of game Zappy Korvel wants to stop", "Zappy Korvel (product)"],
    ["Zappy Korvel creator wants to stop", "Zappy Korvel (product)"],
    ["Bitcoin exchange Korvel gets hacked", "Korvel (company)"],
    ["Pizza Chain Korvel Back in Court", "Korvel (company)"],
    ["What the Korvel merger means for shoppers", "Korvel (company)"],
    ["Women's Outfittery agrees to buy Korvel", "Women's Outfittery (company)"],
    ["Korvel Bank to Be Bought by Women's Outfittery", "Women's Outfittery (company)"],
    ["Zorvane and Korvel Bank to share branches", "Zorvane (company)"],
    ["Mark Woodley and Keibrand seen at the opera", "Keibrand (person)"],
    ["Korvel pizza chain loses a lawsuit", "Korvel (company)"],
    ["'The Sash' Costume Revealed: First Image", "The Sash (product)"],
    ["Mt. Korvel Faced 150000 Attacks", "Mt. Korvel (name)"],
    ["Mark Woodley @ SXSW: 'Nobody Listens'", "Mark Woodley (person)"],
    ["First Pictures Of Mark Woodley In Costume", "Mark Woodley (person)"],
    ["Woodley speaks at a festival", "Woodley (person)"],
    ["Akron gas prices rise", "Akron (city)"],
    ["NH gas prices rise", "NH (region)"],
    ["Stocks fall on news from Asia", "Asia (name)"],
    ["Fan sneaks into her Omaha dressing room", "Omaha (city)"],
    ["KVB shows first pictures of the hero", "KVB (organisation)"],
    ["Turkey Bans Veltran", "Turkey (country)"],
    ["SEC Asks Bond Sellers to Report Breach", "SEC (organisation)"],
  ])("are those of “%s”", (title, entity) => {
    expect(named(title)).toContain(entity);
  });

  it.each([
    ["Kissing Reports at Texas Reunion", "Reunion"],
    ["SEC Asks Municipal Bond Sellers to Report Breach", "Sellers"],
    ["Malaysia: Stolen passport user was asylum seeker", "Stolen"],
    ["Judge Upheld Veltran's Ban", "Upheld"],
    ["Korvel pledges to push FX probe all the way", "FX"],
    ["Apple to Sue Korvel", "Sue"],
    ["British Pound (GBP) Falls", "British Pound"],
    ["Korvel Rating Lowered at Zoks (KVL)", "Zoks (company)"],
    ["Korvel Sees Unusually Large Volume (KVL)", "Volume"],
    ["Korvel-Veltran Deal Nears", "(person)"],
    ["The Bank Of England Cuts Rates", "(person)"],
    ["Volcanoes sustained life during ice ages", "Volcanoes"],
    ["10.7 Billion trips taken last year", "Billion"],
    ["Women's Health Matters to Korvel", "Women's"],
    ["Korvel finalizes the deal", "(product)"],
    ["Bitcoin falls below its level of May", "Bitcoin"],
    ["Woodley: 'The Public Has Benefited'", "The Public"],
    ["Jos. Bank rejects the offer", "(city)"],
    ["Securities and Exchange Commission (SEC) Warns Korvel", "Securities and Exchange Commission (company)"],
  ])("of “%s” have no “%s”", (title, none) => {
    expect(named(title).filter((one) => one.includes(none))).toEqual([]);
  });

  it("have no part of the publisher's name that a feed has cut", () => {
    const title = "Ada Korvel gets married to some guy / Scrape ...";
    expect(named(title, { publisher: "Scrape TV" }).join()).not.toContain("Scrape");
  });

  it("are one where a headline has the initials of another's name", () => {
    const { relevantEntities } = compose(
      article("Bank of Nordwik raises its rate"),
      article("BoN rate rise surprises traders"),
    );
    const names = relevantEntities.map(({ name }) => name);
    expect(names).toContain("Bank of Nordwik");
    expect(names).not.toContain("BoN");
  });

  it("are no part of what stands in quotes before a name", () => {
    expect(named("'Bachelor' Juan Galdan slammed").join()).not.toContain("Bachelor");
  });

  it("list who acts before the places where it happens", () => {
    const { impactedEntities } = compose(article("Bitcoin exchange Veltran files for bankruptcy in the US"));
    const scoreOf = (name: string) => impactedEntities.find((one) => one.name === name)?.severity ?? 0;
    expect(impactedEntities[0]?.name).toBe("Veltran");
    expect(scoreOf("United States")).toBeLessThan(scoreOf("Veltran"));
  });

  it("count a place in full where the event befalls it", () => {
    const { impactedEntities } = compose(article("Magnitude 7 earthquake in Chile kills 60"));
    const chile = impactedEntities.find(({ name }) => name === "Chile");
    expect(chile?.severity).toBeGreaterThan(2);
  });
});

describe("the words around a headline", () => {
  it.each([
    ["Photo Release -- Korvel Partners With Veltran", "Korvel Partners With Veltran"],
    ["Veltran Reports Breach of Its Systems (2)", "Veltran Reports Breach of Its Systems"],
  ])("are no part of the title: “%s”", (title, clean) => {
    expect(compose(article(title)).title).toBe(clean);
  });
});

import { describe, expect, it } from "vitest";
import { locateCity } from "#foundation/geography/cities";
import { citiesOfState } from "#foundation/geography/cities-of-state";
import { directionBefore, namedParts } from "#foundation/geography/country-parts";
import { findPlaces } from "#foundation/geography/find-places";
import { nearestCity } from "#foundation/geography/nearest-city";
import { regions } from "#foundation/geography/regions";
import { states } from "#foundation/geography/states";

const summary = (text: string) => findPlaces(text).map(({ kind, name, codes }) => `${kind} ${name} ${codes.join(",")}`);

describe("places in a text", () => {
  it("finds countries and nationalities in any case", () => {
    expect(summary("German and dutch breweries in austria and the U.K.")).toEqual([
      "demonym Germany DE",
      "demonym Netherlands NL",
      "country Austria AT",
      "country United Kingdom GB",
    ]);
  });

  it("finds regions with their members in a stable order", () => {
    expect(summary("DACH, the Nordics and Benelux")).toEqual([
      "region DACH DE,AT,CH",
      "region Nordics DK,FI,IS,NO,SE",
      "region Benelux BE,NL,LU",
    ]);
    const [mention, ...others] = findPlaces("empresas de América Latina");
    expect([mention?.name, others]).toEqual(["Latin America", []]);
  });

  it("gives the span of the original text", () => {
    const text = "Vineyards in Côte d’Ivoire?";
    const [mention] = findPlaces(text);
    expect(text.slice(mention?.start, mention?.end)).toBe("Côte d’Ivoire");
  });

  it("finds cities by English and own names with their coordinates", () => {
    const found = findPlaces("Breweries around München, Wien and Zürich");
    expect(found.map(({ address, codes }) => [address?.[0], codes[0]])).toEqual([
      ["Munich", "DE"],
      ["Vienna", "AT"],
      ["Zürich", "CH"],
    ]);
    expect(found[0]?.coordinates?.map(Math.round)).toEqual([48, 12]);
  });

  it("takes the namesake that the text names: Birmingham in Alabama, not in England", () => {
    expect(summary("Steel mills in Birmingham, Alabama")).toEqual(["city Birmingham US"]);
    expect(summary("Steel mills in Birmingham")).toEqual(["city Birmingham GB"]);
    expect(summary("hotels in Austin, TX and Portland, Oregon")).toEqual(["city Austin US", "city Portland US"]);
  });

  it("finds states and provinces", () => {
    expect(summary("mills in Bavaria, Catalonia or Ontario")).toEqual([
      "state Bavaria DE",
      "state Catalonia ES",
      "state Ontario CA",
    ]);
  });

  it.each([
    ["banks in the southern United States", "US", 17, "Texas"],
    ["banks in the Midwest", "US", 12, "Ohio"],
    ["Norditalien", "IT", 8, "Lombardy"],
    ["wineries in the south of France", "FR", 2, "Occitanie"],
    ["food companies in northern and eastern Germany", "DE", 10, "Saxony"],
    ["South Indian textile mills", "IN", 6, "Kerala"],
  ])("finds the part of a country that %j names", (text, country, states, one) => {
    const [mention, ...others] = findPlaces(text);
    expect(others).toEqual([]);
    expect(mention).toMatchObject({ kind: "part", codes: [country] });
    expect(mention?.address).toHaveLength(states);
    expect(mention?.address).toContainEqual(expect.stringContaining(one.slice(0, 4)));
  });

  it("takes no direction in a country's name for a part, and tells one whose states it does not know", () => {
    expect(summary("South Korean yards, West Africa, Northern Ireland and Western Australia")).toEqual([
      "demonym South Korea KR",
      expect.stringMatching(/^region West(?:ern)? Africa/),
      "state Northern Ireland GB",
      "state Western Australia AU",
    ]);
    expect(findPlaces("furniture makers in northern Poland")).toMatchObject([
      { kind: "country", name: "Poland", direction: "northern" },
    ]);
  });

  it.each(["AU", "BR", "CA", "CN", "DE", "ES", "FR", "IN", "IT", "MX", "US"])(
    "knows the states of every part of %s",
    (country) => {
      const parts = "north south east west northeast northwest southeast southwest central"
        .split(" ")
        .flatMap((direction) => directionBefore(`${direction} `, country, "it")?.part ?? []);
      expect(parts.length).toBeGreaterThanOrEqual(4);
      for (const { name, states } of [...parts, ...namedParts().values()]) expect(states, name).not.toEqual([]);
    },
  );

  it("finds the nations of the United Kingdom", () => {
    expect(summary("Scottish and Welsh distillers, breweries in England")).toEqual([
      "demonym Scotland GB",
      "demonym Wales GB",
      "country United Kingdom GB",
    ]);
  });

  it("takes everyday words for places only where capitals or a preposition say so", () => {
    expect(
      summary("tell us who makes nail polish, bone china, turkey feed, mobile phones and reading glasses"),
    ).toEqual([]);
    expect(summary("mills in turkey and china")).toEqual(["country Turkey TR", "country China CN"]);
    expect(summary("Orange growers and Champagne houses")).toEqual([]);
  });

  it("says by which preposition a place is named, along a list", () => {
    expect(
      findPlaces("traders in Spain, Italy or France, not outside Europe, shipping to Japan").map(
        (place) => place.preposition,
      ),
    ).toEqual(["in", "in", "in", "outside", "to"]);
  });
});

describe("regions", () => {
  it("has the 27 members of the European Union", () => {
    expect(regions().get("eu")?.codes).toHaveLength(27);
    expect(regions().get("eu")?.codes).toEqual(expect.arrayContaining(["DK", "NL", "CY", "IE"]));
  });

  it("counts microstates, crown dependencies, Ukraine and Cyprus to Europe, and Russia not", () => {
    const europe = regions().get("europe")?.codes ?? [];
    expect(europe).toEqual(
      expect.arrayContaining(["AD", "MC", "LI", "JE", "GG", "IM", "GI", "UA", "CY", "RS", "GB", "XK"]),
    );
    expect(europe).not.toContain("RU");
    expect(europe).not.toContain("TR");
  });

  it("lists no country twice in any region", () => {
    for (const { codes } of regions().values()) expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("coordinates", () => {
  it("locates a city in its country only", () => {
    expect(locateCity("München", "DE")?.map(Math.round)).toEqual([48, 12]);
    expect(locateCity("Munich", "FR")).toBeNull();
    expect(locateCity("Nowhereville", "DE")).toBeNull();
  });

  it.each([
    [48.19, 11.64, "Munich", "DE"],
    [51.505, -0.02, "London", "GB"],
    [37.3318, -122.0312, "Cupertino", "US"],
    [22.53, 113.93, "Shenzhen", "CN"],
    [22.28, 114.158, "Hong Kong", "HK"],
    [47.66, 9.175, "Konstanz", "DE"],
    [1.29, 103.85, "Singapore", "SG"],
  ])("answers the city of %d, %d: %s", (latitude, longitude, city, country) => {
    expect(nearestCity(latitude, longitude)).toMatchObject({ city, country });
  });

  it("names the state in the United States and the distance", () => {
    expect(nearestCity(47.64, -122.13)).toMatchObject({
      city: "Redmond",
      state: "Washington",
      distanceKm: expect.closeTo(3.8, 0),
    });
  });

  it("answers nothing at sea and for impossible coordinates", () => {
    expect(nearestCity(0, -30)).toBeNull();
    expect(nearestCity(91, 0)).toBeNull();
    expect(nearestCity(Number.NaN, 0)).toBeNull();
  });
});

describe("the cities of a state", () => {
  it.each([
    ["Bavaria", "DE", "Munich"],
    ["NRW", "DE", "Köln"],
    ["Tyrol", "AT", "Innsbruck"],
    ["Ticino", "CH", "Lugano"],
    ["Lombardy", "IT", "Milan"],
    ["Catalonia", "ES", "Barcelona"],
    ["Brittany", "FR", "Rennes"],
    ["Flanders", "BE", "Gent"],
    ["Gujarat", "IN", "Ahmedabad"],
    ["Minas Gerais", "BR", "Belo Horizonte"],
    ["Jalisco", "MX", "Guadalajara"],
    ["Guangdong", "CN", "Shenzhen"],
    ["West Java", "ID", "Bandung"],
    ["Penang", "MY", "George Town"],
    ["Western Cape", "ZA", "Cape Town"],
    ["Ontario", "CA", "Toronto"],
    ["Queensland", "AU", "Brisbane"],
    ["TX", "US", "Dallas"],
  ])("%s (%s) has %s, and no other state of the country has it", (state, country, city) => {
    const having = [...new Set(states().values())].filter(
      (one) => one.country === country && citiesOfState(one.name, country).includes(city),
    );
    expect(citiesOfState(state, country)).toContain(city);
    expect(having).toHaveLength(1);
  });

  it("are known of almost every state that a question can name", () => {
    const inhabited = [...new Set(states().values())].filter(({ country }) => country !== "BE" && country !== "FR");
    const without = inhabited.filter(({ name, country }) => citiesOfState(name, country).length === 0);
    // Island groups that are not states, provinces that GeoNames does not have yet, and two cities.
    expect(without.length).toBeLessThan(16);
  });
});

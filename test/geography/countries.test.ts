import { describe, expect, it } from "vitest";
import { countryName, isCountryCode, resolveCountryName } from "#foundation/geography/countries";

describe("country names", () => {
  it.each([
    ["South Korea", "KR"],
    ["Korea, Republic of", "KR"],
    ["north korea", "KP"],
    ["Czech Republic", "CZ"],
    ["Czechia", "CZ"],
    ["British Virgin Islands", "VG"],
    ["Virgin Islands, British", "VG"],
    ["The Netherlands", "NL"],
    ["Holland", "NL"],
    ["Scotland", "GB"],
    ["U.S.", "US"],
    ["USA", "US"],
    ["Ivory Coast", "CI"],
    ["Cote d'Ivoire", "CI"],
    ["Bosnia & Herzegovina", "BA"],
    ["Macau", "MO"],
    ["Taiwan", "TW"],
    ["Hong Kong", "HK"],
    ["Netherlands Antilles", "CW"],
    ["Deutschland", "DE"],
    ["Österreich", "AT"],
    ["osterreich", "AT"],
    ["España", "ES"],
    ["Italia", "IT"],
    ["Schweiz", "CH"],
    ["Sverige", "SE"],
    ["Türkiye", "TR"],
    ["de", "DE"],
    ["DEU", "DE"],
  ])("resolves %s to %s", (name, code) => {
    expect(resolveCountryName(name)).toBe(code);
  });

  it.each(["Atlantis", "", "Europe", "Munich", "ZZ", "123"])("knows no country of the name %j", (name) => {
    expect(resolveCountryName(name)).toBeNull();
  });

  it("resolves its own English names of every country", () => {
    const codes = [
      "AE",
      "BO",
      "CD",
      "CG",
      "DE",
      "GB",
      "IR",
      "KP",
      "KR",
      "LA",
      "MD",
      "RU",
      "SY",
      "TR",
      "TZ",
      "US",
      "VA",
      "VE",
      "VI",
      "VN",
      "XK",
    ];
    expect(codes.map((code) => resolveCountryName(countryName(code)))).toEqual(codes);
  });

  it("accepts official codes in capitals only", () => {
    expect([
      isCountryCode("DE"),
      isCountryCode("XK"),
      isCountryCode("de"),
      isCountryCode("EU"),
      isCountryCode("ZZ"),
      isCountryCode("DEU"),
    ]).toEqual([true, true, false, false, false, false]);
  });
});

import { isCountryCode } from "./countries.ts";
import { coder } from "./country-coder.ts";
import { iso } from "./iso-countries.ts";
import { nameKey } from "./normalise.ts";

/**
 * Countries by UN M49 region. Country-coder puts countries with distant parts (ES, FR, GB, …) into no region as a
 * whole. They belong where their capital is.
 */
const REGION_OF_SPLIT: Record<string, string[]> = {
  DK: ["154", "150"],
  ES: ["039", "150"],
  FR: ["155", "150"],
  GB: ["154", "150"],
  NL: ["155", "150"],
  NO: ["154", "150"],
  US: ["021", "003", "019"],
};

/** Dependencies without their own company register or business life. Regions leave them out; searches by name do not. */
const NO_BUSINESS = new Set("AQ AX BV EH GS HM IO PN SJ TF UM VA".split(" "));

/** Returns the alpha-2 codes of an M49 area in alphabetical order. */
function m49(area: string): string[] {
  return Object.keys(iso().getAlpha2Codes())
    .filter((code) => isCountryCode(code) && !NO_BUSINESS.has(code))
    .filter((code) => (REGION_OF_SPLIT[code] ?? coder().feature(code)?.properties.groups ?? []).includes(area))
    .sort();
}

const list = (codes: string): string[] => codes.split(" ");
const union = (...lists: string[][]): string[] => [...new Set(lists.flat())];
const without = (codes: string[], left: string[]): string[] => codes.filter((code) => !left.includes(code));

/**
 * Europe: M49's region 150 with Cyprus (a member of the European Union) and Kosovo, but without Russia, three quarters
 * of which lie in Asia. Includes microstates, crown dependencies and Gibraltar.
 */
const europe = (): string[] => union(m49("150"), ["CY"]).sort();
const europeanUnion = (): string[] =>
  Object.keys(iso().getAlpha2Codes())
    .filter((code) => coder().feature(code)?.properties.level === "country")
    // Country-coder answers for the kingdoms as a whole, whose overseas parts are not in the union.
    .filter((code) => code === "DK" || code === "NL" || coder().isInEuropeanUnion(code) === true)
    .sort();
const nordics = (): string[] => list("DK FI IS NO SE");
const baltics = (): string[] => list("EE LV LT");
const gulf = (): string[] => list("AE BH KW OM QA SA");
const middleEast = (): string[] => union(gulf(), list("EG IL IQ IR JO LB PS SY TR YE"));
const northAfrica = (): string[] => m49("015");
const asean = (): string[] => list("BN ID KH LA MM MY PH SG TH VN");
const centralEurope = (): string[] => list("AT CH CZ DE HU LI PL SI SK");
const balkans = (): string[] => list("AL BA BG GR HR ME MK RO RS SI XK");
const easternEurope = (): string[] => list("BG BY CZ HU MD PL RO SK UA");

/**
 * Regions that market questions name → members in a stable order. Geographic ones follow UN M49; the rest follow common
 * business usage.
 * Unions and clubs have their members of 2025:
 * - European Union, ASEAN, Gulf Cooperation Council, G7, G20 without its unions,
 * - BRICS, Mercosur, European Free Trade Association, Commonwealth of Independent States.
 */
const REGIONS: [names: string[], members: () => string[]][] = [
  [["Europe", "European", "Europeans", "pan-European"], europe],
  [["EU", "E.U.", "European Union", "EU-27", "EU member states", "EU countries"], europeanUnion],
  [["EEA", "European Economic Area"], () => union(europeanUnion(), list("IS LI NO"))],
  [["EFTA"], () => list("CH IS LI NO")],
  [["Eurozone", "euro area"], () => without(europeanUnion(), list("CZ DK HU PL RO SE"))],
  [["DACH", "D-A-CH", "German-speaking countries", "German-speaking Europe"], () => list("DE AT CH")],
  [["Nordics", "Nordic", "Nordic countries", "the Nordic region"], nordics],
  [["Scandinavia", "Scandinavian"], () => list("DK NO SE")],
  [["Baltics", "Baltic", "Baltic states", "Baltic countries"], baltics],
  [["Benelux", "Low Countries"], () => list("BE NL LU")],
  [["Iberia", "Iberian", "Iberian Peninsula"], () => list("ES PT")],
  [["British Isles"], () => list("GB IE GG IM JE")],
  [["Channel Islands"], () => list("GG JE")],
  [["Central Europe", "Central European"], centralEurope],
  [
    ["CEE", "Central and Eastern Europe", "Central and Eastern European", "Central Eastern Europe"],
    () => list("AL BA BG CZ EE HR HU LT LV ME MK PL RO RS SI SK XK"),
  ],
  [["Visegrad", "Visegrad countries", "V4"], () => list("CZ HU PL SK")],
  [
    [
      "Balkans",
      "Balkan",
      "Western Balkans",
      "Southeast Europe",
      "Southeastern Europe",
      "South Eastern Europe",
      "South East Europe",
    ],
    balkans,
  ],
  [["Western Europe", "West Europe", "Western European"], () => union(m49("155"), list("GB IE ES PT IT")).sort()],
  [["Eastern Europe", "East Europe", "Eastern European"], easternEurope],
  [["Northern Europe", "Northern European", "North Europe"], () => m49("154")],
  [["Southern Europe", "Southern European", "South Europe"], () => union(m49("039"), ["CY"]).sort()],
  [["CIS", "Commonwealth of Independent States"], () => list("AM AZ BY KG KZ MD RU TJ UZ")],
  [["Caucasus"], () => list("AM AZ GE")],
  [["EMEA"], () => union(europe(), middleEast(), m49("002"))],
  [["Asia", "Asian"], () => without(m49("142"), ["CY"])],
  [["Asia-Pacific", "Asia Pacific", "APAC"], () => union(m49("030"), m49("035"), m49("034"), m49("009"))],
  [["East Asia", "East Asian", "Eastern Asia", "Far East", "Northeast Asia", "North East Asia"], () => m49("030")],
  [
    [
      "Southeast Asia",
      "South-East Asia",
      "South East Asia",
      "Southeast Asian",
      "South-East Asian",
      "South-eastern Asia",
    ],
    () => union(asean(), ["TL"]),
  ],
  [["ASEAN", "ASEAN countries"], asean],
  [["South Asia", "South Asian", "Indian subcontinent", "Southern Asia"], () => list("AF BD BT IN LK MV NP PK")],
  [["Central Asia", "Central Asian"], () => m49("143")],
  [["Western Asia", "West Asia"], () => m49("145")],
  [["Greater China"], () => list("CN HK MO TW")],
  [["Middle East", "Middle Eastern", "Near East", "Mideast"], middleEast],
  [
    [
      "GCC",
      "Gulf states",
      "Gulf countries",
      "Gulf region",
      "Gulf Cooperation Council",
      "Persian Gulf",
      "Arabian Gulf",
      "the Gulf",
    ],
    gulf,
  ],
  [["MENA", "Middle East and North Africa"], () => union(middleEast(), northAfrica())],
  [["Levant"], () => list("IL JO LB PS SY")],
  [["Maghreb"], () => list("DZ LY MA MR TN")],
  [["Africa", "African", "pan-African"], () => m49("002")],
  [["North Africa", "North African", "Northern Africa"], northAfrica],
  [["Sub-Saharan Africa", "Subsaharan Africa"], () => m49("202")],
  [["West Africa", "West African", "Western Africa"], () => m49("011")],
  [["East Africa", "East African", "Eastern Africa"], () => m49("014")],
  [["Central Africa", "Middle Africa"], () => m49("017")],
  [["Southern Africa"], () => m49("018")],
  [["North America", "North American"], () => list("US CA MX")],
  [
    [
      "Midwest",
      "US Midwest",
      "American Midwest",
      "New England",
      "US West Coast",
      "US East Coast",
      "Sun Belt",
      "Deep South",
    ],
    () => list("US"),
  ],
  [["South America", "South American"], () => m49("005")],
  [["Central America", "Central American"], () => list("BZ CR GT HN NI PA SV")],
  [
    ["Latin America", "Latin American", "LATAM", "Latam", "Lateinamerika", "Amérique latine", "América Latina"],
    () => m49("419"),
  ],
  [["Caribbean", "West Indies"], () => m49("029")],
  [["Americas", "the Americas"], () => m49("019")],
  [["Mercosur"], () => list("AR BO BR PY UY")],
  [["Andean countries", "Andes", "Andean"], () => list("BO CO EC PE")],
  // Countries that share a mountain range or a sea, as people name them.
  [["Alps", "Alpine countries", "Alpine region", "Alpine nations"], () => list("AT CH DE FR IT LI SI")],
  [["Pyrenees"], () => list("AD ES FR")],
  [["Carpathians"], () => list("CZ HU PL RO SK UA")],
  [["Himalayas", "Himalayan countries"], () => list("BT CN IN NP PK")],
  [
    ["Mediterranean", "Mediterranean countries", "Mediterranean region"],
    () => list("AL BA CY DZ EG ES FR GI GR HR IL IT LB LY MA MC ME MT SI SY TN TR"),
  ],
  [["Adriatic", "Adriatic countries"], () => list("AL BA HR IT ME SI")],
  [["Black Sea region", "Black Sea countries"], () => list("BG GE RO RU TR UA")],
  [["Baltic Sea region", "Baltic Sea countries"], () => list("DE DK EE FI LT LV PL SE")],
  [["Mekong", "Indochina", "Mekong countries"], () => list("KH LA MM TH VN")],
  [["English-speaking countries", "English-speaking world", "Anglosphere"], () => list("AU CA GB IE NZ US")],
  [
    ["Spanish-speaking countries", "Spanish-speaking world"],
    () => list("AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE"),
  ],
  [["Oceania"], () => m49("009")],
  [["ANZ", "Australia and New Zealand", "Australasia"], () => list("AU NZ")],
  [["Pacific Islands"], () => union(m49("054"), m49("057"), m49("061"))],
  [["G7", "G-7"], () => list("CA DE FR GB IT JP US")],
  [["G20", "G-20"], () => list("AR AU BR CA CN DE FR GB ID IN IT JP KR MX RU SA TR US ZA")],
  [["BRICS"], () => list("BR RU IN CN ZA EG ET ID IR AE")],
];

export interface Region {
  name: string;
  codes: string[];
}

let table: Map<string, Region> | null = null;

/** Look-up keys of region names → the region. */
export function regions(): Map<string, Region> {
  if (table) return table;
  table = new Map();
  for (const [names, members] of REGIONS) {
    const region = { name: names[0] ?? "", codes: members() };
    for (const name of names) table.set(nameKey(name).replace(/^the /, ""), region);
  }
  return table;
}

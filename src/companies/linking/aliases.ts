import { joinedKey, nameWords } from "./name-words.ts";

/**
 * Names that people use for a company but no rule finds in its record, by the record's name without legal forms. A row
 * applies only to a company of that country. Sources:
 * - `brand`: the company's own name for itself or for its largest business, from its site and annual report;
 * - `ticker`: also its symbol at its main exchange;
 * - `former`: its name until the year that follows.
 */
const ALIASES = `
US | Alphabet | Google, YouTube | brand: Google is its largest business (Form 10-K, Item 1)
US | Meta Platforms | Facebook, Instagram, WhatsApp | brand; Facebook until 2021
US | Meta | Facebook, Instagram, WhatsApp | brand; Facebook until 2021
US | Federal Home Loan Mortgage | Freddie Mac | brand
US | Federal National Mortgage Association | Fannie Mae | brand
US | Citigroup | Citi, Citibank | brand
US | Johnson & Johnson | J&J | brand
US | Procter & Gamble | P&G | brand
US | Bank of America | BofA, Merrill Lynch | brand
US | JPMorgan Chase | JPMorgan | brand
US | Goldman Sachs | Goldman | brand: short form of its annual report
US | The Goldman Sachs Group | Goldman | brand: short form of its annual report
US | Berkshire Hathaway | Berkshire | brand: short form of its annual report
US | General Motors | GM | ticker
US | General Electric | GE | ticker
US | Electronic Arts | EA | ticker
US | Ford Motor | Ford | brand
US | Walt Disney | Disney, ESPN, Pixar | brand
US | Exxon Mobil | Exxon | brand
US | Coca-Cola | Coke | brand: its registered mark
US | PepsiCo | Pepsi | brand
US | Colgate-Palmolive | Colgate | brand
US | Bristol-Myers Squibb | Bristol-Myers | brand: short form of its annual report
US | American International | AIG | ticker
US | Microsoft | Xbox, LinkedIn, Skype | brand
US | Deere | John Deere | brand
US | Yum! Brands | KFC, Taco Bell, Pizza Hut | brand
US | CVS Health | CVS | ticker
US | Walgreens Boots Alliance | Walgreens | brand
US | Chipotle Mexican Grill | Chipotle | brand
US | Costco Wholesale | Costco | brand
US | Snap | Snapchat | brand; Snapchat until 2016
US | Elevance Health | Anthem | former: 2022
US | Philip Morris International | Philip Morris | brand
US | Kraft Heinz | Kraft, Heinz | brand
US | Estee Lauder | Estee Lauder | brand
US | Occidental Petroleum | Occidental | brand: short form of its annual report
US | U.S. Bancorp | U.S. Bank | brand
US | Lockheed Martin | Lockheed | brand
US | Northrop Grumman | Northrop | brand
US | Procter & Gamble Company | P&G | brand
US | Peloton Interactive | Peloton | brand
US | ViacomCBS | Viacom, CBS | brand
US | Comcast | NBCUniversal, Xfinity | brand
US | Motorola Solutions | Motorola | brand
US | Activision Blizzard | Activision | brand
US | Live Nation Entertainment | Live Nation, Ticketmaster | brand
US | Domino's Pizza | Domino's | brand
US | Darden Restaurants | Olive Garden | brand
US | Campbell Soup | Campbell's | brand
US | Mondelez International | Mondelez | brand
US | Booking | Priceline, Booking.com | former: 2018
US | Charles Schwab | Schwab | brand
US | Block | Square | former: 2021
US | RTX | Raytheon, United Technologies | former: 2023
US | DuPont de Nemours | DuPont | brand
US | Dow | Dow Chemical | former: 2019
US | Freeport-McMoRan | Freeport | brand: short form of its annual report
US | Urban Outfitters | Anthropologie | brand
US | Abercrombie & Fitch | Abercrombie | brand
US | Royal Caribbean | Royal Caribbean Cruises | former: 2020
GB | GSK | GSK, GlaxoSmithKline, Glaxo | ticker; former: 2022
GB | GlaxoSmithKline | GSK, Glaxo | ticker
GB | NatWest | Royal Bank of Scotland, RBS | former: 2020
GB | Lloyds Banking | Lloyds | brand
GB | Marks and Spencer | M&S | brand
GB | J Sainsbury | Sainsbury's, Sainsbury | brand
GB | Wm Morrison Supermarkets | Morrisons | brand
GB | BAE Systems | BAE | brand
GB | InterContinental Hotels | IHG | ticker
GB | Standard Chartered | StanChart | brand: its name on the market
GB | Reckitt Benckiser | Reckitt | brand
GB | Imperial Brands | Imperial Tobacco | former: 2016
GB | Associated British Foods | Primark | brand
GB | International Consolidated Airlines | British Airways, Iberia, IAG | brand
ES | International Consolidated Airlines | British Airways, Iberia, IAG | brand
GB | British American Tobacco | BAT | brand
GB | Rolls Royce | Rolls-Royce | brand
GB | Compass | Compass Group | brand
DE | Volkswagen | VW, Audi | brand
DE | Bayerische Motoren Werke | BMW | brand
DE | Daimler | Mercedes-Benz, Mercedes | brand
DE | Mercedes-Benz | Daimler, Mercedes | former: 2022
DE | Deutsche Lufthansa | Lufthansa | brand
DE | Deutsche Post | DHL | brand
DE | Deutsche Borse | Deutsche Boerse | brand
NL | Stellantis | Chrysler, Fiat, Fiat Chrysler, Peugeot | brand; Fiat Chrysler until 2021
NL | Koninklijke Philips | Philips | brand
NL | Koninklijke DSM | DSM | brand
NL | Koninklijke Ahold Delhaize | Ahold, Ahold Delhaize | brand
NL | Airbus | EADS | former: 2014
BE | Anheuser Busch Inbev | AB InBev, Anheuser-Busch, Budweiser | brand
BE | Anheuser-Busch InBev | AB InBev, Anheuser-Busch, Budweiser | brand
FR | TotalEnergies | Total SA | former: 2021
FR | Electricite de France | EDF | ticker
FR | L'Air Liquide | Air Liquide | brand
FR | Compagnie de Saint-Gobain | Saint-Gobain | brand
FR | LVMH Moët Hennessy - Louis Vuitton | LVMH, Louis Vuitton | brand
FR | LVMH Moët Hennessy - Louis Vuitton, Societe Europeenne | LVMH, Louis Vuitton | brand
FR | Societe Generale | SocGen | brand: its name on the market
FR | Société Générale | SocGen | brand: its name on the market
FR | AIR FRANCE - KLM | Air France, KLM | brand
FR | Veolia Environnement | Veolia | brand
FR | Kering | Gucci | brand
IT | Assicurazioni Generali | Generali | brand
IT | Davide Campari-Milano | Campari | brand
ES | Industria de Diseno Textil | Inditex, Zara | brand
ES | Banco Santander | Santander | brand
ES | Banco Bilbao Vizcaya Argentaria | BBVA | ticker
SE | Telefonaktiebolaget LM Ericsson | Ericsson, LM Ericsson | brand
SE | AB Volvo | Volvo | brand
SE | H & M Hennes & Mauritz | H&M | brand
SE | Svenska Handelsbanken | Handelsbanken | brand
SE | Skandinaviska Enskilda Banken | SEB | ticker
SE | Svenska Cellulosa AB SCA | SCA | ticker
DK | A.P. Moller - Maersk | Maersk | brand
CH | Compagnie Financiere Richemont | Richemont, Cartier | brand
CH | Credit Suisse | Credit Suisse | brand
CH | Zurich Insurance | Zurich Insurance | brand
JP | SoftBank | SoftBank | brand
JP | Mitsubishi UFJ Financial | MUFG | ticker
JP | Sumitomo Mitsui Financial | SMFG | ticker
JP | Nippon Telegraph and Telephone | NTT | brand
JP | Fast Retailing | Uniqlo | brand
JP | Seven & i | 7-Eleven | brand
JP | Sony | PlayStation | brand
TW | Taiwan Semiconductor Manufacturing | TSMC | brand
TW | Taiwan Semiconductor Manufacturing Company | TSMC | brand
TW | Hon Hai Precision Industry | Foxconn, Hon Hai | brand
TW | ASUSTeK Computer | Asus | brand
KR | Korea Electric Power | KEPCO | brand
CN | China Petroleum & Chemical | Sinopec | brand
CN | Industrial and Commercial Bank of China | ICBC | brand
CN | Agricultural Bank of China | AgBank | brand
CN | Alibaba | Taobao | brand
IN | Tata Motors | Jaguar Land Rover | brand
IN | State Bank of India | SBI | brand
IN | Reliance Industries | Reliance | brand: short form of its annual report
CA | Toronto-Dominion Bank | TD Bank | brand
CA | Bank of Montreal | BMO | brand
CA | Bank of Nova Scotia | Scotiabank | brand
CA | BlackBerry | Research In Motion | former: 2013
CA | Restaurant Brands International | Burger King, Tim Hortons | brand
AU | Commonwealth Bank of Australia | Commonwealth Bank, CBA | brand
BR | Petroleo Brasileiro S.A. - Petrobras | Petrobras | brand
BR | Centrais Eletricas Brasileiras S.A. - Eletrobras | Eletrobras | brand
RU | Mining and Metallurgical Company Norilsk Nickel | Norilsk Nickel, Nornickel | brand
IL | Teva Pharmaceutical Industries | Teva | brand
US | Teva Pharmaceutical Industries | Teva | brand
`;

interface Known {
  country: string;
  names: string[];
}

const byName = new Map<string, Known[]>();
for (const line of ALIASES.trim().split("\n")) {
  const [country = "", name = "", names = ""] = line.split(" | ");
  const key = joinedKey(nameWords(name));
  byName.set(key, [...(byName.get(key) ?? []), { country, names: names.split(", ") }]);
}

/**
 * Returns other names of a company; most have none.
 * @param keys of its record's name, without legal forms and group words
 * @param country ISO 3166-1 alpha-2; a record without one is taken for the known company of its name
 */
export function aliasesOf(keys: readonly string[], country: string | null | undefined): string[] {
  const known = keys.flatMap((key) => byName.get(key) ?? []);
  const own = country ? known.filter((one) => one.country === country) : known;
  return [...new Set(own.flatMap(({ names }) => names))];
}

/**
 * Names that mean something else between these words: "GM crops" are genetically modified, and "South by Southwest" is
 * a festival.
 */
const OTHER_THINGS: Readonly<Record<string, { before?: RegExp; after?: RegExp }>> = {
  gm: {
    after:
      /^\s(?:crops?|foods?|corn|maize|soy\w*|wheat|rice|plants?|seeds?|salmon|mosquito\w*|technology|organisms?|ingredients?)\b/i,
  },
  orange: { after: /^ is the new\b/i },
  southwest: { before: /\b(?:south|north) by $/i },
};

/** Whether a name between these texts belongs to another thing's name. */
export function isOtherThing(key: string, before: string, after: string): boolean {
  const known = Object.hasOwn(OTHER_THINGS, key) ? OTHER_THINGS[key] : undefined;
  return (known?.before?.test(before) ?? false) || (known?.after?.test(after) ?? false);
}

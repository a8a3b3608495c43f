import { nameKey } from "./normalise.ts";
import { stateByCode } from "./states.ts";

const DIRECTIONS = [
  "north",
  "south",
  "east",
  "west",
  "northeast",
  "northwest",
  "southeast",
  "southwest",
  "central",
] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * Parts of countries by direction → ISO 3166-2 codes of their states. They are official divisions where there are any,
 * otherwise what the country's press means. Official are the regions of the US Census Bureau, NUTS 1 of Italy and Spain,
 * IBGE's regions of Brazil, and the zonal councils of India. So are China's greater regions.
 */
const PARTS: Readonly<Record<string, Partial<Record<Direction, string>>>> = {
  AU: {
    east: "NSW QLD VIC TAS ACT",
    west: "WA",
    north: "NT QLD",
    southeast: "NSW VIC TAS ACT SA",
    south: "SA VIC TAS",
  },
  BR: {
    north: "AC AP AM PA RO RR TO",
    northeast: "AL BA CE MA PB PE PI RN SE",
    central: "DF GO MT MS",
    southeast: "ES MG RJ SP",
    south: "PR SC RS",
  },
  CA: { west: "AB BC MB SK", east: "NB NS PE NL QC ON", central: "ON QC", north: "YT NT NU" },
  CN: {
    north: "BJ TJ HE SX NM",
    northeast: "LN JL HL",
    east: "SH JS ZJ AH FJ JX SD",
    central: "HA HB HN",
    south: "GD GX HI",
    southwest: "CQ SC GZ YN XZ",
    northwest: "SN GS QH NX XJ",
    west: "CQ SC GZ YN XZ SN GS QH NX XJ",
  },
  DE: {
    north: "HB HH MV NI SH",
    south: "BW BY",
    east: "BB BE MV SN ST TH",
    west: "HE NW RP SL",
    southwest: "BW RP SL",
    northeast: "BB BE MV",
    central: "HE TH",
  },
  ES: {
    northwest: "GA AS CB",
    northeast: "PV NC RI AR",
    north: "GA AS CB PV NC RI AR",
    central: "CL CM EX MD",
    east: "CT VC IB",
    south: "AN MC",
  },
  FR: {
    north: "HDF NOR",
    south: "OCC PAC",
    southeast: "PAC ARA",
    southwest: "NAQ OCC",
    east: "GES BFC",
    west: "BRE PDL",
    northwest: "BRE NOR",
    central: "CVL",
  },
  IN: {
    north: "CH DL HR HP JK PB RJ",
    south: "AP KA KL PY TN TS",
    west: "GA GJ MH",
    east: "BR JH OD WB",
    northeast: "AS AR MN ML MZ NL SK TR",
    central: "CG MP UK UP",
  },
  IT: {
    north: "21 23 25 32 34 36 42 45",
    northwest: "21 23 25 42",
    northeast: "32 34 36 45",
    central: "52 55 57 62",
    south: "65 67 72 75 77 78 82 88",
  },
  MX: {
    north: "BCN BCS CHH COA DUR NLE SIN SON TAM",
    central: "AGU CMX GUA HID MEX MOR PUE QUE SLP TLA ZAC",
    south: "CAM CHP GRO OAX ROO TAB VER YUC",
    southeast: "CAM CHP ROO TAB YUC VER",
    west: "COL JAL MIC NAY",
  },
  US: {
    northeast: "CT ME MA NH NJ NY PA RI VT",
    south: "AL AR DE DC FL GA KY LA MD MS NC OK SC TN TX VA WV",
    southeast: "AL AR FL GA KY LA MS NC SC TN VA WV",
    southwest: "AZ NM OK TX",
    west: "AK AZ CA CO HI ID MT NV NM OR UT WA WY",
    northwest: "ID OR WA",
    east: "CT DE DC FL GA ME MD MA NH NJ NY NC PA RI SC VT VA",
    north: "CT IL IN IA ME MA MI MN NH NJ NY ND OH PA RI SD VT WI",
  },
};

/** Parts with names of their own. */
const NAMED: readonly [names: string[], country: string, states: string][] = [
  [
    ["Midwest", "American Midwest", "US Midwest", "Midwestern United States", "Midwestern US"],
    "US",
    "IL IN IA KS MI MN MO NE ND OH SD WI",
  ],
  [["US Southeast", "American Southeast"], "US", PARTS.US?.southeast ?? ""],
  [["US Northeast", "American Northeast"], "US", PARTS.US?.northeast ?? ""],
  [["US Southwest", "American Southwest"], "US", PARTS.US?.southwest ?? ""],
  [["US South", "American South"], "US", PARTS.US?.south ?? ""],
  [["New England"], "US", "CT ME MA NH RI VT"],
  [["West Coast", "US West Coast", "American West Coast"], "US", "CA OR WA"],
  [["East Coast", "US East Coast", "American East Coast"], "US", PARTS.US?.east ?? ""],
  [["Pacific Northwest"], "US", "ID OR WA"],
  [["Gulf Coast", "US Gulf Coast"], "US", "AL FL LA MS TX"],
  [["Great Plains"], "US", "CO KS MT NE NM ND OK SD TX WY"],
  [["Atlantic Canada"], "CA", "NB NL NS PE"],
  [["Maritimes", "Maritime Provinces"], "CA", "NB NS PE"],
  [["Canadian Prairies", "Prairie Provinces"], "CA", "AB MB SK"],
  [["Mezzogiorno"], "IT", PARTS.IT?.south ?? ""],
  [["Süddeutschland"], "DE", PARTS.DE?.south ?? ""],
  [["Norddeutschland"], "DE", PARTS.DE?.north ?? ""],
  [["Ostdeutschland", "neue Bundesländer", "neuen Bundesländern"], "DE", PARTS.DE?.east ?? ""],
  [["Westdeutschland"], "DE", PARTS.DE?.west ?? ""],
  [["Norditalien"], "IT", PARTS.IT?.north ?? ""],
  [["Süditalien"], "IT", PARTS.IT?.south ?? ""],
  [["Südfrankreich"], "FR", PARTS.FR?.south ?? ""],
  [["Nordfrankreich"], "FR", PARTS.FR?.north ?? ""],
  [["Nordspanien"], "ES", PARTS.ES?.north ?? ""],
  [["Südspanien"], "ES", PARTS.ES?.south ?? ""],
];

/** A part of a country, by the names of its states. */
export interface CountryPart {
  country: string;
  name: string;
  states: string[];
}

function partOf(country: string, name: string, codes: string): CountryPart {
  const states = codes.split(" ").map((code) => {
    const state = stateByCode(country, code);
    if (state === null) throw new Error(`${name}: ${country} has no state ${code}.`);
    return state.name;
  });
  return { country, name, states };
}

let named: Map<string, CountryPart> | null = null;

/** Returns look-up keys of parts with names of their own ("New England") → the part. */
export function namedParts(): Map<string, CountryPart> {
  named ??= new Map(
    NAMED.flatMap(([names, country, codes]) =>
      names.map((name): [string, CountryPart] => [nameKey(name), partOf(country, names[0] ?? name, codes)]),
    ),
  );
  return named;
}

const COMPASS = "(?:(?:north|south)[- ]?(?:east|west)|north|south|east|west|central)(?:ern)?";
/** "southern ", "north and east ", "the south of ", "the western part of the " before a country. */
const BEFORE_COUNTRY = new RegExp(
  String.raw`(?<![\p{L}-])(${COMPASS}(?:\s*(?:,|and|or|&)\s*${COMPASS})*)(?:[- ](?:parts?|half|regions?|states))?(?:\s+of)?(?:\s+the)?[- ]+$`,
  "iu",
);

/** A direction before a country. */
export interface Direct {
  /** As it is written: "southern". */
  text: string;
  /** The part of the country; null where the country's parts are not known. */
  part: CountryPart | null;
}

/**
 * Reads the direction before a country ("southern " of "southern Germany"); null without one.
 * @param before the text before the country's name
 * @param country alpha-2
 * @param name the country's English name
 */
export function directionBefore(before: string, country: string, name: string): Direct | null {
  const text = BEFORE_COUNTRY.exec(before)?.[1];
  if (text === undefined) return null;
  const directions = text
    .toLowerCase()
    .split(/\s*(?:,|\band\b|\bor\b|&)\s*/)
    .map((one) => one.replace(/[- ]|ern$/g, ""));
  const known = DIRECTIONS.filter((direction) => directions.includes(direction)).map(
    (direction) => PARTS[country]?.[direction],
  );
  if (known.length < directions.length || known.some((codes) => codes === undefined)) return { text, part: null };
  const codes = [...new Set(known.join(" ").split(" "))].join(" ");
  return { text, part: partOf(country, `${text.toLowerCase()} ${name}`, codes) };
}

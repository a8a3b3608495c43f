import { iso31662 } from "iso-3166";
import { nameKey } from "./normalise.ts";

/** A first-level subdivision of a country: state, province, region. */
export interface State {
  country: string;
  /** The English name, or the official one where English has none. */
  name: string;
  /** The part of its ISO 3166-2 code after the country, e.g. "CA" for California. */
  code: string;
}

/** Countries whose subdivisions people name when they look for companies. */
const COUNTRIES = new Set("US CA AU DE AT CH IT ES FR BE IN BR MX CN ID MY ZA".split(" "));
/** The nations of the United Kingdom but England, where nearly all of its companies are. */
const NATIONS = new Set(["GB-SCT", "GB-WLS", "GB-NIR"]);

/** English names of subdivisions that ISO 3166-2 lists only in another language. */
const ENGLISH_NAMES: Record<string, string[]> = {
  "AT-2": ["Carinthia"],
  "AT-3": ["Lower Austria"],
  "AT-4": ["Upper Austria"],
  "AT-6": ["Styria"],
  "AT-7": ["Tyrol", "Tirol"],
  "BE-VLG": ["Flanders"],
  "BE-WAL": ["Wallonia"],
  "CH-GE": ["Canton of Geneva"],
  "CH-TI": ["Ticino"],
  "DE-BY": ["Bavaria"],
  "DE-BW": ["Baden-Württemberg", "Baden-Wuerttemberg"],
  "DE-HE": ["Hesse"],
  "DE-NI": ["Lower Saxony"],
  "DE-NW": ["North Rhine-Westphalia", "NRW"],
  "DE-RP": ["Rhineland-Palatinate"],
  "DE-SN": ["Saxony"],
  "DE-ST": ["Saxony-Anhalt"],
  "DE-TH": ["Thuringia"],
  "ES-AN": ["Andalusia"],
  "ES-AS": ["Asturias"],
  "ES-CN": ["Canary Islands"],
  "ES-CT": ["Catalonia", "Cataluña"],
  "ES-IB": ["Balearic Islands"],
  "ES-MC": ["Murcia"],
  "ES-NC": ["Navarre", "Navarra"],
  "ES-PV": ["Basque Country"],
  "ES-VC": ["Valencian Community"],
  "FR-BRE": ["Brittany"],
  "FR-BFC": ["Burgundy"],
  "FR-IDF": ["Île-de-France"],
  "FR-NOR": ["Normandy"],
  "FR-PAC": ["Provence"],
  "FR-20R": ["Corsica"],
  "ID-JB": ["West Java"],
  "ID-JI": ["East Java"],
  "ID-JT": ["Central Java"],
  "ID-KI": ["East Kalimantan"],
  "ID-SB": ["West Sumatra"],
  "ID-SN": ["South Sulawesi"],
  "ID-SS": ["South Sumatra"],
  "ID-SU": ["North Sumatra"],
  "IT-21": ["Piedmont"],
  "IT-25": ["Lombardy"],
  "IT-32": ["South Tyrol", "Trentino"],
  "IT-45": ["Emilia-Romagna"],
  "IT-52": ["Tuscany"],
  "IT-75": ["Apulia"],
  "IT-82": ["Sicily"],
  "IT-88": ["Sardinia"],
  "MY-04": ["Malacca"],
  "MY-07": ["Penang"],
};

/** Parts of the listed name that only name the kind of unit: "Valenciana, Comunidad" and "Jiangsu Sheng". */
const GENERIC = / (?:Sheng|Shi|Zizhiqu)$/;

/** Cities that are also states: they are read as cities. */
const CITY_STATES = new Set([
  "DE-BE",
  "DE-HB",
  "DE-HH",
  "AT-9",
  "CN-BJ",
  "CN-SH",
  "CN-TJ",
  "CN-CQ",
  "US-NY",
  "US-DC",
  "MX-CMX",
  "IN-DL",
  "IN-CH",
  "CH-GE",
  "CH-ZH",
  "CH-BS",
  "CH-BE",
  "CH-LU",
  "CH-SG",
]);

/** Subdivisions that are also territories in ISO 3166-1 (Puerto Rico, Hong Kong). */
const TERRITORIES = new Set(["US-AS", "US-GU", "US-MP", "US-PR", "US-UM", "US-VI", "CN-HK", "CN-MO", "CN-TW"]);

let byName: Map<string, State> | null = null;
let byCode: Map<string, State> | null = null;
const spellings = new Map<State, string[]>();

function load(): { names: Map<string, State>; codes: Map<string, State> } {
  if (byName && byCode) return { names: byName, codes: byCode };
  byName = new Map();
  byCode = new Map();
  for (const { code, parent, name } of iso31662) {
    // Departments and provinces below the first level have the region as their parent.
    if ((!COUNTRIES.has(parent) && !NATIONS.has(code)) || TERRITORIES.has(code)) continue;
    const english = ENGLISH_NAMES[code] ?? [];
    const official = name.replace(GENERIC, "").split(",")[0] ?? name;
    const state = { country: parent, name: english[0] ?? official, code: code.slice(3) };
    byCode.set(code, state);
    const keys = new Set([official, ...english].map(nameKey));
    spellings.set(state, [...keys, state.code.toLowerCase()]);
    if (CITY_STATES.has(code)) continue;
    for (const spelling of [official, ...english]) {
      if (!byName.has(nameKey(spelling))) byName.set(nameKey(spelling), state);
    }
  }
  return { names: byName, codes: byCode };
}

/** Returns look-up keys of state names → the state. Where two countries share a name, the first of the list wins. */
export function states(): Map<string, State> {
  return load().names;
}

/** Returns a state by its country and ISO 3166-2 part ("US", "TX"); null when there is none. */
export function stateByCode(country: string, code: string): State | null {
  return load().codes.get(`${country}-${code.toUpperCase()}`) ?? null;
}

/**
 * Returns look-up keys of a country's (alpha-2) state as directories write it, including its code: "Pennsylvania" →
 * "pennsylvania", "pa".
 */
export function stateSpellings(written: string, country: string): string[] {
  const state = stateNamed(written, country);
  return state === null ? [] : (spellings.get(state) ?? []);
}

/** Returns a country's (alpha-2) state by its name or by its ISO 3166-2 part; null when there is none. */
export function stateNamed(written: string, country: string): State | null {
  const named = states().get(nameKey(written));
  return named?.country === country ? named : stateByCode(country, written.trim());
}

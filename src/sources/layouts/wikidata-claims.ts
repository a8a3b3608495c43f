/** Wikidata's facts about a company, in the form that the dump and the query service share. */
export interface WikidataCompany {
  /** `Q…` */
  id: string;
  name: string;
  description?: string | undefined;
  website?: string | undefined;
  /** ISO 3166-1 alpha-2, a name, or `Q…`. */
  country?: string | undefined;
  city?: string | undefined;
  coordinates?: [latitude: number, longitude: number] | undefined;
  /** An ISO date, of which only the year counts. */
  founded?: string | undefined;
  employees?: number | undefined;
  lei?: string | undefined;
  isin?: string | undefined;
  cik?: string | undefined;
  companyNumber?: string | undefined;
  /** `Q…` */
  parent?: string | undefined;
  parentName?: string | undefined;
  industries?: readonly string[] | undefined;
}

/** The used part of an entity in the dump. */
export interface Entity {
  id: string;
  type?: string;
  labels?: Record<string, { value: string } | undefined>;
  descriptions?: Record<string, { value: string } | undefined>;
  claims?: Record<string, Claim[] | undefined>;
}

interface Claim {
  rank?: "preferred" | "normal" | "deprecated";
  mainsnak?: { datavalue?: { value?: unknown } };
  qualifiers?: Record<string, { datavalue?: { value?: unknown } }[] | undefined>;
}

/**
 * Wikidata's classes whose members are companies. General classes: business, company, enterprise, public, private,
 * multinational and holding company, subsidiary, conglomerate, state-owned enterprise. Classes by trade: bank, airline,
 * software and technology company, automobile manufacturer, publishing company, video game developer and publisher.
 */
const COMPANY_CLASSES = new Set(
  `Q4830453 Q783794 Q6881511 Q891723 Q1589009 Q161726 Q219577 Q658255 Q778575 Q270791 Q22687 Q46970 Q1058914 Q18388277 Q786820
  Q2085381 Q210167 Q1137109`.split(/\s+/),
);
/** Properties that only companies have: stock exchange, LEI, legal form. */
const OF_COMPANIES = ["P414", "P1278", "P1454"];
const PREFERRED_FIRST = { preferred: 0, normal: 1, deprecated: 2 };

/** Reads the facts of an entity that is a company with a current web site; null for anything else. */
export function readEntityFacts({ id, type, labels, descriptions, claims = {} }: Entity): WikidataCompany | null {
  if (type !== "item" || claims.P856 === undefined) return null;
  const classes = entityIds(claims.P31);
  const isCompany =
    classes.some((one) => COMPANY_CLASSES.has(one)) || OF_COMPANIES.some((name) => claims[name] !== undefined);
  // P576: dissolved.
  if (!isCompany || classes.includes("Q5") || claims.P576 !== undefined) return null;
  const [headquarters] = ordered(claims.P159);
  return {
    id,
    name: (labels?.en ?? labels?.mul)?.value ?? "",
    description: descriptions?.en?.value,
    website: texts(claims.P856)[0],
    country: entityIds(claims.P17)[0],
    coordinates: pointOf(headquarters?.qualifiers?.P625?.[0]?.datavalue?.value),
    founded: times(claims.P571)[0],
    employees: amounts(newestOf(claims.P1128))[0],
    lei: texts(claims.P1278)[0],
    isin: texts(claims.P946)[0],
    cik: texts(claims.P5531)[0],
    companyNumber: texts(claims.P2622)[0],
    parent: entityIds(claims.P749?.filter(isNow))[0],
  };
}

/** P582: end time. */
const isNow = ({ qualifiers }: Claim): boolean => qualifiers?.P582 === undefined;

const ordered = (claims: readonly Claim[] = []): Claim[] =>
  claims
    .filter(({ rank }) => rank !== "deprecated")
    .sort((a, b) => PREFERRED_FIRST[a.rank ?? "normal"] - PREFERRED_FIRST[b.rank ?? "normal"]);

/** P585: point in time. Without a preferred claim the newest counts. */
const newestOf = (claims: readonly Claim[] = []): Claim[] => {
  const day = ({ qualifiers }: Claim) => field(qualifiers?.P585?.[0]?.datavalue?.value, "time") ?? "";
  return [...claims].sort((a, b) => String(day(b)).localeCompare(String(day(a))));
};

const values = (claims: readonly Claim[] | undefined): unknown[] =>
  ordered(claims).map(({ mainsnak }) => mainsnak?.datavalue?.value);
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const strings = (found: unknown[]): string[] => found.filter((value) => typeof value === "string");

const texts = (claims: readonly Claim[] | undefined): string[] => strings(values(claims));
const entityIds = (claims: readonly Claim[] | undefined): string[] =>
  strings(values(claims).map((value) => field(value, "id")));
const times = (claims: readonly Claim[] | undefined): string[] =>
  strings(values(claims).map((value) => field(value, "time")));
const amounts = (claims: readonly Claim[] | undefined): number[] =>
  strings(values(claims).map((value) => field(value, "amount")))
    .map(Number)
    .filter((amount) => Number.isFinite(amount));

function pointOf(value: unknown): [number, number] | undefined {
  const [latitude, longitude] = [field(value, "latitude"), field(value, "longitude")];
  return typeof latitude === "number" && typeof longitude === "number" ? [latitude, longitude] : undefined;
}

import { readLei } from "#companies/identifiers/check-digits";
import type { SourceRowReading } from "#companies/records/source-row";
import { jsonElements } from "#foundation/files/json-elements";
import { fileParts } from "#foundation/files/parts";
import type { SourceLayout } from "./layout.ts";
import { registeredPlace } from "./places.ts";
import { type NamedRow, namedRows } from "./table.ts";

const ENTITY = "Entity.";
const NEEDED = ["LEI", "Entity.LegalName", "Entity.HeadquartersAddress.Country", "Entity.EntityStatus"];

/** GLEIF's codes of registration authorities: the registrars of companies of England and Wales, Northern Ireland and Scotland. */
const COMPANIES_HOUSE = new Set(["RA000585", "RA000586", "RA000587"]);
/** Categories of the level 1 format that are no active companies. */
const NO_COMPANIES = new Set(["FUND", "BRANCH", "SOLE_PROPRIETOR", "RESIDENT_GOVERNMENT_ENTITY"]);
const DEAD = new Set(["ANNULLED", "DUPLICATE", "CANCELLED", "RETIRED", "MERGED", "TRANSFERRED"]);
/** Types of relationships of the level 2 format. The others are those of funds and branches. */
const DIRECT = "IS_DIRECTLY_CONSOLIDATED_BY";
const ULTIMATE = "IS_ULTIMATELY_CONSOLIDATED_BY";
/** Other names that may be in Latin letters where the legal name is not. */
const OTHER_NAMES =
  /^Entity\.(?:TransliteratedOtherEntityNames\.TransliteratedOtherEntityName|OtherEntityNames\.OtherEntityName)\.\d+$/;

/** The LEI golden copy, level 1: who is who. CSV or JSON, optionally in a ZIP archive. */
export const GLEIF: SourceLayout = {
  title: "GLEIF, LEI golden copy, level 1 (CSV or JSON): legal names, LEIs and addresses",
  url: "https://goldencopy.gleif.org/api/v2/golden-copies/publishes/lei2/latest.csv",
  licence: "CC0 1.0",
  everyHours: 24,
  kind: "register",
  async *rows(path) {
    for await (const row of gleifRows(path, "LEI", NEEDED)) yield readEntity(row);
  },
};

/** Level 2: who consolidates whom, directly and at the top of the group. */
export const GLEIF_PARENTS: SourceLayout = {
  title: "GLEIF, LEI golden copy, level 2 (CSV or JSON): direct and ultimate parents of companies that have an LEI",
  url: "https://goldencopy.gleif.org/api/v2/golden-copies/publishes/rr/latest.csv",
  licence: "CC0 1.0",
  everyHours: 24,
  kind: "register",
  async *rows(path) {
    const needed = ["StartNode.NodeID", "EndNode.NodeID", "RelationshipType"].map((name) => `Relationship.${name}`);
    for await (const row of gleifRows(path, "Relationship", needed)) yield readRelationship(row);
  },
};

/** Yields the rows of CSV by its headings, or of JSON by the same names, which GLEIF makes of the same elements. */
async function* gleifRows(path: string, element: string, needed: readonly string[]): AsyncGenerator<NamedRow> {
  if (!(await isJson(path))) {
    yield* namedRows(path, needed);
    return;
  }
  let line = 0;
  for await (const { chunks } of fileParts(path))
    for await (const text of jsonElements(chunks)) {
      const read: unknown = parsed(text);
      line++;
      yield typeof read === "object" && read !== null && element in read
        ? { line, cells: flattened(read) }
        : { line, problem: `an object without ${element}` };
    }
}

async function isJson(path: string): Promise<boolean> {
  for await (const { chunks } of fileParts(path))
    for await (const chunk of chunks) return /^\ufeff?\s*[[{]/.test(chunk.subarray(0, 100).toString("utf8"));
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Flattens `{"Entity":{"LegalName":{"$":"Acme"}}}` to `Entity.LegalName`; numbers the elements of lists from 1. */
function flattened(value: unknown, name = ""): Record<string, string> {
  if (typeof value === "string") return value.trim() === "" ? {} : { [name]: value.trim() };
  if (typeof value !== "object" || value === null) return {};
  const list = Array.isArray(value);
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => {
      const part = list ? String(Number(key) + 1) : key;
      const isText = part === "$";
      return flattened(inner, isText ? name : name === "" ? part : `${name}.${part}`);
    }),
  );
}

function readEntity({ line, cells, problem }: NamedRow): SourceRowReading {
  if (cells === undefined) return { line, problem };
  const lei = readLei(cells.LEI ?? "");
  if (lei.value === undefined) return { line, problem: lei.problem };
  const of = (name: string) => cells[ENTITY + name];
  const status = cells["Registration.RegistrationStatus"] ?? "";
  if (of("EntityStatus") !== "ACTIVE" || NO_COMPANIES.has(of("EntityCategory") ?? "") || DEAD.has(status))
    return { line, leftOut: true };
  const names = [
    of("LegalName") ?? "",
    ...Object.entries(cells).flatMap(([heading, cell]) => (OTHER_NAMES.test(heading) ? [cell] : [])),
  ].filter((name) => name !== "");
  const authority = of("RegistrationAuthority.RegistrationAuthorityID") ?? "";
  const number = of("RegistrationAuthority.RegistrationAuthorityEntityID");
  return {
    line,
    ref: lei.value,
    given: cells,
    names,
    lei: lei.value,
    keys: number !== undefined && COMPANIES_HOUSE.has(authority) ? [`gb:${number.toUpperCase()}`] : [],
    company: registeredPlace({
      country: of("HeadquartersAddress.Country"),
      region: of("HeadquartersAddress.Region"),
      city: of("HeadquartersAddress.City"),
      postalCode: of("HeadquartersAddress.PostalCode"),
    }),
  };
}

function readRelationship({ line, cells, problem }: NamedRow): SourceRowReading {
  if (cells === undefined) return { line, problem };
  const of = (name: string) => cells[`Relationship.${name}`] ?? "";
  const type = of("RelationshipType");
  const isParentUltimate = type === ULTIMATE;
  if (type !== DIRECT && !isParentUltimate) return { line, leftOut: true };
  const [child, parent] = [readLei(of("StartNode.NodeID")), readLei(of("EndNode.NodeID"))];
  if (child.value === undefined) return { line, problem: child.problem };
  if (parent.value === undefined) return { line, problem: parent.problem };
  // An ended relationship replaces what the source said before.
  const isActive = of("RelationshipStatus") !== "INACTIVE";
  return {
    line,
    // A company has a row of each type.
    ref: isParentUltimate ? `${child.value}:ultimate` : child.value,
    given: cells,
    names: [],
    lei: child.value,
    company: {},
    parentKeys: isActive ? [`lei:${parent.value}`] : [],
    isParentUltimate,
    besides: isActive ? { [isParentUltimate ? "ultimateParentLei" : "parentLei"]: parent.value } : {},
  };
}

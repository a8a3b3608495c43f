/** Small files in the layouts of public registers, with their real headings; the companies are invented. */

/** A valid LEI (ISO 17442): check digits modulo 97 behind 18 characters. */
export function leiOf(base: string): string {
  const digits = [...`${base.padEnd(18, "0")}00`]
    .map((c) => (/\d/.test(c) ? c : String(c.charCodeAt(0) - 55)))
    .join("");
  const check = 98n - (BigInt(digits) % 97n);
  return `${base.padEnd(18, "0")}${String(check).padStart(2, "0")}`;
}

const csv = (headings: readonly string[], rows: readonly Record<string, string>[]): string =>
  [headings, ...rows.map((row) => headings.map((heading) => row[heading.trim()] ?? ""))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");

const GLEIF_HEADINGS = [
  "LEI",
  "Entity.LegalName",
  "Entity.OtherEntityNames.OtherEntityName.1",
  "Entity.OtherEntityNames.OtherEntityName.1.type",
  "Entity.LegalAddress.City",
  "Entity.LegalAddress.Country",
  "Entity.HeadquartersAddress.FirstAddressLine",
  "Entity.HeadquartersAddress.City",
  "Entity.HeadquartersAddress.Region",
  "Entity.HeadquartersAddress.Country",
  "Entity.HeadquartersAddress.PostalCode",
  "Entity.RegistrationAuthority.RegistrationAuthorityID",
  "Entity.RegistrationAuthority.RegistrationAuthorityEntityID",
  "Entity.EntityCategory",
  "Entity.EntityStatus",
  "Registration.RegistrationStatus",
];

export interface GleifEntity {
  lei: string;
  name: string;
  city?: string;
  region?: string;
  country?: string;
  postalCode?: string;
  category?: string;
  authority?: string;
  number?: string;
}

const gleifCells = ({ lei, name, category = "GENERAL", ...rest }: GleifEntity): Record<string, string> => ({
  LEI: lei,
  "Entity.LegalName": name,
  "Entity.HeadquartersAddress.City": rest.city ?? "",
  "Entity.HeadquartersAddress.Region": rest.region ?? "",
  "Entity.HeadquartersAddress.Country": rest.country ?? "",
  "Entity.HeadquartersAddress.PostalCode": rest.postalCode ?? "",
  "Entity.RegistrationAuthority.RegistrationAuthorityID": rest.authority ?? "",
  "Entity.RegistrationAuthority.RegistrationAuthorityEntityID": rest.number ?? "",
  "Entity.EntityCategory": category,
  "Entity.EntityStatus": "ACTIVE",
  "Registration.RegistrationStatus": "ISSUED",
});

export const gleifCsv = (entities: readonly GleifEntity[]): string => csv(GLEIF_HEADINGS, entities.map(gleifCells));

/** As GLEIF's JSON: each text is an object with "$". */
export const gleifJson = (entities: readonly GleifEntity[]): string =>
  JSON.stringify({
    records: entities.map(({ lei, name, city = "", country = "" }) => ({
      LEI: { $: lei },
      Entity: {
        LegalName: { "@xml:lang": "en", $: name },
        OtherEntityNames: {
          OtherEntityName: [{ "@type": "PREVIOUS_LEGAL_NAME", $: 'A "former" name, [in] {brackets}' }],
        },
        HeadquartersAddress: { City: { $: city }, Country: { $: country } },
        EntityStatus: { $: "ACTIVE" },
      },
      Registration: { RegistrationStatus: { $: "ISSUED" } },
    })),
  });

export const gleifParentsCsv = (
  links: readonly { child: string; parent: string; status?: string; type?: string }[],
): string =>
  csv(
    [
      "StartNode.NodeID",
      "StartNode.NodeIDType",
      "EndNode.NodeID",
      "EndNode.NodeIDType",
      "RelationshipType",
      "RelationshipStatus",
    ].map((name) => `Relationship.${name}`),
    links.map(({ child, parent, status = "ACTIVE", type = "IS_DIRECTLY_CONSOLIDATED_BY" }) => ({
      "Relationship.StartNode.NodeID": child,
      "Relationship.StartNode.NodeIDType": "LEI",
      "Relationship.EndNode.NodeID": parent,
      "Relationship.EndNode.NodeIDType": "LEI",
      "Relationship.RelationshipType": type,
      "Relationship.RelationshipStatus": status,
    })),
  );

/** With the blanks that some of Companies House's headings begin with. */
export const companiesHouseCsv = (rows: readonly Record<string, string>[]): string =>
  csv(
    [
      ...[
        "CompanyName",
        " CompanyNumber",
        "RegAddress.AddressLine1",
        " RegAddress.AddressLine2",
        "RegAddress.PostTown",
      ],
      ...["RegAddress.County", "RegAddress.Country", "RegAddress.PostCode", "CompanyCategory", "CompanyStatus"],
      ...["CountryOfOrigin", "DissolutionDate", "IncorporationDate", "SICCode.SicText_1", "SICCode.SicText_2"],
      ...["URI", "PreviousName_1.CONDATE", " PreviousName_1.CompanyName"],
    ],
    rows,
  );

export const secTickers = (rows: readonly (readonly [number, string, string, string])[]): string =>
  JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data: rows });

export const secSubmissions = (company: {
  cik: string;
  name: string;
  tickers: string[];
  city: string;
  state: string;
}): string =>
  JSON.stringify({
    cik: company.cik,
    entityType: "operating",
    sic: "3674",
    sicDescription: "Semiconductors & Related Devices",
    ownerOrg: "04 Manufacturing",
    insiderTransactionForOwnerExists: 0,
    name: company.name,
    tickers: company.tickers,
    exchanges: company.tickers.map(() => "Nasdaq"),
    ein: "123456789",
    lei: null,
    description: "",
    website: "",
    category: "Large accelerated filer",
    stateOfIncorporation: "DE",
    addresses: {
      mailing: { street1: "1 WAY", street2: null, city: company.city, stateOrCountry: company.state, zipCode: "95051" },
      business: {
        street1: "1 WAY",
        street2: null,
        city: company.city,
        stateOrCountry: company.state,
        zipCode: "95051",
        stateOrCountryDescription: company.state,
      },
    },
    phone: "408-555-0100",
    formerNames: [],
    filings: { recent: { accessionNumber: ["0001-24-1"], form: ["10-K"] }, files: [] },
  });

const year = (end: string, val: number, form = "10-K") => ({
  start: `${Number(end.slice(0, 4)) - 1}-${end.slice(5)}`,
  end,
  val,
  accn: "0001-24-1",
  fy: Number(end.slice(0, 4)),
  fp: "FY",
  form,
  filed: `${Number(end.slice(0, 4)) + 1}-02-20`,
});

export const secFacts = (cik: number, entityName: string): string =>
  JSON.stringify({
    cik,
    entityName,
    facts: {
      dei: {
        EntityNumberOfEmployees: {
          label: "Employees",
          units: { pure: [{ end: "2025-12-31", val: 5200, form: "10-K" }] },
        },
      },
      "us-gaap": {
        Revenues: {
          label: "Revenues",
          units: {
            USD: [
              year("2024-12-31", 900),
              year("2025-12-31", 1_200),
              { ...year("2025-12-31", 310, "10-Q"), start: "2025-10-01" },
            ],
          },
        },
      },
    },
  });

const statement = (value: unknown, qualifiers: object = {}) => ({
  mainsnak: { snaktype: "value", datavalue: { value } },
  type: "statement",
  rank: "normal",
  qualifiers,
});
const item = (id: string) => statement({ "entity-type": "item", id });

export interface WikidataItem {
  id: string;
  name: string;
  website?: string;
  lei?: string;
  parent?: string;
  employees?: number;
  founded?: string;
  isPerson?: boolean;
}

/** A dump: an array with an entity on each line. */
export const wikidataDump = (items: readonly WikidataItem[]): string =>
  `[\n${items
    .map(({ id, name, website, lei, parent, employees, founded, isPerson = false }) =>
      JSON.stringify({
        type: "item",
        id,
        labels: { en: { language: "en", value: name } },
        descriptions: { en: { language: "en", value: `${name} makes kites` } },
        claims: {
          P31: [item(isPerson ? "Q5" : "Q4830453")],
          P17: [item("Q183")],
          ...(website === undefined ? {} : { P856: [statement(website)] }),
          ...(lei === undefined ? {} : { P1278: [statement(lei)] }),
          ...(parent === undefined ? {} : { P749: [item(parent)] }),
          ...(employees === undefined ? {} : { P1128: [statement({ amount: `+${employees}`, unit: "1" })] }),
          ...(founded === undefined
            ? {}
            : { P571: [statement({ time: `+${founded}-00-00T00:00:00Z`, precision: 9 })] }),
        },
      }),
    )
    .join(",\n")}\n]\n`;

export const sparqlResults = (rows: readonly Record<string, string>[]): string =>
  JSON.stringify({
    head: { vars: [...new Set(rows.flatMap((row) => Object.keys(row)))] },
    results: {
      bindings: rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { type: "literal", value }])),
      ),
    },
  });

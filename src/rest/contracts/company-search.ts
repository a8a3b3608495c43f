import { z } from "zod";
import { word, wordList } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected, integer } from "./values.ts";

export const CompanySearchFilters = strictFields({
  certifications: wordList()
    .optional()
    .describe("Names of confirmed certifications, compared in full, ignoring case. The company must have one of them."),
  includeUnverified: z
    .boolean(expected("true or false"))
    .optional()
    .describe(
      "Whether `certifications` also matches certifications that only the company itself claims (`unverifiedCertifications`); by default false.",
    ),
  naicsCodes: z
    .array(
      strictFields({
        value: word().describe(
          "A NAICS code of 2 to 6 digits. A shorter code also matches all codes that begin with it.",
        ),
        label: word().optional().describe("The title of the code, for your own use. It does not filter."),
      }),
      expected("a list of {value, label}"),
    )
    .max(200, "has more than 200 entries")
    .optional()
    .describe("NAICS codes. The company must have one of them."),
  companyKeyword: word()
    .optional()
    .describe("A text that one of the company's keywords must contain, ignoring case and accents."),
}).meta({ id: "CompanySearchFilters", description: "A company must meet all given filters." });

export const CompanySearchSort = strictFields({
  field: oneOf(["score", "nameOfFirm", "revenue", "size", "revenueDelta", "sizeDelta"])
    .optional()
    .describe("The field to sort by. Companies with unknown values come last."),
  order: order().optional().describe("Ascending or descending."),
})
  .refine(({ field, order: direction }) => (field === undefined) === (direction === undefined), {
    error: "needs both field and order",
  })
  .meta({
    id: "CompanySearchSort",
    description: "The order of the companies; by default by `score`, descending. It requires both fields.",
    dependentRequired: { field: ["order"], order: ["field"] },
  });

const place = (type: string, code: string) => ({
  type: z.string().describe(`Always \`${type}\`.`),
  name: z.string().describe(`The English name of the ${type}; "" if it is unknown.`),
  code: z.string().describe(`The ${code}; "" if it is unknown.`),
});
const band = (what: string) => ({
  id: integer().describe(`The number of the band of ${what}, from 1 for the smallest; 0 if it is unknown.`),
  label: z.string().describe("The band as text; `Unknown` if it is unknown."),
});

/** Unknown values are "" or 0: the contract has no null here. */
export const Company = z
  .strictObject({
    location: z
      .strictObject({
        state: z
          .strictObject({
            ...place("state", "second part of the ISO 3166-2 code"),
            country: z.string().describe('The ISO 3166-1 alpha-2 code of the country; "" if it is unknown.'),
          })
          .describe("The state, province or region of the seat."),
        country: z.strictObject(place("country", "ISO 3166-1 alpha-2 code")).describe("The country of the seat."),
      })
      .describe("The location of the company's seat."),
    nameOfFirm: z.string().describe("The name of the company."),
    description: z.string().describe('A description of what the company does; "" if no source has one.'),
    keywords: z.array(z.string()).describe("Keywords for what the company offers."),
    certifications: z.array(z.string()).describe("Certifications that a source other than the company confirms."),
    unverifiedCertifications: z.array(z.string()).describe("Certifications that only the company itself claims."),
    city: z.string().describe('The city of the seat, as the source writes it; "" if it is unknown.'),
    domain: z.string().describe("The registrable domain of the company's site, such as `acme.com`."),
    url: z.string().describe('The URL of the company\'s site; "" if no source gives it.'),
    naicsCodes: z.array(z.int()).describe("NAICS codes of 2 to 6 digits."),
    naicsDescriptions: z
      .array(z.string())
      .describe('The title of each of `naicsCodes`, in the same order; "" for unknown codes.'),
    revenue: z
      .strictObject({
        actual: z
          .strictObject({
            value: z.number().describe("The amount in `currency`; 0 if it is unknown."),
            currency: z.string().describe("The ISO 4217 currency code, which is always `USD`."),
          })
          .describe("The annual revenue."),
        ...band("annual revenue"),
      })
      .describe("The annual revenue and its band."),
    size: z
      .strictObject({
        ...band("the number of employees"),
        actual: z.number().describe("The number of employees; 0 if it is unknown."),
      })
      .describe("The number of employees and its band."),
    score: z.number().min(0).max(1).describe("How well the company matches the search, 0–1."),
    revenueDelta: z
      .number()
      .describe(
        "The change of the annual revenue from the previous year, as a fraction: 0.1 is an increase of 10 %; 0 if it is unknown.",
      ),
    sizeDelta: z
      .number()
      .describe("The change of the number of employees from the previous year, as a fraction; 0 if it is unknown."),
  })
  .meta({ id: "Company" });

export const CompanySearchMeta = z.strictObject({
  totalItems: integer().describe("The number of companies on all pages."),
  currentPage: integer().describe("The number of this page, from 1."),
  totalPages: integer().describe("The number of pages; 0 if no company was found."),
  itemsPerPage: integer().describe("The page size of the request."),
});

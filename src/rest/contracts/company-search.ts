import { z } from "zod";
import { word, wordList } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected, integer } from "./values.ts";

export const CompanySearchFilters = strictFields({
  certifications: wordList()
    .optional()
    .meta({ description: "The company must have one of them; each must match as a whole, ignoring case." }),
  naicsCodes: z
    .array(
      strictFields({
        value: word().meta({
          description: "A NAICS code of 2 to 6 digits. A short code matches all codes that begin with it.",
        }),
        label: word().optional(),
      }),
      expected("a list of {value, label}"),
    )
    .max(200, "has more than 200 entries")
    .optional(),
  companyKeyword: word().optional().meta({ description: "A part of one of the company's keywords." }),
}).meta({ id: "CompanySearchFilters" });

export const CompanySearchSort = strictFields({
  field: oneOf(["score", "nameOfFirm", "revenue", "size", "revenueDelta", "sizeDelta"]).optional(),
  order: order().optional(),
})
  .refine(({ field, order: direction }) => (field === undefined) === (direction === undefined), {
    error: "needs both field and order",
  })
  .meta({
    id: "CompanySearchSort",
    description: "By default by score, descending.",
    dependentRequired: { field: ["order"], order: ["field"] },
  });

const place = () => ({ type: z.string(), name: z.string(), code: z.string() });
const band = () => ({ id: integer(), label: z.string() });

/** Unknown values are "" or 0: the contract has no null here. */
export const Company = z
  .strictObject({
    location: z.strictObject({
      state: z.strictObject({ ...place(), country: z.string() }),
      country: z.strictObject(place()),
    }),
    nameOfFirm: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    certifications: z
      .array(z.string())
      .meta({ description: "Certifications that a source other than the company confirms." }),
    unverifiedCertifications: z
      .array(z.string())
      .meta({ description: "Certifications that only the company itself claims." }),
    city: z.string(),
    domain: z.string(),
    url: z.string(),
    naicsCodes: z.array(z.int()),
    naicsDescriptions: z.array(z.string()),
    revenue: z.strictObject({
      actual: z.strictObject({ value: z.number(), currency: z.string() }),
      ...band(),
    }),
    size: z.strictObject({ ...band(), actual: z.number() }),
    score: z.number().min(0).max(1),
    revenueDelta: z.number().meta({ description: "The change of revenue from the previous year, as a fraction." }),
    sizeDelta: z.number(),
  })
  .meta({ id: "Company" });

export const CompanySearchMeta = z.strictObject({
  totalItems: integer(),
  currentPage: integer(),
  totalPages: integer(),
  itemsPerPage: integer(),
});

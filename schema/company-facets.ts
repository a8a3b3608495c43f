import type { CompanyFacets, FacetCount as FacetCountShape } from "#companies/search/facets";
import { InvalidInputError } from "#foundation/errors/index";
import { builder, MAX_PAGE_SIZE } from "./builder.ts";

/** Values of a facet when `first` is not given. */
const DEFAULT_VALUES = 20;

const FacetCount = builder.objectRef<FacetCountShape>("FacetCount").implement({
  description: "One value of a facet, with the number of matching companies that have it.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    value: t.exposeString("value", {
      description:
        "The value, depending on the facet: an ISO 3166-1 alpha-2 country code, the first two digits of a NAICS code, the `id` of a band, or a label.",
    }),
    label: t.exposeString("label", { description: "The value as text for display, such as the name of the country." }),
    count: t.exposeInt("count", { description: "The number of companies with this value." }),
  }),
});

export const CompanyFacetsRef = builder.objectRef<CompanyFacets>("CompanyFacets").implement({
  description:
    "Counts of the companies that match a search, by their properties. Each facet is counted exactly, and only if it is selected.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => {
    const facet = (name: keyof CompanyFacets, description: string) =>
      t.field({
        type: [FacetCount],
        description,
        args: {
          first: t.arg.int({
            defaultValue: DEFAULT_VALUES,
            description: `The maximum number of values, 1–${MAX_PAGE_SIZE}; by default ${DEFAULT_VALUES}.`,
          }),
        },
        complexity: ({ first }) => ({
          field: 5,
          multiplier: Math.min(Math.max(first ?? DEFAULT_VALUES, 1), MAX_PAGE_SIZE),
        }),
        resolve: async (facets, { first }) => {
          const most = first ?? DEFAULT_VALUES;
          if (most < 1 || most > MAX_PAGE_SIZE) throw new InvalidInputError(`first must be 1–${MAX_PAGE_SIZE}`);
          return (await facets[name]()).slice(0, most);
        },
      });
    return {
      countries: facet("countries", "Companies by country, most common first."),
      industries: facet(
        "industries",
        "Companies by industry label, most common first. A company counts once for each of its labels.",
      ),
      naicsSectors: facet(
        "naicsSectors",
        "Companies by NAICS sector (the first two digits of their codes), most common first.",
      ),
      certifications: facet("certifications", "Companies by confirmed certification, most common first."),
      unverifiedCertifications: facet(
        "unverifiedCertifications",
        "Companies by certification that only they themselves claim, most common first. `includeUnverified` filters by them.",
      ),
      sizes: facet(
        "sizes",
        "Companies by band of their number of employees, smallest first. The value `0` counts companies of unknown size.",
      ),
      revenues: facet(
        "revenues",
        "Companies by band of their annual revenue, smallest first. The value `0` counts companies of unknown revenue.",
      ),
    };
  },
});

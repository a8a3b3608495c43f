import type { CompanyFacets, FacetCount as FacetCountShape } from "#companies/search/facets";
import { InvalidInputError } from "#foundation/errors/index";
import { builder, MAX_PAGE_SIZE } from "./builder.ts";

/** Values of a facet when `first` is not given. */
const DEFAULT_VALUES = 20;

const FacetCount = builder.objectRef<FacetCountShape>("FacetCount").implement({
  description: "A value, with the number of companies of the search that have it.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    value: t.exposeString("value", {
      description: "A country's ISO code, two digits of NAICS, the id of a band, or the label itself.",
    }),
    label: t.exposeString("label", { description: "The value as a readable text." }),
    count: t.exposeInt("count", { description: "How many companies have it." }),
  }),
});

export const CompanyFacetsRef = builder.objectRef<CompanyFacets>("CompanyFacets").implement({
  description: "The properties by which a search's companies can be counted. Each count is exact, and made on request.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => {
    const facet = (name: keyof CompanyFacets, description: string) =>
      t.field({
        type: [FacetCount],
        description,
        args: {
          first: t.arg.int({ defaultValue: DEFAULT_VALUES, description: `At most this many, 1–${MAX_PAGE_SIZE}.` }),
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
      countries: facet("countries", "The most common first."),
      industries: facet("industries", "Most common first. A company counts once for each of its labels."),
      naicsSectors: facet("naicsSectors", "The first two digits of NAICS codes, most common first."),
      certifications: facet("certifications", "Confirmed certifications, most common first."),
      sizes: facet("sizes", "Classes of the number of employees, smallest first; the value `0` counts unknown sizes."),
      revenues: facet("revenues", "Classes of yearly revenue, smallest first; the value `0` counts unknown revenues."),
    };
  },
});

import type { DirectoryCompany } from "#companies/directory-company";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { DiscoveryPlan } from "#markets/plan/plan";
import { buildIndex, openIndex, type QuestionVector, type Retriever } from "#markets/retrieval/index";

/** A company with nothing known but what is given. */
export function company(id: number, name: string, given: Partial<DirectoryCompany> = {}): DirectoryCompany {
  return {
    id,
    domain: `${name.toLowerCase().replace(/[^a-z0-9]+/g, "")}.example`,
    name,
    description: "",
    keywords: [],
    industries: [],
    country: null,
    state: null,
    city: null,
    employees: null,
    revenueUsd: null,
    certifications: [],
    founded: null,
    marketCapBand: null,
    ...given,
  };
}

/** Criteria with defaults for all that is not given. */
export function criteria(
  given: Omit<Partial<SearchCriteria>, "keywords"> & { keywords?: Partial<SearchCriteria["keywords"]> } = {},
): SearchCriteria {
  return {
    userPrompt: "",
    marketName: "",
    marketType: "",
    marketRole: "",
    seedDomains: [],
    count: 25,
    locations: [],
    assertions: null,
    constraints: null,
    projectKind: "first_pass",
    performSearch: true,
    ...given,
    keywords: { features: [], user: [], synonyms: [], irrelevant: [], ...given.keywords },
  };
}

/** What asks an index of these companies. */
export async function retrieverOf(...directory: Parameters<typeof buildIndex>): Promise<Retriever> {
  return openIndex(await buildIndex(...directory));
}

/** What every generator finds for a plan, and what that comes to. */
export async function searchBy(
  retriever: Retriever,
  plan: DiscoveryPlan,
  { limit = 10, question = null }: { limit?: number; question?: QuestionVector } = {},
) {
  const generators = await retriever.generators(plan);
  const lists = await Promise.all(generators.map((name) => retriever.generate(plan, name, limit, question)));
  return { lists, ...(await retriever.fuse(plan, lists, question)) };
}

/** An invented directory of prose, in several trades and countries. */
export const PROSE: DirectoryCompany[] = [
  company(1, "Nordwind Gears", {
    description:
      "Nordwind Gears A/S, together with its subsidiaries, manufactures gearboxes and main shafts for wind turbines. It was founded in 1981 and is based in Odense, Denmark.",
    industries: ["Industrials", "Machinery"],
    country: "DK",
    city: "Odense",
    employees: 420,
  }),
  company(2, "Rotorblatt Werke", {
    description:
      "Rotorblatt Werke GmbH designs and produces rotor blades for wind turbines. The company also repairs blades at sea.",
    industries: ["Industrials", "Machinery"],
    country: "DE",
    city: "Husum",
    employees: 90,
    certifications: ["ISO 9001:2015"],
  }),
  company(3, "Brisa Parks", {
    description:
      "Brisa Parks S.A. owns and operates wind farms in Spain and sells electricity. Its farms have turbines of several makers.",
    industries: ["Utilities", "Electricity"],
    country: "ES",
    city: "Zaragoza",
  }),
  company(4, "Kalt Bakeries", {
    description: "Kalt Bakeries AG bakes and sells bread, rolls and pastries through its own shops.",
    industries: ["Consumer Staples", "Food Products"],
    country: "DE",
    city: "Kassel",
  }),
  company(5, "Torre Components", {
    description:
      "Torre Components S.L., an investment holding company, makes steel towers and flanges for wind turbines in Spain.",
    industries: ["Industrials", "Machinery"],
    country: "ES",
    city: "Bilbao",
  }),
  company(6, "Mistral Trading", {
    description: "Mistral Trading SARL distributes spare parts for wind turbines and gearboxes to operators in France.",
    industries: ["Industrials", "Trading Companies & Distributors"],
    country: "FR",
    city: "Lyon",
  }),
  company(7, "Aalen Optics", {
    description: "Aalen Optics makes camera lenses and binoculars.",
    industries: ["Consumer Discretionary", "Leisure Products"],
    country: "DE",
    city: "Aalen",
  }),
  company(8, "Fjordbank", {
    description:
      "Fjordbank ASA operates as a bank for households and small firms in Norway. It finances wind turbines, too.",
    industries: ["Financials", "Banks"],
    country: "NO",
    city: "Bergen",
  }),
  company(9, "Nacelle Partners", {
    description:
      "Nacelle Partners builds nacelles and generators for wind turbines; it has no business with solar power.",
    industries: ["Industrials", "Machinery"],
  }),
];

/** An invented directory of labels only. */
export const LABELS: DirectoryCompany[] = [
  company(1, "Alpha Foods", {
    keywords: ["frozen pizza", "ready meals"],
    industries: ["Food Products"],
    country: "IT",
  }),
  company(2, "Beta Steel", { keywords: ["steel tubes", "galvanised sheet"], industries: ["Steel"], country: "IT" }),
  company(3, "Gamma Pizza Ovens", {
    keywords: ["pizza ovens", "bakery equipment"],
    industries: ["Machinery"],
    country: "FR",
  }),
  company(4, "Delta Software", { keywords: ["payroll software"], industries: ["Software"], country: "FR" }),
];

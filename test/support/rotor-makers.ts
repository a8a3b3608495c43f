import { TEST_COMPANIES } from "./companies.ts";

const maker = (i: number, country: string) => ({
  domain: `rotor-${i}-works.com`,
  name: `Rotor ${i} Works`,
  description: `Rotor ${i} Works manufactures rotor blades and gearboxes for wind turbines, and other wind turbine components.`,
  country,
  city: country === "DE" ? "Hamburg" : "Lyon",
  employees: 100 + i,
});

/**
 * Fifty makers that differ in their country alone. Every second one is in Germany, where `WIND_CRITERIA` wants it, the others
 * in France; `moved` has each in the other country.
 */
export const ROTOR_MAKERS = Array.from({ length: 50 }, (_, i) => ({
  first: maker(i, i % 2 === 0 ? "DE" : "FR"),
  moved: maker(i, i % 2 === 0 ? "FR" : "DE"),
}));

/** The test companies without makers, so that no verdict about them matters. */
export const NO_OTHER_MAKERS = TEST_COMPANIES.filter(({ domain }) => !domain.includes("turbines"));

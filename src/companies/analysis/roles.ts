import type { DirectoryCompany } from "../directory-company.ts";
import { readProse } from "./company-prose.ts";

/** The roles that words can show, as bits of one byte. */
export const ROLE_BITS = { manufacturer: 1, distributor: 2, serviceProvider: 4, softwareProvider: 8 } as const;
export type Role = keyof typeof ROLE_BITS;

/**
 * Words that show a role: verbs of the main business and the corresponding nouns. They are words of company registers
 * and trade statistics (manufacture, wholesale, services, software), not of a particular market.
 */
export const ROLE_PATTERNS: Record<Role, RegExp> = {
  manufacturer:
    /\b(?:manufactur(?:es?|ed|ing|ers?)|produc(?:es?|ed|ing|ers?|tion)|mak(?:es|ing|ers?)|fabricat(?:es?|ing|ion|ors?)|build(?:s|ing|ers?)|assembl(?:es?|ing|y)|process(?:es|ing|ors?)|weav(?:es?|ing|ers?)|brew(?:s|ing|ers?|ery|eries)|distil(?:s|ls|lers?|lery|leries)|mills?|foundr(?:y|ies)|bottl(?:es|ing)|refin(?:es|ing|ers?)|bak(?:es|ing|ers?|ery|eries)|print(?:s|ing|ers?)|shipyards?|factor(?:y|ies)|grow(?:s|ing|ers?)|cultivat(?:es|ion))\b/i,
  distributor:
    /\b(?:distribut(?:es?|ed|ing|ion|ors?)|wholesal(?:es?|ing|ers?)|resell(?:s|ing|ers?)|deal(?:s|ers?)|trad(?:es|ing|ers?)|import(?:s|ing|ers?)|retail(?:s|ing|ers?)|stockists?|agen(?:t|cy) (?:for|of))\b/i,
  serviceProvider:
    /\b(?:services?|operat(?:es|ing|ors?|ion of)|provides?|consult(?:s|ing|ancy|ants?)|manages?|contract(?:s|ing|ors?)|lease[sd]?|leasing|rent(?:s|al)|maintains?|treats|collects|organi[sz]es|owns)\b/i,
  softwareProvider:
    /\b(?:software|saas|platforms?|cloud|applications?|apps?|(?:IT|information technology|digital) (?:solutions?|services?|products?)|(?:mobile|online|video|computer|PC|console|web|internet|smartphone|social)(?: \w+)? games?|game (?:development|developers?|studios?|publish\w+)|information systems?)\b/i,
};

/** The word in a company's text that shows a role: its field and span. */
export interface RoleEvidence {
  field: "description" | "keywords" | "industries";
  start: number;
  end: number;
}

/**
 * Finds the first word that shows the role in the main business, or in the labels where there is no prose. Null without
 * such a word.
 */
export function findRole(company: DirectoryCompany, role: Role): RoleEvidence | null {
  const pattern = ROLE_PATTERNS[role];
  const { mainBusiness } = readProse(company.description, company.name);
  if (mainBusiness) {
    const match = pattern.exec(company.description.slice(mainBusiness.start, mainBusiness.end));
    if (!match) return null;
    const start = mainBusiness.start + match.index;
    return { field: "description", start, end: start + match[0].length };
  }
  for (const field of ["keywords", "industries"] as const) {
    const match = pattern.exec(company[field].join("; "));
    if (match) return { field, start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** Returns all roles that the company's main business shows, as bits. */
export function roleBits(company: DirectoryCompany): number {
  let bits = 0;
  for (const role of Object.keys(ROLE_BITS) as Role[]) if (findRole(company, role)) bits |= ROLE_BITS[role];
  return bits;
}

/** Whether words can show a client's market role. */
export function isRole(role: string): role is Role {
  return Object.hasOwn(ROLE_BITS, role);
}

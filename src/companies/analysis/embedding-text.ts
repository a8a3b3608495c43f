import type { DirectoryCompany } from "../directory-company.ts";
import { readProse } from "./company-prose.ts";

/**
 * Makes the text for a sentence model: the business sentences, the main one first, and the keywords. Without prose, it
 * is the name and the labels.
 */
export function embeddingText(company: DirectoryCompany): string {
  const { mainBusiness, business } = readProse(company.description, company.name);
  const labels = [...company.keywords, ...company.industries.slice(-1)].join(", ");
  if (!mainBusiness) return [company.name, labels].filter(Boolean).join(". ");
  const [, ...others] = business;
  const prose = [mainBusiness, ...others].map((span) => company.description.slice(span.start, span.end)).join(" ");
  return company.keywords.length > 0 ? `${prose} ${company.keywords.join(", ")}.` : prose;
}

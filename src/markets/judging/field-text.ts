import type { DirectoryCompany } from "#companies/directory-company";
import type { EvidenceField } from "./judgement.ts";

/**
 * A field's value as text. Lists are joined by ", "; an unknown value is "". The offsets of evidence refer to this
 * text.
 */
export function fieldText(company: Pick<DirectoryCompany, EvidenceField>, field: EvidenceField): string {
  const value = company[field];
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

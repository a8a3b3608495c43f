import type { DirectoryCompany } from "#companies/directory-company";
import type { EvidenceField } from "./judgement.ts";

/** A field's value as text: lists joined by ", ", "" when not known. The offsets of evidence count in it. */
export function fieldText(company: Pick<DirectoryCompany, EvidenceField>, field: EvidenceField): string {
  const value = company[field];
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

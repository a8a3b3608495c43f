import type { CompanyField } from "../company-record.ts";

/** A field of a company's row that its records fill: the column, its type, and the value where no record has one. */
interface DerivedColumn {
  field: Exclude<CompanyField, "domain">;
  name: string;
  type: string;
  absent: "''" | "'{}'" | "NULL";
}

const text = (field: DerivedColumn["field"], name: string): DerivedColumn => ({
  field,
  name,
  type: "text",
  absent: "''",
});
const list = (field: DerivedColumn["field"], name: string, type = "text[]"): DerivedColumn => ({
  field,
  name,
  type,
  absent: "'{}'",
});
const value = (field: DerivedColumn["field"], name: string, type = "text"): DerivedColumn => ({
  field,
  name,
  type,
  absent: "NULL",
});

/** In the order of the content hash. */
export const DERIVED_COLUMNS: readonly DerivedColumn[] = [
  text("name", "name"),
  text("description", "description"),
  list("keywords", "keywords"),
  list("industries", "industries"),
  text("url", "url"),
  value("country", "country"),
  value("state", "state"),
  value("city", "city"),
  value("postalCode", "postal_code"),
  value("latitude", "latitude", "float8"),
  value("longitude", "longitude", "float8"),
  value("employees", "employees", "integer"),
  value("revenueUsd", "revenue_usd", "float8"),
  value("previousEmployees", "previous_employees", "integer"),
  value("previousRevenueUsd", "previous_revenue_usd", "float8"),
  list("certifications", "certifications"),
  list("unverifiedCertifications", "unverified_certifications"),
  list("naicsCodes", "naics_codes", "integer[]"),
  value("isin", "isin"),
  value("logoUrl", "logo_url"),
  list("images", "images"),
  value("founded", "founded", "integer"),
  value("marketCapBand", "market_cap_band"),
];

/**
 * Readings that are a source's own words where no sentence of the description has them, such as a register's activity
 * (`StagedRecord.derived`). They come after every column, and stay when texts are read anew.
 */
export const SOURCE_WORDS = ["industries", "parent"] as const;

/** The parts of an address. They come from records of one country, the one that counts. */
export const PLACE_PARTS = ["state", "city", "postalCode", "latitude", "longitude"] as const;

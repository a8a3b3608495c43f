import { countryName } from "#foundation/geography/countries";
import { nameKey } from "#foundation/geography/normalise";
import { stateByCode, states } from "#foundation/geography/states";

/** Where a company's record places it; "" for unknown parts. */
export interface CompanyLocation {
  country: { name: string; code: string };
  /** First-level subdivision: its English name and the part of its ISO 3166-2 code after the country. */
  state: { name: string; code: string };
}

/** Returns a country's state by its name or code. */
function stateIn(country: string, written: string): { name: string; code: string } {
  const named = states().get(nameKey(written));
  const state = stateByCode(country, written.trim()) ?? (named?.country === country ? named : null);
  return state === null ? { name: written, code: "" } : { name: state.name, code: state.code };
}

export function companyLocation(record: { country: string | null; state: string | null }): CompanyLocation {
  const country = record.country ?? "";
  return {
    country: { name: country === "" ? "" : countryName(country), code: country },
    state: record.state === null || record.state === "" ? { name: "", code: "" } : stateIn(country, record.state),
  };
}

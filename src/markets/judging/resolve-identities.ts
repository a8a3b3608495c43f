import { foldCase } from "#foundation/language/tokenize";

/** The fields that decide identity. Candidates come best first. */
export interface Identity {
  companyId: number;
  domain: string;
  name: string;
  country: string | null;
}

export interface Resolution<T extends Identity> {
  kept: T[];
  /** In input order. `duplicateOf` is the domain of the better company that was kept. */
  duplicates: { company: T; duplicateOf: string }[];
}

/**
 * Legal forms and similar words at the end of names. ISO 20275 lists the forms; these are the common ones in Latin
 * script.
 */
const LEGAL_FORMS = new Set(
  `ab ad ag as asa aktiengesellschaft aps bhd bv bvba co company corp corporation cv doo dd eg ev fzco gmbh group holding holdings inc incorporated
international jsc kabushiki kaisha kg kgaa kk lda limited llc llp lp ltd ltda mbh nv nyrt ojsc oy oyj pcl pjsc plc pt pte pty public pvt private rt sa sab sae sapa sarl sas scrl sd se sgps
sicav sl slu spa spzoo sro srl tbk tas the ve ltdsti sti ao pao oao zao ooo class`.split(/\s+/),
);

/**
 * Finds duplicates: companies with the same registrable domain, or with the same name without legal forms in the same
 * country. "Foo Holdings Ltd." is "Foo plc". The better ranked company is kept. A name of legal forms alone is compared
 * whole. Companies of unknown country are never duplicates by name.
 */
export function resolveIdentities<T extends Identity>(candidates: T[]): Resolution<T> {
  const byDomain = new Map<string, string>();
  const byName = new Map<string, string>();
  const resolution: Resolution<T> = { kept: [], duplicates: [] };
  for (const company of candidates) {
    const name = company.country === null ? null : `${company.country} ${normalizedName(company.name)}`;
    const duplicateOf = byDomain.get(company.domain) ?? (name === null ? undefined : byName.get(name));
    if (duplicateOf !== undefined) {
      resolution.duplicates.push({ company, duplicateOf });
      continue;
    }
    byDomain.set(company.domain, company.domain);
    if (name !== null) byName.set(name, company.domain);
    resolution.kept.push(company);
  }
  return resolution;
}

/** A name without case, accents, punctuation and legal forms: "Müller & Söhne GmbH & Co. KG" → "muller sohne". */
export function normalizedName(name: string): string {
  // "S.A." and "Sp. z o.o." are one word each.
  const words = foldCase(name)
    .replace(/\b((?:\p{L}\.\s?){2,})/gu, (initials) => `${initials.replace(/[.\s]/g, "")} `)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const rest = words.filter((word) => !LEGAL_FORMS.has(word));
  return (rest.length > 0 ? rest : words).join(" ");
}

import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import { companyNames } from "./company-names.ts";
import { joinedKey, nameWords } from "./name-words.ts";
import { namesAgree } from "./names-agree.ts";
import { wordClass } from "./word-class.ts";

/** A company with a name that somebody wrote. */
interface Namesake {
  key: string;
  id: number;
  name: string;
  domain: string;
  country: string | null;
}

/** A name that a text about a company gives to another. */
export interface WrittenName {
  /** The company that the text is about. */
  companyId: number;
  country: string | null;
  name: string;
}

const NAMESAKES = `
  SELECT n.key, c.id, c.name, c.domain, c.country FROM company_names n JOIN companies c ON c.id = n.company_id
  WHERE n.key = ANY($1::text[]) AND n.kind IN ('name', 'core') ORDER BY c.id`;

/** Returns the keys of `company_names` under which a company of this name stands. */
export const keysOfName = (name: string): string[] =>
  companyNames({ name, domain: "" })
    .filter(({ kind }) => kind === "name" || kind === "core")
    .map(({ key }) => key);

/** Returns the companies with these keys. One statement. */
export async function namesakesByKey(db: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, Namesake[]>> {
  return Map.groupBy(await db.query<Namesake>(NAMESAKES, [keys]), ({ key }) => key);
}

/** Returns the company that a name means: the only other one of that name, or the only one in the same country. */
export function companyMeant(
  { companyId, country, name }: WrittenName,
  namesakes: ReadonlyMap<string, readonly Namesake[]>,
): Namesake | null {
  const others = keysOfName(name)
    .flatMap((key) => namesakes.get(key) ?? [])
    .filter((other) => other.id !== companyId && namesAgree(other.name, name));
  const known = new Map(others.map((each) => [each.id, each]));
  if (known.size > 1) for (const [id, each] of known) if (each.country !== country) known.delete(id);
  const [only] = known.values();
  return known.size === 1 && only !== undefined ? only : null;
}

/** A name that a company's description states. */
export interface NameOfCompany extends Omit<WrittenName, "country"> {
  /** A brand is linked only if its name is unmistakable: many brands have the name of somebody else's company. */
  isBrand: boolean;
}

/** Loads the ids of the companies that descriptions name; null where unknown or unclear. Two statements. */
export function companiesNamed(db: Queries): DataLoader<NameOfCompany, number | null, string> {
  return new DataLoader(
    async (names) => {
      const [namesakes, companies] = await Promise.all([
        namesakesByKey(db, [...new Set(names.flatMap(({ name }) => keysOfName(name)))]),
        db.query<{ id: number; country: string | null }>(
          "SELECT id, country FROM companies WHERE id = ANY($1::int[])",
          [[...new Set(names.map(({ companyId }) => companyId))]],
        ),
      ]);
      const countries = new Map(companies.map(({ id, country }) => [id, country]));
      return names.map(({ companyId, name, isBrand }) => {
        const meant = companyMeant({ companyId, name, country: countries.get(companyId) ?? null }, namesakes);
        return meant === null || (isBrand && !isUnmistakable(name, meant.domain)) ? null : meant.id;
      });
    },
    { cacheKeyFn: ({ companyId, name, isBrand }) => `${companyId} ${isBrand} ${name}` },
  );
}

/** Whether a name has no other meaning, and the company has it as its .com domain. */
function isUnmistakable(name: string, domain: string): boolean {
  const words = nameWords(name);
  return (
    words.every(({ key }) => wordClass(key) === "rare") && domain.replaceAll("-", "") === `${joinedKey(words)}.com`
  );
}

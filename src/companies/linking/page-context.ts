import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { contentStems } from "#foundation/language/stem";
import type { MarketCapBand } from "../market-cap.ts";
import { isOwnDomain, isOwnWithExtras } from "./brand-labels.ts";
import { companyNames } from "./company-names.ts";
import { joinedKey, nameWords } from "./name-words.ts";
import type { Passage } from "./passages.ts";
import { isPropertyFund, stemsOfTrade } from "./trade.ts";

/** The directory's facts about a company that a text may mean. */
export interface CompanyRecordRow {
  id: number;
  domain: string;
  name: string;
  /** Cut to the part that names the trade. */
  description: string;
  labels: string[];
  country: string | null;
  city: string | null;
  marketCapBand: MarketCapBand | null;
  /** Number of optional facts in the record. */
  facts: number;
}

/** A company prepared for comparison with texts, once per batch. */
export interface KnownCompany extends CompanyRecordRow {
  /** Key of its name without legal forms. */
  nameKey: string;
  /** Stems of its description and labels, without those of its own name. */
  stems: ReadonlySet<string>;
  cityKey: string;
  /** Whether it is a publisher, whose site and name appear in its texts about others. */
  isPublisher: boolean;
  /** Whether it is a real estate trust, which is named after another company. */
  isFund: boolean;
  /** Whether it makes stock indices, which bear its name. */
  makesIndices: boolean;
  /**
   * Whether its domain is just this key at a suffix of no country (siemens.com), or at its own suffix (global.toyota).
   */
  ownsDomainOf(key: string): boolean;
  /** Like `ownsDomainOf`, ignoring "the" and group words (thehersheycompany.com, gapinc.com). */
  ownsDomainLike(key: string): boolean;
}

const PUBLISHER =
  /\b(?:newspapers?|news (?:agency|portal|publish\w*)|magazines?|media|publish(?:er|ing|es)|broadcast\w*|television|radio|journalism|web portal|internet portal)\b/i;

export function knownCompany(row: CompanyRecordRow): KnownCompany {
  const trade = `${row.labels.join(", ")} ${row.description}`;
  // Computed lazily, because most companies whose name may be in a text are never weighed.
  let nameKey: string | undefined;
  let stems: ReadonlySet<string> | undefined;
  return {
    ...row,
    get nameKey() {
      nameKey ??= companyNames({ name: row.name, domain: "" })[0]?.key ?? "";
      return nameKey;
    },
    get stems() {
      stems ??= stemsOfTrade(row);
      return stems;
    },
    cityKey: row.city === null ? "" : joinedKey(nameWords(row.city)),
    get isPublisher() {
      return PUBLISHER.test(trade);
    },
    isFund: isPropertyFund(row.name),
    get makesIndices() {
      return /\bind(?:ices|exes)\b/i.test(trade);
    },
    ownsDomainOf: (key) => isOwnDomain(row.domain, key),
    ownsDomainLike: (key) =>
      isOwnDomain(row.domain, key) ||
      // Where nobody knows the company, "Inc" in its domain means that the bare name is somebody else's.
      ((row.marketCapBand === "mega" || row.marketCapBand === "large" || row.marketCapBand === "mid") &&
        isOwnWithExtras(row.domain, key)),
  };
}

/** A page's evidence beyond the names themselves. */
export interface PageContext {
  /** Registrable domains that the page is from, names or links to. */
  domains: ReadonlySet<string>;
  /** Keys of the runs of words that may be names. */
  names: ReadonlySet<string>;
  /** Returns the number of words of the company's trade on the page, at most 3. */
  topicOverlap(company: KnownCompany): number;
  /** Whether the page names the company's city or country, or its nation. */
  isAbout(company: KnownCompany): boolean;
}

export function pageContext(
  passages: readonly Passage[],
  domains: ReadonlySet<string>,
  names: ReadonlySet<string>,
): PageContext {
  const stems = new Set(passages.flatMap(({ text }) => contentStems(text)));
  const countries = new Set<string>();
  const runs = new Set<string>();
  for (const { words } of passages)
    words.forEach((word, i) => {
      const pair = [word.key, words[i + 1]?.key ?? ""];
      for (const key of [word.key, pair.join(" ")]) {
        const code = /^\p{Lu}/u.test(word.written)
          ? (englishCountryNames().get(key) ?? demonyms().get(key))
          : undefined;
        if (code !== undefined) countries.add(code);
      }
      runs.add(word.key);
      runs.add(pair.join(""));
    });
  return {
    domains,
    names,
    topicOverlap(company) {
      let shared = 0;
      for (const stem of stems) if (shared < 3 && company.stems.has(stem)) shared++;
      return shared;
    },
    isAbout: ({ country, cityKey }) =>
      (country !== null && countries.has(country)) || (cityKey !== "" && runs.has(cityKey)),
  };
}

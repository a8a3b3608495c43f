/**
 * Names that people use for a company whose record has another one, by its registrable domain, each with where the
 * company itself says so. Only names that are no other company's and no ordinary word.
 */
const ALIASES: Readonly<Record<string, { names: readonly string[]; source: string }>> = {
  "abc.xyz": {
    names: ["Google"],
    source: "Alphabet's annual report (Form 10-K), Item 1: Google is its largest business",
  },
  "meta.com": { names: ["Facebook"], source: "Meta's release of 28 October 2021: Facebook changes its name" },
  "freddiemac.com": {
    names: ["Freddie Mac"],
    source: "its site and annual report: the corporation is known as Freddie Mac",
  },
  "fanniemae.com": {
    names: ["Fannie Mae"],
    source: "its site and annual report: the association is known as Fannie Mae",
  },
  "citigroup.com": { names: ["Citi"], source: "its annual report: Citigroup, or Citi" },
  "jnj.com": { names: ["J&J"], source: "its site: J&J" },
  "pg.com": { names: ["P&G"], source: "its annual report: the Company, P&G" },
  "bankofamerica.com": { names: ["BofA"], source: "its brand BofA Securities" },
  "jpmorganchase.com": { names: ["JPMorgan"], source: "its brand J.P. Morgan" },
  "goldmansachs.com": { names: ["Goldman"], source: "its annual report's short form" },
  "volkswagen-group.com": { names: ["VW"], source: "its brand's sign" },
  "volkswagenag.com": { names: ["VW"], source: "its brand's sign" },
  "natwestgroup.com": {
    names: ["Royal Bank of Scotland"],
    source: "its release of 22 July 2020: RBS Group becomes NatWest Group",
  },
};

/** Other names of the company at a domain; none for most. */
export const aliasesOf = (domain: string): readonly string[] =>
  Object.hasOwn(ALIASES, domain) ? (ALIASES[domain]?.names ?? []) : [];

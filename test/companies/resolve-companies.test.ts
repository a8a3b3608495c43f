import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DirectoryIdentity } from "#companies/identity/compared-companies";
import { duplicateReason, resolveCompanies } from "#companies/identity/resolve-companies";
import { compareCompanies } from "#companies/identity/same-company-score";

let companies = 0;
const company = (domain: string, name: string, fields: Partial<DirectoryIdentity> = {}): DirectoryIdentity => ({
  id: ++companies,
  domain,
  name,
  country: "GB",
  city: null,
  isin: null,
  lei: null,
  description: "",
  ...fields,
});

const PUMPS = "Designs and makes pumps, valves and seals for water works, refineries, mines and chemical plants.";
const RETAIL = "Runs supermarkets, pharmacies and petrol stations, and lends money to farmers, students and landlords.";

/** The domains that are kept, and of each duplicate the domain that it duplicates. */
function resolved(list: DirectoryIdentity[], apart: [number, number][] = []) {
  const { kept, duplicates } = resolveCompanies(list, apart);
  return {
    kept: kept.map(({ domain }) => domain),
    duplicates: duplicates.map(({ company: { domain }, duplicateOf }) => `${domain} is ${duplicateOf}`),
  };
}

describe("records of one company", () => {
  it("are joined to the better placed one, whose legal form may be another", () => {
    expect(
      resolved([
        company("foopumps.com", "Foo Pumps Limited", { city: "Leeds" }),
        company("foopumps.co.uk", "FOO PUMPS PLC", { city: "Leeds" }),
        company("foopumps.us", "Foo Pumps Inc.", { country: "US", city: "Boston" }),
      ]),
    ).toEqual({ kept: ["foopumps.com", "foopumps.us"], duplicates: ["foopumps.co.uk is foopumps.com"] });
  });

  it.each([
    ["a brand and its group", "Fooberry Group plc", "fooberryplc.com", "Fooberry", "fooberry.com"],
    ["a name and the one that its site spells", "Foo Printing Ltd.", "foo.co.uk", "Foo", "foo.com"],
  ])("are recognised by %s", (_, name, domain, otherName, otherDomain) => {
    const here = { city: "London", description: PUMPS };
    expect(resolved([company(domain, name, here), company(otherDomain, otherName, here)]).kept).toEqual([domain]);
  });

  it("are joined across countries where the text says the same of one city", () => {
    expect(
      resolved([
        company("foo.com", "Foo Inc.", { country: "US", city: "Tempe", description: PUMPS }),
        company("bargroup.com", "FOO", { country: "TH", city: "Tempe", description: `Bar Inc. ${PUMPS}` }),
      ]).kept,
    ).toEqual(["foo.com"]);
  });
});

describe("namesakes", () => {
  it.each([
    [
      "of two trades",
      company("foo-pumps.jp", "Foo Corporation", { description: PUMPS }),
      company("foo.co.jp", "Foo Co., Ltd.", { description: RETAIL }),
    ],
    [
      "of which one holds the other",
      company("foo.com", "Foo Co., Ltd.", { city: "Leeds", description: PUMPS }),
      company("fooholdings.com", "Foo Holdings Co., Ltd.", { city: "Leeds", description: RETAIL }),
    ],
    [
      "of which one is a property fund",
      company("foo.co.uk", "Foo plc", { city: "Leeds" }),
      company("foo-reit.co.uk", "Foo REIT plc", { city: "Leeds" }),
    ],
    [
      "with other parts in brackets",
      company("foonorth.com", "Foo Hotels (North) Limited", { city: "Leeds", description: RETAIL }),
      company("foowest.com", "Foo Hotels (West) Limited", { city: "Leeds", description: RETAIL }),
    ],
    [
      "about which nothing else is known",
      company("foo.com", "Foo AG", { country: null }),
      company("foo-works.com", "Foo GmbH", { country: null }),
    ],
  ])("%s stay apart", (_, one, other) => {
    expect(resolved([one, other]).duplicates).toEqual([]);
  });

  it("stay apart where a person told them apart", () => {
    const twins = [
      company("foo.com", "Foo plc", { city: "Leeds" }),
      company("foo.co.uk", "Foo plc", { city: "Leeds" }),
    ];
    const [one, other] = twins.map(({ id }) => id) as [number, number];
    expect(resolved(twins).duplicates).toEqual(["foo.co.uk is foo.com"]);
    expect(resolved(twins, [[other, one]]).duplicates).toEqual([]);
  });
});

describe("a duplicate", () => {
  it("says what speaks for one company and what against it", () => {
    const { duplicates } = resolveCompanies(
      [
        company("foopumps.com", "Foo Pumps Ltd.", { city: "Leeds" }),
        company("foopumps.co.uk", "Foo Pumps plc", { city: "Leeds" }),
      ],
      [],
    );
    expect(duplicates.map(duplicateReason)).toEqual([
      "The same company as foopumps.com: names that agree, one label at two suffixes, one city, one country; in spite of other legal forms.",
    ]);
  });
});

describe("a list of companies", () => {
  it("loses none, and keeps no two that are one by the score", () => {
    const lists = fc.uniqueArray(
      fc.record({
        domain: fc.constantFrom("foo.com", "foo.de", "foo-group.com", "bar.com", "bar.de", "other.com"),
        name: fc.constantFrom("Foo AG", "Foo GmbH", "Foo Holding AG", "Bar", "Bar Inc."),
        country: fc.constantFrom("DE", "US", null),
        city: fc.constantFrom("Bonn", null),
        description: fc.constantFrom(PUMPS, RETAIL, ""),
      }),
      { selector: ({ domain }) => domain },
    );
    fc.assert(
      fc.property(lists, (list) => {
        const given = list.map(({ domain, name, ...fields }) => company(domain, name, fields));
        const { kept, duplicates } = resolveCompanies(given, []);
        expect([...kept, ...duplicates.map((one) => one.company)].length).toBe(given.length);
        const keptDomains = new Set(kept.map(({ domain }) => domain));
        expect(duplicates.every(({ duplicateOf }) => keptDomains.has(duplicateOf))).toBe(true);
        for (const one of kept)
          for (const other of kept) if (one !== other) expect(compareCompanies(one, other).outcome).not.toBe("same");
      }),
    );
  });
});

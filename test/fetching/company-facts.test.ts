import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFetcher } from "#providers/fetching/fetcher";
import { companyFacts } from "#providers/pages/facts/company-facts";
import { createPages } from "#providers/pages/pages";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { sends, startSite } from "./support.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Reads the site of a company whose pages are served here: its name leads to a server on this machine. */
async function factsOf(domain: string, bodies: Record<string, string>, options: { maxPages?: number } = {}) {
  const site = await startSite(Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, sends(body)])));
  const local = createFetcher({ allow: [site.host] });
  const pages = createPages({
    db: database.db,
    keepHours: 1,
    fetcher: {
      async fetch(url, given) {
        const { pathname, search, origin } = new URL(url);
        const answer = await local.fetch(site.url(pathname + search), given);
        return { ...answer, url: answer.url.replace(`http://${site.host}`, origin) };
      },
    },
  });
  const read = await pages.companyPages(domain, options);
  await local.close();
  return { pages: read.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`), facts: companyFacts(read), site };
}

describe("the pages of a company's site", () => {
  test("are its home page and those that say most about it, on its own site only", async () => {
    const { pages, site } = await factsOf("kranz-getriebe.de", {
      "/": `<title>Kranz</title><p>Getriebe</p><a href="/produkte">Produkte</a><a href="/ueber-uns/">Mehr</a>
        <a href="/de/impressum.html#top">Impressum</a><a href="https://www.partner.com/about">About our partner</a>
        <a href="/unternehmen/team">Team</a><a href="mailto:a@kranz-getriebe.de">Kontakt</a>
        <a href="https://shop.kranz-getriebe.de/zertifikate">Zertifikate</a><a href="/about-to-open-a-new-hall-in-spring">We are about to open a new hall in spring, and all are invited</a>`,
      "/ueber-uns/": "<p>Wir</p>",
      "/de/impressum.html": "<p>Impressum</p>",
      "/unternehmen/team": "<p>Team</p>",
      "/zertifikate": "<p>ISO</p>",
    });
    expect(pages).toEqual([
      "home /",
      "about /ueber-uns/",
      "imprint /de/impressum.html",
      "team /unternehmen/team",
      "certifications /zertifikate",
    ]);
    expect(site.requests.map(({ url }) => url)).not.toContain("/produkte");
  });

  test("are no more than asked for, and none where the site has none", async () => {
    const links = ["about", "impressum", "team", "contact"].map((name) => `<a href="/${name}">${name}</a>`).join("");
    const bodies = Object.fromEntries(
      ["/about", "/impressum", "/team", "/contact"].map((path) => [path, "<p>Text</p>"]),
    );
    expect((await factsOf("three.com", { "/": `<p>Home</p>${links}`, ...bodies }, { maxPages: 3 })).pages).toHaveLength(
      3,
    );
    const none = await factsOf("empty.com", {});
    expect(none.pages).toEqual([]);
    expect(none.facts).toMatchObject({ name: null, address: null, people: [], certifications: [] });
  });
});

test("facts are read from markup, each with its page and words", async () => {
  const organization = {
    "@context": "https://schema.org",
    "@graph": [
      { "@type": "WebSite", name: "A web site" },
      { "@type": ["Corporation"], name: "A partner", url: "https://partner.com/" },
      {
        "@type": "Corporation",
        name: "Norvik Pumps",
        legalName: "Norvik Pumps AS",
        url: "https://norvik-pumps.no/",
        description: "Norvik Pumps builds submersible pumps for fish farms and ships.",
        logo: { "@type": "ImageObject", url: "/logo.svg" },
        address: {
          "@type": "PostalAddress",
          streetAddress: "Havnegata 3",
          postalCode: "5003",
          addressLocality: "Bergen",
          addressCountry: { name: "Norway" },
        },
        founder: { "@type": "Person", name: "Kari Moen" },
        hasCertification: { "@type": "Certification", name: "DNV Type Approval" },
      },
    ],
  };
  const { facts } = await factsOf("norvik-pumps.no", {
    "/": `<title>Norvik</title><meta property="og:image" content="/front.jpg"><p>Pumps</p><script type="application/ld+json">${JSON.stringify(organization)}</script>`,
  });
  const home = { pageUrl: "https://norvik-pumps.no/", method: "markup" };
  expect(facts).toMatchObject({
    name: { value: "Norvik Pumps", quote: "Norvik Pumps", ...home },
    legalName: { value: "Norvik Pumps AS" },
    description: { value: "Norvik Pumps builds submersible pumps for fish farms and ships." },
    address: {
      value: { street: "Havnegata 3", postalCode: "5003", city: "Bergen", region: "", country: "NO" },
      ...home,
    },
    people: [{ value: { name: "Kari Moen", role: "Founder" }, ...home }],
    certifications: [{ value: "DNV Type Approval", ...home }],
    logo: { value: "https://norvik-pumps.no/logo.svg" },
    images: [{ value: "https://norvik-pumps.no/front.jpg" }],
  });
});

describe("facts read from words", () => {
  const imprint = (...lines: string[]) => ({
    "/": '<meta property="og:site_name" content="Kranz"><p>Kranz</p><a href="/impressum">Impressum</a>',
    "/impressum": lines.map((line) => `<p>${line}</p>`).join(""),
  });

  test.each([
    [
      "kranz-a.de",
      ["Kranz Getriebe GmbH", "Hafenstraße 12", "28195 Bremen"],
      { street: "Hafenstraße 12", postalCode: "28195", city: "Bremen", country: "DE" },
    ],
    [
      "kranz-b.com",
      ["Hafenstraße 12<br>D-29549 Bad Bevensen"],
      { street: "Hafenstraße 12", city: "Bad Bevensen", country: "DE" },
    ],
    [
      "kranz-c.com",
      ["Kranz Inc., 500 West 2nd Street, Austin, TX 78701, USA"],
      { postalCode: "78701", city: "Austin", region: "Texas", country: "US" },
    ],
    [
      "kranz-d.com",
      ["12 Mill Lane", "Leeds LS1 4AP"],
      { street: "12 Mill Lane", city: "Leeds", postalCode: "LS1 4AP", country: "GB" },
    ],
    [
      "kranz-e.com",
      ["14 rue des Lilas, 69003 Lyon", "France"],
      { street: "14 rue des Lilas", city: "Lyon", country: "FR" },
    ],
    [
      "kranz-f.nl",
      ["Kade 7", "3011 AB Rotterdam"],
      { street: "Kade 7", postalCode: "3011 AB", city: "Rotterdam", country: "NL" },
    ],
  ])("have the address on %s", async (domain, lines, address) => {
    const { facts } = await factsOf(domain, imprint(...lines));
    expect(facts.address).toMatchObject({ value: address, method: "text", pageUrl: `https://${domain}/impressum` });
    expect(facts.address?.quote).toContain(address.city);
  });

  test.each([
    ["none-a.com", ["Over 12000 Customers trust us"]],
    ["none-b.com", ["28195 Bremen"]],
    ["none-c.de", ["In 2024 Wir haben 15000 Getriebe geliefert"]],
    ["none-d.com", ["Order no. 12345 Shipped"]],
    ["none-e.de", ["HRB 12345 Amtsgericht"]],
  ])("have no address on %s, where the lines do not surely say one", async (domain, lines) => {
    expect((await factsOf(domain, imprint(...lines))).facts.address).toBeNull();
  });

  test("people with their roles", async () => {
    const { facts } = await factsOf("kranz-people.de", {
      "/": '<p>Kranz</p><a href="/impressum">Impressum</a><a href="/team">Team</a>',
      "/impressum": `<p>Geschäftsführer: Dr.-Ing. Anke Lorenz, Jan van der Meer</p><p>Handelsregister: Amtsgericht Bremen</p>
        <p>Vorstand:</p><p>Paul Krüger und Mia Sander</p><p>CEO: see our team page</p>`,
      "/team": `<h3>Meet our team</h3><h4>Sofía Ruiz</h4><p>Chief Financial Officer</p><h4>Our Management</h4><p>Director</p>
        <p>Ola O’Brien-Lund – Head of Sales</p><p>Great people, Managing Director</p><h4>Product Design</h4><p>We design.</p>`,
    });
    expect(facts.people.map(({ value }) => `${value.name}: ${value.role}`)).toEqual([
      "Anke Lorenz: Geschäftsführer",
      "Jan van der Meer: Geschäftsführer",
      "Paul Krüger: Vorstand",
      "Mia Sander: Vorstand",
      "Sofía Ruiz: Chief Financial Officer",
      "Ola O’Brien-Lund: Head of Sales",
    ]);
    expect(facts.people[4]).toMatchObject({
      pageUrl: "https://kranz-people.de/team",
      quote: "Sofía Ruiz\nChief Financial Officer",
    });
  });

  test("certificates that are claimed, and none that are denied, planned or somebody else's", async () => {
    const { facts } = await factsOf("kranz-iso.com", {
      "/": `<p>Kranz is certified to ISO 9001:2015 and DIN EN ISO 14001. Our plant has been IATF 16949 certified since 2019.</p>
        <p>We are not ISO 27001 certified.</p><p>We are working towards ISO 45001 certification.</p>
        <p>We help clients become SOC 2 certified.</p><p>The ISO 50001 standard is about energy.</p>
        <p>Unsere Gärtnerei ist FSC-zertifiziert.</p><p>Rated EcoVadis Gold</p><a href="/certificates">Certificates</a>`,
      "/certificates": "<h2>Certificates</h2><ul><li>FSSC 22000</li><li>EcoVadis silver 2025</li></ul>",
    });
    expect(facts.certifications.map(({ value }) => value)).toEqual([
      "ISO 9001",
      "ISO 14001",
      "IATF 16949",
      "FSC",
      "FSSC 22000",
      "EcoVadis Silver",
    ]);
    expect(facts.certifications[2]).toMatchObject({
      quote: "Our plant has been IATF 16949 certified since 2019.",
      pageUrl: "https://kranz-iso.com/",
      method: "text",
    });
  });

  test("of pages that are made to waste time come in time", async () => {
    const long = [" ", ".", "A ", "a, ", "1 ", "ISO 9001 ", "\u00a0"].map((part) => part.repeat(60_000));
    const { facts } = await factsOf("kranz-long.com", {
      ...imprint("28195 Bremen", ...long.flatMap((text) => [`x${text}x`, "Director:", `x${text}x`, "28195 Bremen"])),
    });
    expect(facts).toMatchObject({ address: null, people: [], certifications: [] });
  });
});

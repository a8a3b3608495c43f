import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companiesCalled } from "#companies/linking/companies-called";
import { linkCompanies } from "#companies/linking/link-companies";
import { refreshCompanyNames } from "#companies/linking/name-table";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";

let database: TestDatabase;
const domains = new Map<number, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const add = async (domain: string, name: string, description = "", country: string | null = null, facts = {}) => {
    domains.set((await seedCompany(database.db, domain, { name, description, country, ...facts })).id, domain);
  };
  await add("tarvolt.com", "Tarvolt Systems GmbH & Co. KG", "Tarvolt makes inverters for solar parks.", "DE");
  await add("gap.com", "The Gap, Inc.", "Sells jeans and other clothing in its stores.", "US");
  await add("merrow-uk.co.uk", "Merrow Ltd", "Merrow builds pumps for waterworks.", "GB");
  await add("merrow.ca", "Merrow Corp.", "Merrow bakes bread and biscuits.", "CA");
  await add("americaxyz.com", "Americaxyz", "Sells maps.", "US");
  await add("oreth.fr", "Orèth S.A.", "Perfumes.", "FR");
  await add("dailykestrel.com", "Daily Kestrel", "Publishes newspapers and magazines.", "GB");
  await add("velmora.com", "Velmora", "Makes lifts.", "IT");
  await add("lantern.com", "Lantern, Inc.", "Makes telephones.", "US");
  await add("harbour-group.nz", "Harbour Ltd", "Brews beer.", "NZ");
  // Two records of one company; the second says more.
  await add("quandry-group.com", "Quandry Group", "Makes cars and trucks.", "SE");
  await add("quandryag.com", "Quandry AB", "Makes cars and trucks.", "SE", { employees: 900, city: "Lund" });
  await add("pellmar.nl", "Pellmar N.V.", "", "NL");
  await add("pellmar.de", "Pellmar N.V.", "", "NL", { employees: 5 });
  // One name, one country, two companies.
  await add("orlin-shoes.co.uk", "Orlin Ltd", "Makes leather shoes and boots.", "GB");
  await add("orlin-maps.co.uk", "Orlin Holdings plc", "Prints atlases and nautical charts.", "GB");
  await add("vesk-plc.co.uk", "Vesk plc", "Makes beds.", "GB");
  await add("vesk-reit.com", "Vesk REIT plc", "Makes beds.", "GB");
  await add("edwards.com", "Edwards Corp.", "Builds motorcycles and scooters with petrol engines.", "US");
  await add("global.hugo", "Hugo Motor Corporation", "Builds motorcycles and scooters with petrol engines.", "JP");
  await add("gregory.com", "Gregory Inc.", "Bakes bread and cake.", "US");
  await add("maple.com", "Maple, Inc.", "Sells shirts.", "US");
  await add("zirkongroup.com", "Zirkon Anlagen AG", "Makes pumps.", "AT");
  await add("brells.com", "Brell’s Inc. Class A", "Sells suits.", "US");
  await add("indexers.com", "N&Q Global Inc.", "Publishes ratings and stock indices.", "US");
});
afterAll(() => database?.drop());

const read = async (title: string, text = "", url = "https://wire.example.com/a", links?: string[]) => {
  const [mentions = []] = await linkCompanies(database.db, [{ title, text, url, ...(links ? { links } : {}) }]);
  return mentions.map(({ companyId, ...mention }) => ({ domain: domains.get(companyId), ...mention }));
};
const found = async (...page: Parameters<typeof read>) => (await read(...page)).map(({ domain }) => domain);

describe("linking by name", () => {
  it.each([
    ["Tarvolt Systems wins order", "tarvolt.com"],
    ["Tarvolt Systems GmbH & Co. KG wins order", "tarvolt.com"],
    ["TARVOLT SYSTEMS WINS ORDER", "tarvolt.com"],
    ["UPDATE 2-Tarvolt wins order", "tarvolt.com"],
    ["Bank lends to Tarvolt", "tarvolt.com"],
    ["Tarvolt's inverters are sold out", "tarvolt.com"],
    ["Oreth launches a scent", "oreth.fr"],
    ["Orèth’s sales grow", "oreth.fr"],
  ])("finds the company of %s", async (title, domain) => {
    expect(await found(title)).toEqual([domain]);
  });

  it("quotes the words of the text and says how it found them", async () => {
    expect(await read("Ministers visit plant", "Inverters of Tarvolt-Systems are made there.")).toEqual([
      { domain: "tarvolt.com", method: "name", quote: "Tarvolt-Systems", confidence: expect.closeTo(1, 0) },
    ]);
  });

  it.each(["Gap between rich and poor widens", "The gap narrows", "Mind the gap", "Cumberland Gap reopens"])(
    "takes a word for a word: %s",
    async (title) => {
      expect(await found(title)).toEqual([]);
    },
  );

  it.each(["Gap Inc. closes stores", "Clothing retailer Gap raises prices of jeans", "Shares of Gap (NYSE: GAP) rise"])(
    "takes an ordinary word for a company where the words around say so: %s",
    async (title) => {
      expect(await found(title)).toEqual(["gap.com"]);
    },
  );

  it("takes the word that opens a headline and does business for the company that owns its .com, and for no other", async () => {
    expect(await found("Lantern unveils folding telephone")).toEqual(["lantern.com"]);
    expect(await found("Lantern recalls chargers")).toEqual(["lantern.com"]);
    expect(await found("Lantern light guides sailors")).toEqual([]);
    expect(await found("Harbour unveils new pier")).toEqual([]);
  });

  it.each([
    "Bank of Americaxyz lends more",
    "Velmora Foundation gives grant",
    "The court heard Ms Paula Velmora today and the judge agreed with her",
  ])("finds no name inside a longer one: %s", async (title) => {
    expect(await found(title)).toEqual([]);
  });

  it.each([
    ["Merrow wins order for pumps of London waterworks", ["merrow-uk.co.uk"]],
    ["Merrow recalls biscuits", ["merrow.ca"]],
    ["Merrow Corp. elects directors", ["merrow.ca"]],
    ["Shares of Merrow fall after Canadian police search its offices", ["merrow.ca"]],
    ["Merrow to publish report", []],
  ])("tells namesakes apart by what the text says, or links none: %s", async (title, expected) => {
    expect(await found(title)).toEqual(expected);
  });

  it("does not take the publisher at the end of a headline for its subject", async () => {
    expect(await found("Storm hits the coast - Daily Kestrel")).toEqual([]);
    expect(await found("Minister resigns, she told Daily Kestrel")).toEqual([]);
  });
});

describe("names beside the record's own", () => {
  beforeAll(async () => {
    const add = async (domain: string, name: string, description: string, country: string, marketCapBand: string) => {
      domains.set((await seedCompany(database.db, domain, { name, description, country, marketCapBand })).id, domain);
    };
    await add("abc.xyz", "Alphabet Inc. Class C", "Alphabet Inc. operates a search engine.", "US", "mega");
    await add("abc-kinder.de", "Alphabet GmbH", "Runs kindergartens.", "DE", "nano");
    await add("gm.com", "General Motors Company", "Builds cars and trucks.", "US", "large");
    await add(
      "dunvale.com",
      "Dunvale Foods Inc.",
      "Dunvale Foods sells snacks under the Crispello, Pure, and Zwieby brands. It was formerly known as Hoxtar Mills Limited and changed its name in 2015.",
      "US",
      "large",
    );
    await add("shopkeepers.in", "Shopkeepers Ltd", "It sells rice under the Basmarro brand.", "IN", "micro");
    await add("talvik-hk.com", "Talvik Ltd", "Sells cosmetics.", "HK", "nano");
    await add("ruby.com", "Ruby Inc.", "Makes chips.", "US", "mega");
  });

  it.each([
    ["How Google's rules hurt shops", ["abc.xyz"]],
    ["GM recall delayed for years", ["gm.com"]],
    ["Farmers plant GM crops", []],
    ["Crispello crumbs in new bag", ["dunvale.com"]],
    ["Pure joy at the fair", []],
    ["Hoxtar Mills strike ends", ["dunvale.com"]],
    // Small companies sell what is not theirs.
    ["Basmarro found in lorry", []],
    ["Talvik, Paris: ten things to do", []],
    ["Talvik recalls cosmetics", ["talvik-hk.com"]],
    ["Ruby vows to build plant", ["ruby.com"]],
    ["Ruby wedding for royal couple", []],
    ["Ruby of the crown stolen", []],
    ["Storm hits Costa Rica and San Jose", []],
  ])("are found, or left alone where they are words: %s", async (title, expected) => {
    expect(await found(title)).toEqual(expected);
  });

  it("reads the names again when the description changes", async () => {
    await database.db.query("UPDATE companies SET description = $1 WHERE domain = 'dunvale.com'", [
      "Dunvale Foods sells snacks under the Nibblo brand.",
    ]);
    expect(await found("Nibblo crumbs in new bag")).toEqual(["dunvale.com"]);
    expect(await found("Crispello crumbs in new bag")).toEqual([]);
  });
});

describe("several records of one company", () => {
  it.each([
    ["Quandry opens plant", "quandryag.com", "the exact name"],
    ["Quandry Group opens plant", "quandry-group.com", "the only record of the longer name"],
    ["Pellmar opens plant", "pellmar.de", "one site under two suffixes, more is known of this one"],
    ["Vesk opens plant", "vesk-plc.co.uk", "a fund of the same name is another company"],
  ])("are told apart: %s is %s, %s", async (title, domain) => {
    expect(await found(title)).toEqual([domain]);
  });

  it("takes the record whose domain the text has", async () => {
    expect(await found("Quandry opens plant", "More at quandry-group.com.")).toEqual(["quandry-group.com"]);
  });

  it("links none of two companies of one name and country that do different things", async () => {
    expect(await found("Orlin opens office")).toEqual([]);
    expect(await found("Orlin recalls boots of brown leather")).toEqual(["orlin-shoes.co.uk"]);
  });

  it("chooses the same whichever came first", async () => {
    const { db } = database;
    for (const [first, second] of [
      ["SE", "AB"],
      ["AB", "SE"],
    ]) {
      const name = `Tumbrel${first}`;
      await seedCompany(db, `${name}-a.nl`.toLowerCase(), { name: `${name} ${first}`, country: "NL", employees: 1 });
      const { id } = await seedCompany(db, `${name}-b.nl`.toLowerCase(), {
        name: `${name} ${second}`,
        country: "NL",
        employees: 1,
        city: "Delft",
      });
      const [mentions = []] = await linkCompanies(db, [
        { title: `${name} opens plant`, text: "", url: "https://a.example.com" },
      ]);
      expect(mentions.map(({ companyId }) => companyId)).toEqual([id]);
    }
  });
});

describe("lists of names", () => {
  it.each([
    ["Edwards and Tarvolt raise prices", ["edwards.com", "tarvolt.com"]],
    ["Lantern, Tarvolt Cut Output", ["lantern.com", "tarvolt.com"]],
    ["Edwards, Hugo and Tarvolt to build scooters", ["edwards.com", "global.hugo", "tarvolt.com"]],
    ["Edwards and Hugo named in report", ["edwards.com", "global.hugo"]],
    ["Tarvolt & Velmora: a merger", ["tarvolt.com", "velmora.com"]],
    ["Carmakers Quandry and Velmora freeze wages", ["quandryag.com", "velmora.com"]],
    ["Edwards and Gregory named to relay team", []],
    ["Edwards, Jordan and Smith named to relay team", []],
    ["Maple and oak of the old park", []],
    ["Paris, Maple and Boston are getting ready today", []],
  ])("are read as names of companies or not: %s", async (title, expected) => {
    expect((await found(title)).toSorted()).toEqual(expected);
  });
});

describe("what records write of a name", () => {
  it.each([
    ["Zirkon opens plant", ["zirkongroup.com"]],
    ["Hugo shares slide", ["global.hugo"]],
    ["Brell's opens stores", ["brells.com"]],
    ["Brells opens stores", ["brells.com"]],
    ["Witness Brell opens up about the storm", []],
    ["N&Q Global raises dividend", ["indexers.com"]],
    ["Stocks end week at record as N&Q 500 climbs", []],
    ["Tarvolt-Ordway merger is near", ["tarvolt.com"]],
    ["Gap-Ordway merger is near", []],
  ])("is linked by: %s", async (title, expected) => {
    expect(await found(title)).toEqual(expected);
  });
});

describe("linking by domain", () => {
  it("knows the company's own site, the domain in the text, and a link to the site", async () => {
    expect(await read("New lift for towers", "", "https://www.velmora.com/newsroom/1")).toMatchObject([
      { domain: "velmora.com", method: "domain", quote: "www.velmora.com" },
    ]);
    expect(await found("New lifts for towers", "See velmora.com for more.")).toEqual(["velmora.com"]);
    expect(await found("New lifts for towers", "", "https://wire.example.com/a", ["https://velmora.com/x"])).toEqual([
      "velmora.com",
    ]);
  });

  it("does not take a publisher for what it writes about", async () => {
    expect(await found("Storm hits the coast", "", "https://dailykestrel.com/press/storm")).toEqual([]);
  });

  it("does not believe a look-alike host", async () => {
    expect(await found("Storm hits the coast", "", "https://velmora.com.example.org/press")).toEqual([]);
  });
});

describe("the directory's names", () => {
  it("follow the directory: new, renamed and removed companies", async () => {
    const { db } = database;
    expect(await found("Quibbeldam opens plant")).toEqual([]);
    const { id } = await seedCompany(db, "quibbeldam.nl", { name: "Quibbeldam B.V." });
    domains.set(id, "quibbeldam.nl");
    expect(await found("Quibbeldam opens plant")).toEqual(["quibbeldam.nl"]);
    await db.prisma.company.update({ where: { id }, data: { name: "Wobbelstra B.V." } });
    expect(await found("Quibbeldam opens plant")).toEqual([]);
    expect(await found("Wobbelstra opens plant")).toEqual(["quibbeldam.nl"]);
    await db.prisma.company.delete({ where: { id } });
    expect(await found("Wobbelstra opens plant")).toEqual([]);
  });

  it("tell which company a name means, and which it may mean where nobody can tell", async () => {
    await refreshCompanyNames(database.db);
    const [oreth, merrow, orlin, none] = await companiesCalled(database.db, ["Oreth", "Merrow", "Orlin", "Nobody Ltd"]);
    expect(oreth?.company).toMatchObject({ domain: "oreth.fr" });
    // Of two Merrows the one whose site is called so.
    expect(merrow?.company).toMatchObject({ domain: "merrow.ca" });
    expect(orlin).toMatchObject({ company: null, namesakes: ["orlin-maps.co.uk", "orlin-shoes.co.uk"] });
    expect(none).toEqual({ called: "Nobody Ltd", company: null, namesakes: [] });
  });

  it("costs the same few statements for one text and for fifty", async () => {
    const count = async (texts: number) => {
      let statements = 0;
      await linkCompanies(
        {
          query: (text, values) => {
            statements++;
            return database.db.query(text, values);
          },
        },
        Array.from({ length: texts }, (_, i) => ({
          title: `Tarvolt and Velmora sign contract ${i}`,
          text: "",
          url: "https://a.example.com",
        })),
      );
      return statements;
    };
    expect(await count(50)).toBe(await count(1));
    expect(await count(50)).toBeLessThanOrEqual(3);
  });
});

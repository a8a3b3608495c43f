import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "#foundation/errors/index";
import { criteriaForm } from "#markets/criteria/criteria-form";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { namedConditions } from "#markets/criteria/named-conditions";
import { offerGroup } from "#markets/criteria/offer-group";
import { readQuestion } from "#markets/criteria/question-reading";

describe("what is not wanted", () => {
  it.each([
    ["Shirt makers in Peru, not retailers", ["retailers"]],
    ["Shirt makers in Peru. No retailers, please.", ["retailers"]],
    ["Shirt makers excluding retailers and fashion designers", ["retailers", "fashion designers"]],
    ["Shirt makers, retailers excluded", ["retailers"]],
    ["Shirt makers other than sportswear brands, in Peru", ["sportswear brands"]],
    ["Shirt makers rather than retailers", ["retailers"]],
    ["Shirt makers (no retailers) in Peru", ["retailers"]],
    ["Shirt makers in Germany except Bavaria", ["companies in Bavaria"]],
    ["Shirt makers in China outside Guangdong", ["companies in Guangdong"]],
    ["Shirt makers in Europe except Germany", []],
    ["Shirt makers that are neither retailers nor designers", ["retailers", "designers"]],
    ["Neither retailers nor agents, but firms that sew shirts", ["retailers", "agents"]],
    ["Shirt makers. Neither retailers nor agents are of interest.", ["retailers", "agents"]],
    ["Paints that contain neither lead nor cadmium", []],
    ["Shirt makers - not retailers", ["retailers"]],
    ["Shirt makers without retailers", ["retailers"]],
    ["Shirt brands without their own factories", ["own factories"]],
    ["Shirt makers, not retailers, family-owned", ["retailers"]],
    ["I don't want retailers. Find shirt makers.", ["retailers"]],
    [
      "Shirt makers but not suppliers of cloth, yarn or buttons",
      ["suppliers of cloth", "suppliers of yarn", "suppliers of buttons"],
    ],
    ["Builders of boats, not cement or steel producers", ["cement producers", "steel producers"]],
    ["Companies that do not make toys but sew shirts", ["toys"]],
    ["Inspection companies other than clinical/medical labs", ["clinical laboratories", "medical laboratories"]],
    ["Lithium explorers in Australia that do not produce yet", ["producers"]],
    ["Makers of shirts in Italy and Spain that do not sell trousers", ["trousers"]],
    ["Shirt makers. Tailors and plain retailers are not what I'm after.", ["Tailors", "plain retailers"]],
    ["Dealers of cranes (the Liebherr / Tadano dealer type), not the makers", ["makers"]],
  ])("reads %j", (question, exclusions) => {
    expect(readQuestion(question).exclusions).toEqual(exclusions);
  });

  it.each([
    "Producers of non-alcoholic beer",
    "Makers of no-till drills",
    "Paper cups without plastic film coating",
    "Pumps with no moving parts",
    "Snacks that do not contain gluten",
    "Makers of lenses that people wear instead of spectacles",
    "Makers of not only shirts but also coats",
    "Operators of not-for-profit clinics",
  ])("does not mistake what the product lacks for it: %j", (question) => {
    expect(readQuestion(question).exclusions).toEqual([]);
  });

  it("takes a country out of a region", () => {
    const reading = readQuestion("Cheese makers in Benelux except Belgium");
    expect(reading.exclusions).toEqual([]);
    expect(reading.excludedPlaces.map(({ codes }) => codes)).toEqual([["BE"]]);
    expect(criteriaFromQuestion(reading.text).locations.map(({ country }) => country)).toEqual(["NL", "LU"]);
  });

  it("says a country in words where there is no region to take it from", () => {
    expect(criteriaFromQuestion("Cheese makers outside France").keywords.irrelevant).toEqual(["companies in France"]);
  });
});

describe("alternatives of an offer", () => {
  it.each([
    ["Operators of mobile or cable networks", ["mobile networks", "cable networks"]],
    ["Makers of glass or plastic bottles", ["glass bottles", "plastic bottles"]],
    ["Hip and knee implants", ["Hip implants", "knee implants"]],
    ["Laser cutting, welding and marking machines", ["Laser cutting machines", "welding machines", "marking machines"]],
    ["Producers of milk and fruit juices", ["milk", "fruit juices"]],
    ["Makers of furniture and home textiles", ["furniture", "home textiles"]],
    ["Running airports or seaports", ["airports", "seaports"]],
    ["Makers of running shoes", ["running shoes"]],
    ["Makers of operating tables", ["operating tables"]],
    ["Firms that own hotels as well as casinos", ["hotels", "casinos"]],
    ["Call centre operators that answer the phone for others", ["Call centre"]],
    ["Biotech firms working on cell therapies", ["cell therapies"]],
    ["EU based makers of insulin pumps", ["insulin pumps"]],
    ["Colocation providers", ["Colocation"]],
    ["Producers of white and coloured pigments", ["white pigments", "coloured pigments"]],
    ["Contact lens makers", ["Contact lens"]],
    ["Aluminium can makers", ["Aluminium can"]],
    ["excavator and construction machine makers", ["construction machine", "excavator"]],
    ["record labels and music publishers", ["record labels", "music publishers"]],
    ["contract chip manufacturers (foundries)", ["foundries", "contract chip"]],
    ["lift and escalator makers in Asia", ["escalator", "lift"]],
    ["Find pump and valve manufacturers", ["valve", "pump"]],
    ["drill and saw dealers", ["saw", "drill"]],
    ["companies that lift and move houses", ["houses"]],
    ["publishers of video games", ["video games"]],
    ["growers of tomatoes", ["tomatoes"]],
    ["breeders of salmon", ["salmon"]],
    ["miners of copper", ["copper"]],
    ["distillers of whisky", ["whisky"]],
    ["insurers of ships", ["ship insurance"]],
  ])("are read from %j", (question, offers) => {
    expect(readQuestion(question).offers).toEqual(offers);
  });

  it.each<[string, "any" | "all" | null, string[]]>([
    ["Operators of mobile or cable networks", "any", ["mobile networks", "cable networks"]],
    ["Makers of forklifts or pallet jacks", "any", ["forklifts", "pallet jacks"]],
    ["Steel traders and aluminium recyclers", "any", ["Steel", "aluminium recycling"]],
    ["Companies that both brew beer and distil whisky", "all", ["beer", "whisky"]],
    ["Retailers with both bakeries and butcher shops in Chile", "all", ["bakeries", "butcher shops"]],
    ["Firms that own hotels as well as casinos", "all", ["hotels", "casinos"]],
    ["Makers of pumps, valves as well as fittings", "any", ["pumps", "valves", "fittings"]],
    ["Leasing companies for aircraft", null, []],
    ["Lamps that use light-emitting diodes", null, []],
    ["Makers of shirts in both Peru and Chile", null, []],
  ])("of %j are joined by %j", (question, of, phrases) => {
    const group = offerGroup(readQuestion(question));
    expect({ of: group?.of ?? null, phrases: group?.parts.map(({ phrase }) => phrase) ?? [] }).toEqual({ of, phrases });
  });

  it.each([
    ["Who supplies hospital beds to clinics?", "manufacturer"],
    ["Tyre retreading shops", "serviceProvider"],
    ["Designers of chips", "manufacturer"],
    ["SPACs looking at banks", "serviceProvider"],
    ["Chains of car washes in Norway", "serviceProvider"],
    ["Cork board or slate makers", "manufacturer"],
    ["Crematoria", "serviceProvider"],
    ["Umbrella brands", "manufacturer"],
    ["Developers of gene therapies", "manufacturer"],
    ["Headlamps and tail lights", "manufacturer"],
  ])("are read with the role from %j", (question, role) => {
    expect(readQuestion(question).marketRole).toBe(role);
  });
});

describe("the logical form of criteria", () => {
  const formOf = (question: string) => criteriaForm(normaliseCriteria({ userPrompt: question }, "first_pass"));

  it("has a head with alternatives, who it is for, and exclusions as kinds with a role", () => {
    expect(
      formOf("landline and cable network operators in Norway, not equipment makers, outside of Oslo"),
    ).toMatchObject({
      anyOf: [{ head: "network", modifiers: ["landline", "cable"], purposes: [] }],
      role: "serviceProvider",
      noneOf: [
        { phrase: "equipment makers", about: "equipment", role: "manufacturer", countries: [] },
        { phrase: "companies in Oslo", about: "", role: null, countries: [] },
      ],
    });
    expect(formOf("firms that own both quarries and ports")).toMatchObject({ asksForAll: true });
    expect(formOf("Software for dentists and vets, no clinics")).toMatchObject({
      asksForAll: false,
      anyOf: [{ head: "Software", modifiers: [], purposes: ["dentists", "vets"] }],
      role: "softwareProvider",
      madeFor: ["dentists", "vets"],
      noneOf: [{ about: "clinics", role: null }],
    });
  });

  it("has places that are left out by their countries", () => {
    expect(formOf("Kayak makers, anywhere but Japan").noneOf).toEqual([
      { phrase: "companies in Japan", countries: ["JP"], about: "", role: null },
    ]);
  });

  it("has the sizes and years that a question states, and says which other conditions nothing uses", () => {
    const { conditions, notUsed, anyOf } = formOf(
      "Mid-cap kayak makers founded after 2010, family-owned, with more than 50 employees",
    );
    expect(conditions).toEqual({ minEmployees: 51, foundedFrom: 2011, marketCapBands: ["mid"] });
    expect(notUsed).toEqual(["family-owned"]);
    expect(anyOf).toEqual([{ head: "kayak", modifiers: [], purposes: [] }]);
  });

  it.each([
    ["Hersteller von Pumpen und Quargelwuseln in Polen", ["Quargelwuseln"]],
    ["Fabricantes de bombas en Polonia", []],
    ["Hersteller wie Bosch", []],
    ["Furniture makers in northern Poland", ["northern Poland"]],
  ])("says which words of %j could not be used", (question, words) => {
    expect(formOf(question).notUsed).toEqual(words);
  });

  it.each(["Syringe makers supplying hospitals, Asia only", "Makers of pumps, preferably Asia"])(
    "takes a region that describes no noun for a place: %j",
    (question) => {
      const { places, features } = readQuestion(question);
      expect(places.map(({ name }) => name)).toEqual(["Asia"]);
      expect(features).not.toContain("Asia");
    },
  );

  it("leaves a stated condition to the constraint that says it", () => {
    const userPrompt = "Kayak makers with more than 50 employees, small or micro caps";
    expect(
      criteriaForm(normaliseCriteria({ userPrompt, constraints: { maxEmployees: 900 } }, "first_pass")).conditions,
    ).toEqual({ marketCapBands: ["small", "micro"] });
  });

  it.each<[string, object]>([
    ["with at least 1,000 staff", { minEmployees: 1000 }],
    ["with 50 to 200 employees", { minEmployees: 50, maxEmployees: 200 }],
    ["employing fewer than 20 people", { maxEmployees: 19 }],
    ["with revenues above $2.5 billion", { minRevenue: 2.5e9 }],
    ["with less than USD 10m in sales", { maxRevenue: 1e7 }],
    ["established in the 1990s", { foundedFrom: 1990, foundedTo: 1999 }],
    ["founded before 1950", { foundedTo: 1949 }],
    ["no micro or nano caps", { marketCapBands: ["mega", "large", "mid", "small"] }],
    ["with a market cap of more than $10bn", { marketCapBands: ["mega", "large"] }],
    ["with a market cap of more than $5bn", {}],
    ["with revenue above €50 million", {}],
    ["for up to 5 people", {}],
  ])("reads %j as conditions", (words, expected) => {
    expect(formOf(`Kayak makers ${words}`).conditions).toEqual(expected);
  });
});

describe("a wish for an order", () => {
  it.each([
    ["The biggest breweries by revenue in Belgium", ["biggest by revenue"], ["breweries"]],
    ["Largest brewers in Germany by number of employees", ["Largest by number of employees"], ["brewers"]],
    ["Pump makers in Italy, sorted by sales", ["sorted by sales"], ["Pump"]],
    ["Oldest breweries in Germany", ["Oldest"], ["breweries"]],
    ["List the ten fastest-growing software companies in Sweden", ["fastest-growing"], ["software"]],
    ["Makers of the largest wind turbines", [], ["wind turbines"]],
    ["Companies that sort waste by size", [], ["waste", "size"]],
  ])("is told, and is no offer: %j", (question, orders, features) => {
    const reading = readQuestion(question);
    expect(reading.orders.map(({ text }) => text)).toEqual(orders);
    expect(reading.features).toEqual(features);
    expect(criteriaForm(normaliseCriteria({ userPrompt: question }, "first_pass")).notUsed).toEqual(orders);
  });
});

describe("the count of a question", () => {
  it.each([
    ["Find 20 makers of tyres", 20],
    ["top twenty-five makers of tyres", 25],
    ["Give me a dozen makers of tyres", 12],
    ["I need up to 1,000 tyre makers", 1000],
    ["Tyre makers in Spain, max 40 results", 40],
    ["Tyre makers in Spain, at most 12", 12],
    ["Tyre makers in Spain (maximum 15 of them)", 15],
    ["Reifenhersteller in Spanien, höchstens 9", 9],
    ["Betreiber von Kliniken, maximal 14 Unternehmen", 14],
    ["productores de vino en Chile, máximo 10", 10],
    ["Makers of pressure vessels up to 12", null],
    ["Makers of 5-axis mills", null],
    ["Find 5-axis mill makers", null],
    ["ISO 9001 certified foundries", null],
    ["Find makers of 24 V motors", null],
    ["3D printer makers", null],
    ["Makers of tyres founded in 1990", null],
  ])("reads %j as %j", (question, count) => {
    expect(readQuestion(question).count).toBe(count);
  });

  it("behind what is not wanted is no part of it", () => {
    const { count, keywords } = criteriaFromQuestion("fibre broadband in France, not equipment makers, 5 companies");
    expect([count, keywords.irrelevant]).toEqual([5, ["equipment makers"]]);
  });
});

describe("the topic", () => {
  it.each([
    [
      "makers of shirts with sales of at least 100 million euros",
      "shirts",
      ["with sales of at least 100 million euros"],
    ],
    ["shirt makers with a turnover under £20m", "shirt", ["with a turnover under £20m"]],
    ["shirt makers with revenue over $20 million", "shirt", []],
  ])("of %j has no words of sums", (userPrompt, topic, told) => {
    expect(readQuestion(userPrompt).topic).toBe(topic);
    expect(namedConditions({ userPrompt })).toEqual(told);
  });

  it.each([
    [
      "We would like to screen the market for makers of kites. Distributors are of no interest.",
      "kites",
      ["Distributors"],
    ],
    ["Our fund screens the Asian market for makers of kites; leave toy shops aside.", "kites", ["toy shops"]],
    ["Map the landscape of kite makers, we have no interest in shops", "kite", ["shops"]],
  ])("of %j is the market that is screened", (question, topic, exclusions) => {
    expect(readQuestion(question)).toMatchObject({ topic, exclusions });
  });

  it.each([
    ["Fördertechnikhersteller in Österreich", "materials handling equipment", "manufacturer"],
    ["Xylophonhersteller in Wien", "xylophon", "manufacturer"],
    ["Baumaschinenverleiher", "construction machine lessors", "serviceProvider"],
    ["Hersteller von Landmaschinen", "agricultural machinery", "manufacturer"],
    ["cliniques privées en France", "private hospitals", "serviceProvider"],
    ["négociants en céréales", "cereals", "distributor"],
    ["clínicas privadas en Chile", "private hospitals", "serviceProvider"],
    ["constructoras en Perú", "construction", "serviceProvider"],
  ])("of %j is in English", (question, topic, marketRole) => {
    expect(readQuestion(question)).toMatchObject({ topic, marketRole });
  });

  it("is the question without frame, count, seeds, places, roles and exclusions", () => {
    const question =
      "Please find 20 German manufacturers of garden chairs like acme.com in Bavaria for hotels, not retailers";
    expect(readQuestion(question).topic).toBe("garden chairs for hotels");
  });
});

describe("any text", () => {
  it("is read or refused with a reason, and never breaks the generator", () => {
    const words =
      "find 20 makers of not no without except in Germany Munich like a.com , . ? ( ) - that who do companies steel recycle for and or the 5-axis n't".split(
        " ",
      );
    const sentence = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(sentence, (text) => {
        try {
          const { count, keywords, userPrompt } = criteriaFromQuestion(text);
          expect(count).toBeGreaterThan(0);
          expect(userPrompt).toBe(text.trim());
          for (const keyword of [...keywords.features, ...keywords.user, ...keywords.irrelevant])
            expect(keyword.trim()).not.toBe("");
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
        }
      }),
      { numRuns: 400, seed: 1 },
    );
  });
});

describe("phrasings of other people", () => {
  it.each<[string, string[], string]>([
    [
      "Hi all,\n\nfor the board meeting I need an overview of companies that make kayaks.\nBest regards, Ann",
      ["kayaks"],
      "manufacturer",
    ],
    ["students' project: which companies grow salmon?", ["salmon"], "manufacturer"],
    ["What's the competitive landscape of online travel agencies?", ["online travel agencies"], "serviceProvider"],
    ["who owns cinemas", ["cinemas"], "serviceProvider"],
    ["Find me people who can build timber houses", ["timber houses"], "manufacturer"],
    ["Companies whose main business is leasing containers to shipping lines", ["container leasing"], "serviceProvider"],
    ["Give me an overview on who is producing electrolysers", ["electrolysers"], "manufacturer"],
    ["solar tracker companies", ["solar tracker"], "manufacturer"],
    ["kompanies that make tires", ["tires"], "manufacturer"],
    ["manufacturing and trading companies for steel tubes", ["steel tubes"], "manufacturer"],
    ["video game publishers", ["video game publishers"], "softwareProvider"],
    ["diagnostic imaging centre chains", ["diagnostic imaging centre"], "serviceProvider"],
    ["steel stockholders", ["steel"], "distributor"],
    ["offshore wind farm developers", ["offshore wind farm"], "serviceProvider"],
    ["upstream oil producers", ["upstream oil"], "manufacturer"],
    ["coffee chains", ["coffee"], "distributor"],
  ])("are read for what they ask: %j", (question, features, role) => {
    expect(readQuestion(question)).toMatchObject({ features, marketRole: role });
  });

  it("may be a form of labelled lines", () => {
    const { keywords, marketRole, locations, count } = criteriaFromQuestion(
      "- offer: ball valves\n- role: manufacturer\n- country: Italy\n- exclude: valve traders\n- max: 40",
    );
    expect({ ...keywords, marketRole, places: locations.map(({ country }) => country), count }).toMatchObject({
      features: ["ball valves"],
      irrelevant: ["valve traders"],
      marketRole: "manufacturer",
      places: ["IT"],
      count: 40,
    });
  });

  it.each<[string, { features: string[]; users?: string[]; marketRole: string }]>([
    [
      "We run a chain of pools and want to compare suppliers. Find manufacturers of pumps and filters.",
      { features: ["pumps", "filters"], marketRole: "manufacturer" },
    ],
    [
      "Looking for packing automation. Who makes palletisers and conveyors?",
      { features: ["palletisers", "conveyors"], marketRole: "manufacturer" },
    ],
    [
      "I am writing a thesis on lithium. Which companies mine it?",
      { features: ["lithium"], marketRole: "manufacturer" },
    ],
    [
      "Mapping the elevator business: who repairs escalators?",
      { features: ["escalator repair"], marketRole: "serviceProvider" },
    ],
    [
      "software vendors whose clients are law firms",
      { features: ["software"], users: ["law firms"], marketRole: "softwareProvider" },
    ],
    [
      "Companies that supply bakeries with ovens and mixers",
      { features: ["ovens", "mixers"], users: ["bakeries"], marketRole: "manufacturer" },
    ],
    [
      "machines for washing, drying or ironing",
      { features: ["washing machines", "drying machines", "ironing machines"], marketRole: "manufacturer" },
    ],
    ["Companies that both breed and process trout", { features: ["trout"], marketRole: "manufacturer" }],
    ["Firms that explore for or mine cobalt", { features: ["cobalt"], marketRole: "manufacturer" }],
    [
      "Firms that turn scrap tyres back into rubber",
      { features: ["scrap tyre recycling"], marketRole: "serviceProvider" },
    ],
    ["Firms turning waste oil into diesel", { features: ["diesel", "waste oil"], marketRole: "manufacturer" }],
    [
      "Companies which treat manure to make biogas, and own the plants",
      { features: ["biogas", "manure"], marketRole: "manufacturer" },
    ],
    ["companys that make batterys", { features: ["batteries"], marketRole: "manufacturer" }],
    [
      "Who hires out scaffolding, lifts and building machines?",
      { features: ["scaffolding rental", "lift rental", "building machine rental"], marketRole: "serviceProvider" },
    ],
    ["contact lense makers", { features: ["contact lense"], marketRole: "manufacturer" }],
    [
      "Companies that design and sell accounting software",
      { features: ["accounting software"], marketRole: "softwareProvider" },
    ],
    ["video game studios", { features: ["video game"], marketRole: "softwareProvider" }],
    [
      "Toy makers that also produce for other brands",
      { features: ["Toy"], users: ["brands"], marketRole: "manufacturer" },
    ],
  ])("are taken apart: %j", (question, expected) => {
    expect(readQuestion(question)).toMatchObject({ users: [], ...expected });
  });

  it("give no synonyms of another sense, and the other names of a trade", () => {
    expect(criteriaFromQuestion("distributors of chips").keywords.synonyms).toContain("semiconductors");
    expect(criteriaFromQuestion("manufacturers of APIs").keywords.synonyms).toEqual([]);
    expect(criteriaFromQuestion("undertakers").keywords.synonyms).toContain("funeral director");
  });

  it("give what the companies of a trade write instead of its name, where the question names the trade alone", () => {
    expect(criteriaFromQuestion("pharmaceutical companies in Denmark").keywords.synonyms).toContain("medicines");
    expect(criteriaFromQuestion("makers of household appliances").keywords.synonyms).toContain("dishwashers");
    for (const question of ["makers of dairy machines", "lenders of cash against gold, silver, watches and furs"])
      expect(criteriaFromQuestion(question).keywords.synonyms).toEqual([]);
  });

  it.each([
    ["health care providers", "hospitals", "medicines"],
    ["fintech companies", "card payments", "online banking"],
    ["contract caterers", "canteens", "catering services"],
    ["landlords", "office properties", "builds houses"],
    ["debt collectors", "overdue loans", "consumer loans"],
    ["staffing agencies", "temporary workers", "payroll software"],
    ["opticians", "optical stores", "contact lenses"],
    ["makers of industrial valves", "ball valves", "valves"],
  ])("give %s what they write themselves (%s), and nothing that other trades write (%s)", (question, own, others) => {
    const { synonyms } = criteriaFromQuestion(question).keywords;
    expect(synonyms).toContain(own);
    expect(synonyms).not.toContain(others);
  });

  it.each<[string, string[]]>([
    ["Distributors of screws, excluding companies that mainly manufacture", ["manufacturers"]],
    ["Hospital bed makers; distributors don't count", ["distributors"]],
    ["Turbine makers, leave out anybody who only services turbines", ["servicing turbines"]],
    ["Glove makers, not those that only resell them", ["resellers"]],
    ["Gold miners, no explorers, Chile and Peru", ["explorers"]],
    ["Machine makers, excluding companies that manufacture and distribute pumps", ["pumps"]],
  ])("exclude what companies do: %j", (question, exclusions) => {
    expect(readQuestion(question).exclusions).toEqual(exclusions);
  });
});

describe("the role in wordings of all kinds", () => {
  it.each([
    // A noun that could be a verb, a possessive, and a thing that could be a trade.
    ["Heat pump factories", "manufacturer", ["Heat pump factories"]],
    ["Dentists' chair manufacturers", "manufacturer", ["Dentists' chair"]],
    ["Kitchen cabinets and bathroom fittings makers", "manufacturer", ["Kitchen cabinets", "bathroom fittings"]],
    ["Tool hire", "serviceProvider", ["Tool hire"]],
    // Said as a noun, at the end, or in a word of two parts.
    ["Retail of consumer electronics", "distributor", ["consumer electronics"]],
    ["Companies active in the cultivation of salmon", "manufacturer", ["salmon"]],
    ["Market for industrial robots: producers", "manufacturer", ["industrial robots"]],
    ["Where can a hospital buy MRI scanners? (makers only)", "manufacturer", ["MRI scanners"]],
    ["Toymakers", "manufacturer", ["toy"]],
    // About oneself, or with a pronoun for the companies.
    ["I'd like to know who insures ships", "serviceProvider", ["ship insurance"]],
    ["Anyone offering translation of patents", "serviceProvider", ["translation", "patents"]],
    // What companies do with a thing that is all the question names.
    ["Television channels", "serviceProvider", ["Television channels"]],
    ["Toy brands", "manufacturer", ["Toy"]],
    ["Pharmaceutical companies with drugs against rare diseases", "manufacturer", ["drugs"]],
    ["Road builders", "serviceProvider", ["Road"]],
    ["Who sells life insurance in Japan?", "serviceProvider", ["life insurance"]],
    // Slips of the keys, other languages.
    ["logistcs providers", "serviceProvider", ["logistics"]],
    ["softwre for acountants", "softwareProvider", ["software for accountants"]],
    ["Unternehmen, die Zahnersatz herstellen", "manufacturer", ["denture"]],
    ["Wer vermietet Baumaschinen?", "serviceProvider", ["construction machine rental"]],
  ])("reads %j", (question, role, features) => {
    const reading = readQuestion(question);
    expect(reading.marketRole).toBe(role);
    expect(reading.features).toEqual(expect.arrayContaining(features));
  });
});

describe("questions in other languages", () => {
  it.each([
    ["Wer stellt Pumpen oder Ventile her? Händler interessieren mich nicht.", "manufacturer", "merchant"],
    ["Unternehmen, die Flughäfen betreiben, keine reinen Reedereien", "serviceProvider", "shipping companies"],
    ["Je cherche des sociétés qui exploitent des ports, pas de simples banques", "serviceProvider", "banks"],
    ["Empresas que operan puertos. No me interesan los bancos.", "serviceProvider", "banks"],
    ["Fabricants de parfums en France ou en Italie, hors simples distributeurs", "manufacturer", "distributors"],
  ])("are read with verbs and exclusions: %j", (question, role, excluded) => {
    const { marketRole, exclusions } = readQuestion(question);
    expect(marketRole).toBe(role);
    expect(exclusions.join()).toContain(excluded);
    expect(exclusions).toHaveLength(1);
  });
});

describe("a German compound of a trade and a role", () => {
  it.each([
    ["Landmaschinenhersteller in Deutschland", ["agricultural machinery"], "manufacturer"],
    ["Werkzeugmaschinenhersteller Schweiz", ["machine tool"], "manufacturer"],
    ["Pumpenhersteller in Österreich", ["pump"], "manufacturer"],
    ["Maschinenbauer", ["machine"], "manufacturer"],
    ["Windkraftanlagenbauer in Spanien", ["wind turbine"], "manufacturer"],
    ["Verpackungshersteller", ["packaging"], "manufacturer"],
  ])("is read by its parts: %j", (question, features, role) => {
    const reading = readQuestion(question);
    expect([reading.features, reading.marketRole]).toEqual([features, role]);
  });
});

describe("a request in many words", () => {
  it.each([
    ["We would like to understand which firms produce kayaks", "manufacturer"],
    ["I am trying to find out who makes kayaks", "manufacturer"],
    ["I'm trying to figure out which companies sell kayaks", "distributor"],
    ["Could you tell me which companies make kayaks?", "manufacturer"],
    ["Do you happen to know which firms make kayaks?", "manufacturer"],
    ["We are interested in which firms produce kayaks", "manufacturer"],
    ["Help me identify makers of kayaks", "manufacturer"],
    ["Help me understand who makes kayaks", "manufacturer"],
    ["It would be great to know which companies make kayaks", "manufacturer"],
    ["Our goal is to identify companies that produce kayaks", "manufacturer"],
    ["The aim is to find out which companies make kayaks", "manufacturer"],
    ["My boss asked me to find out who makes kayaks", "manufacturer"],
    ["We are looking to identify manufacturers of kayaks", "manufacturer"],
  ])("is read without them: %j", (question, role) => {
    const { features, marketRole } = readQuestion(question);
    expect([features, marketRole]).toEqual([["kayaks"], role]);
  });
});

describe("examples by name", () => {
  it.each([
    ["Food companies like Nestlé and Danone in Europe", ["Nestlé", "Danone"]],
    ["Firms similar to Siemens Energy", ["Siemens Energy"]],
    ["Hersteller wie Bosch", ["Bosch"]],
    [
      "Companies such as L'Oréal, Procter & Gamble or Beiersdorf that make shampoo",
      ["L'Oréal", "Procter & Gamble", "Beiersdorf"],
    ],
    ["Companies like Grohe that make bathroom fittings, outside Germany", ["Grohe"]],
    ["Grohe competitors", ["Grohe"]],
    ["Kone's biggest rivals in Finland", ["Kone"]],
    ["The likes of Grohe in Italy", ["Grohe"]],
    ["Firms resembling Grohe that make taps", ["Grohe"]],
    ["Brewery competitors", []],
    ["Fibres like Kevlar", []],
    ["Bakeries like those in France", []],
    ["Lift makers, not companies like KONE", []],
  ])("reads %j", (question, names) => {
    const { seedNames, features } = readQuestion(question);
    expect(seedNames).toEqual(names);
    for (const name of names) expect(features.join()).not.toContain(name);
  });
});

describe("examples of a thing", () => {
  it.each([
    ["Makers of bike components such as gears or brakes", ["bike components", "gears", "brakes"]],
    ["Makers of bike components, e.g. gears and brakes, in Taiwan", ["bike components", "gears", "brakes"]],
    ["Makers of ceramics, for example tiles", ["ceramics", "tiles"]],
    ["Makers of fibres like kevlar or carbon", ["fibres", "kevlar", "carbon"]],
  ])("are members of its list: %j", (question, features) => {
    expect(readQuestion(question).features).toEqual(features);
  });

  it("are none where the words stand before a domain", () => {
    expect(readQuestion("Makers of trays such as papacks.com")).toMatchObject({
      features: ["trays"],
      seeds: ["papacks.com"],
    });
  });
});

describe("who uses a thing", () => {
  it.each([
    ["Chemicals that paper mills use to bleach pulp, not dyes", "Chemicals to bleach pulp for paper mills"],
    ["Chemicals used by paper mills to bleach pulp in Finland", "Chemicals to bleach pulp for paper mills"],
    ["Needles that surgeons use", "Needles for surgeons"],
    ["Makers of robots that factories buy to weld cars", "robots to weld cars for factories"],
  ])("is a customer: %s", (question, topic) => {
    expect(readQuestion(question).topic).toBe(topic);
  });
});

describe("words that belong to a thing", () => {
  it.each([
    ["Antibiotic active ingredient makers", ["Antibiotic active ingredient"]],
    ["Companies that supply active ingredients to soap brands", ["active ingredients"]],
    ["Firms active in mining", ["mining"]],
    ["Private banks in Switzerland", ["Private banks"]],
    ["Private producers of cheese", ["cheese"]],
    ["Grow lights for greenhouses", ["Grow lights"]],
    ["Fast fashion chains", ["Fast fashion"]],
    ["Coaxial and data network cable manufacturers", ["Coaxial cable", "data network cable"]],
    ["Bottle and preform manufacturers", ["Bottle", "preform"]],
    ["Dredging and marine construction contractors", ["Dredging", "marine construction"]],
    ["Manufacturing execution software vendors", ["Manufacturing execution software"]],
    ["Buy now pay later lenders", ["buy-now-pay-later lenders"]],
    ["Buy now, pay later providers", ["buy-now-pay-later credit"]],
    ["Suppliers of sand for hydraulic fracturing", ["sand", "hydraulic fracturing"]],
    ["Firms that supply printed pens", ["printed pens"]],
    ["Owners of orchards such as almonds or walnuts", ["orchards", "almonds", "walnuts"]],
    ["Masts that mobile operators rent space on", ["Masts"]],
    ["Makers of moulds other factories use to shape tiles", ["moulds", "tiles"]],
  ])("are read with it: %s", (question, features) => {
    expect(readQuestion(question).features).toEqual(features);
  });
});

describe("words that carry nothing", () => {
  it.each([
    ["Who repairs boilers for a living?", ["boiler repair"]],
    ["Firms that rent out cranes by the hour", ["crane rental"]],
    ["Who answers the phone on behalf of dentists?", ["phone"]],
    ["Makers of other companies' spare parts", ["spare parts"]],
    ["Uranium miners with projects in Namibia", ["Uranium miners"]],
    ["Firms of most interest: makers of heat pumps", ["heat pumps"]],
  ])("are no offer: %s", (question, features) => {
    expect(readQuestion(question).features).toEqual(features);
  });

  it.each([
    ["Who wholesales paper but doesn't make it?", ["makers"]],
    ["Makers of drinks for patients who cannot swallow", []],
    ["Who makes wooden floors, as opposed to retailing them?", ["retailing"]],
    ["Testing companies, no medical labs", ["medical laboratories"]],
  ])("exclude nothing by themselves: %s", (question, exclusions) => {
    expect(readQuestion(question).exclusions).toEqual(exclusions);
  });
});

describe("a word that names a device or its maker", () => {
  it.each([
    ["Continuous glucose monitors", "manufacturer"],
    ["Programmable logic controllers", "manufacturer"],
    ["Election monitors", "serviceProvider"],
    ["Diesel generator set assemblers", "manufacturer"],
    ["Matchmakers for owners of small firms", "serviceProvider"],
    ["Investment banking boutiques", "serviceProvider"],
  ])("gives the role: %s", (question, role) => {
    expect(readQuestion(question).marketRole).toBe(role);
  });
});

it("a part of the United States is its states", () => {
  const { locations } = criteriaFromQuestion("Banks in the US Southeast");
  const states = locations.flatMap(({ address }) => address ?? []);
  expect(states).toContain("Georgia");
  expect(states).not.toContain("Texas");
});

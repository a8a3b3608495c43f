import { describe, expect, it } from "vitest";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { readQuestion } from "#markets/criteria/question-reading";
import { judgeCandidate } from "#markets/judging/index";
import { company, criteria, retrieverOf } from "../retrieval/small-directory.ts";

const RECORDS = {
  "Bean Works": "Roasts coffee for cafés and homes.",
  "Crema Apparatus": "Makes coffee machines for homes and offices.",
  "Coffee Air": "Leases aircraft to airlines.",
  "Valley Packers": "Makes packaging machines for food.",
  "Green Loop": "Recycles packaging.",
  "Carton Lines":
    "Builds cartoners and wrappers for dairies. Two brothers started it in an old mill, and forty people work there today for customers in twelve countries.",
  "Fabric Hall": "Knits fabrics and sews garments, with machines of its own.",
  "Orchard Ovens": "Bakes bread and rolls for supermarkets.",
  "Harbour Lines": "Ships containers.",
  "Clear Jars": "Makes glass containers for food and medicines.",
  "Shire Trains": "Runs buses and trains.",
  "Rail Makers": "Designs, builds and maintains trains and trams.",
  "Press Works": "Makes injection moulding machines for plastics.",
  "Resin House": "Makes plastics and paints.",
  "Cloud Kitchens": "Caters for airlines and runs canteens.",
  "North Wings": "Runs two airlines and their hangars.",
  "Deep Pipes": "Carries natural gas in pipelines.",
  "Shale Fields": "Explores for and produces natural gas.",
  "Sole Street": "Sells shoes in shops.",
  "Last & Sons": "Makes shoes and boots.",
  "Kiln Yard": "Makes roof tiles.",
  "Roof Hands": "Installs roof tiles and gutters.",
  "Yard Cars": "Wholesale and retail of cars.",
  "Motor Forge": "Makes cars and vans.",
  "Coal Owners": "Produces coal for power stations.",
  "Purse Plans": "Makes budget planners.",
  "Field Sprays": "Provides crop protection and other crop solutions to farmers.",
  "Harvest Cover": "Insures crops and barns against hail.",
  "Span Builders": "Constructs bridges, dams and tunnels.",
  "Span Watch": "Offers the inspection of bridges and dams.",
  "Rest Frames": "Makes beds and mattresses for hospitals.",
  "Hill Clinic": "Treats patients in two houses with 120 beds.",
  "Crown Press": "Makes caps for bottles.",
  "Capping Lines": "Builds machines for capping and filling bottles.",
  "Sky Fleet": "Leases aircraft to airlines.",
  "Wing Works": "Builds aircraft for airlines.",
  "Ear House": "Sells and fits hearing aids in shops.",
  "Lens & Ear": "Runs opticians' shops that sell glasses and hearing aids.",
  "Ear Tech": "Makes hearing aids and headsets.",
  "White Canvas": "Makes sails for racing yachts.",
  "Bay Yachts": "Builds sailing and motor yachts.",
  "Linen Round": "Rents and washes workwear.",
  "Site Hire": "Sells, hires out and repairs construction machines.",
  "Lorry Lease": "Leases lorries to hauliers.",
  "Rail Lease": "Leases railway freight cars.",
  "Spoke Shop": "Sells bicycles and repairs them.",
  "Wheel Works": "Makes bicycles and e-bikes.",
  "Page Press": "Publishes books.",
  "Page & Co": "Sells books in shops.",
  "Second Drive": "Sells used cars on the web.",
  "Part Depot": "Sells car parts in stores.",
  "Long Trailers": "Makes semi-trailers for trucks.",
  "Heavy Trucks": "Makes trucks and buses.",
  "Hop House": "Brews strong ales.",
  "North Meadow": "Dairy cooperative that makes butter and milk powder.",
  "Cheese Cellar": "Makes cheese and fresh cream.",
  "Stainless Vats": "Makes cooling tanks for milk and cheese vats for dairies.",
  "Low Fares": "Flies passengers at low fares.",
  "Clock Tower": "Makes wristwatches.",
  "Skin & Co": "Makes skin care and perfumes.",
  "Scent Street": "Sells perfumes and make-up in shops.",
  "Toy Tracks": "Makes model railways.",
  "Night Trains": "Runs sleeping trains.",
  "Boot & Sons": "Makes shoes and sells them in shops of its own.",
  "Tram Forge": "Makes trams and metros.",
  "Silicon Yard": "Makes memory chips.",
  "Clean Gases": "Makes pure chemicals for chip makers.",
  "Red Wheels": "Makes sports cars.",
  "Net & Racket": "Makes tennis rackets.",
  "Chalk Cellars": "Manufactures, packages and distributes champagne.",
  "Silver Screens": "Engages in the cinema investment and management business.",
  "Dark Rooms": "Makes projectors for cinemas.",
  "Palm Rows": "Operates palm oil plantations.",
  "Deep Sofas": "Makes sofas and armchairs.",
  "Sofa Street": "Sells sofas in stores.",
  "Pill Vans": "Distributes medicines to pharmacies.",
  "Pill Press": "Makes generic medicines.",
  "Brick Row": "Sells building materials in stores.",
  "Clay Yard": "Makes bricks and roof tiles.",
  "Volt Stops": "Makes charging stations for electric cars and runs a charging network.",
  "Volt Posts": "Makes fast charging stations for electric cars.",
  "Gear House": "Makes clutches and axles for cars.",
  "Spectacle Row": "Runs opticians' shops.",
  "Lens Tubes": "Makes telescopes and optical filters.",
  "Metal Loop": "Recycles metal and electronics.",
  "Gale Parks": "Plans, builds and operates wind farms.",
  "Pet Pantry": "Runs shops for pet food.",
  "Paw Cover": "Insures pets.",
  "Bar & Beam": "Distributes steel from its own warehouses.",
  "Melt Yard": "Makes flat steel.",
  "Quiet Rest": "Runs nursing homes.",
  "Temp Desk": "Places nurses and other temporary workers.",
  "Web Sofas": "Sells furniture on the web.",
  "Straight Talk": "Advises firms on strategy and audits accounts.",
  "Plant Builders": "Builds cement and lime plants.",
  "Grey Works": "Makes cement.",
  "Last Row": "Runs funeral homes and crematoria.",
};
/** Records of labels alone, or with a sentence beside them. */
const LABELLED = [
  { name: "Play Barn", keywords: ["Toys", "Books", "Snacks"], industries: ["Retail", "Discount"] },
  { name: "Corner Row", description: "Runs small discount stores.", keywords: ["Toys", "Pet supplies"] },
  { name: "Tower Works", keywords: ["Wind turbine towers", "Castings"], industries: ["Wind power industry"] },
  { name: "Spare Depot", description: "Sells car parts in stores.", keywords: ["Auto parts"] },
  { name: "Wood Blocks", keywords: ["Toys"], industries: ["Consumer Discretionary"] },
];
const directory = [...Object.entries(RECORDS).map(([name, description]) => ({ name, description })), ...LABELLED].map(
  ({ name, ...given }, i) => company(i + 1, name, given),
);
const retriever = await retrieverOf(directory);

/** The verdict on a company that was compared with a directory that has vectors, and that all signals speak for. */
async function judged(
  name: string,
  userPrompt: string,
  {
    sentenceCosine = 0.3,
    minProbability,
    speaking = 4,
    relevance = 0.9,
    feedback = 1,
    isGenerated = false,
  }: {
    sentenceCosine?: number;
    minProbability?: number;
    speaking?: number;
    relevance?: number;
    feedback?: number;
    /** Whether the criteria have the keywords that are generated from the question. */
    isGenerated?: boolean;
  } = {},
) {
  const constraints = minProbability === undefined ? null : { minProbability };
  const { marketRole } = readQuestion(userPrompt);
  const keywords = isGenerated ? criteriaFromQuestion(userPrompt).keywords : {};
  const plan = await retriever.plan(
    criteria({ userPrompt, marketRole: marketRole || "manufacturer", constraints, keywords }),
  );
  const found = directory.find((one) => one.name === name);
  if (!found) throw new Error(`no company ${name}`);
  const signals = { lexical: 1, words: 1, sentences: 1, feedback, seeds: null, classes: 1, wordCosine: 0.8 };
  const candidate = { relevance, signals: { ...signals, sentenceCosine } };
  const judgement = judgeCandidate(plan, found, {
    candidate,
    scale: { best: 0.9, ordinary: 0.1, vectors: true, speaking },
  });
  const offer = judgement.criteria.find(({ criterion }) => criterion === "offer");
  return { verdict: judgement.verdict, probability: offer?.probability ?? 0 };
}

describe("a likely company is in", () => {
  it.each([
    ["coffee", "Bean Works"],
    ["packaging machines", "Valley Packers"],
    ["bakeries", "Orchard Ovens"],
    ["glass containers", "Clear Jars"],
  ])("where it names what is asked for: %s", async (thing, name) => {
    expect(await judged(name, thing)).toMatchObject({ verdict: "in" });
  });

  it.each([
    ["coffee", "Crema Apparatus", "the word only says what another thing is for"],
    ["coffee", "Coffee Air", "the word stands in its name alone"],
    ["packaging machines", "Green Loop", "the machines are missing"],
    ["glass containers", "Harbour Lines", "the word that tells the kind is missing"],
  ])("and for “%s” leaves %s only related: %s", async (thing, name) => {
    const { verdict, probability } = await judged(name, thing);
    expect(probability).toBeGreaterThan(0.25);
    expect(verdict).toBe("related");
  });

  it.each([
    ["makers of plastics", "Press Works", "Resin House", "machines for a thing are not the thing"],
    [
      "makers of packaging machines",
      "Green Loop",
      "Valley Packers",
      "what machines are for is none, however many are alike",
    ],
    ["companies that sell airlines", "Cloud Kitchens", "North Wings", "who caters for airlines is none"],
    ["companies that sell trains", "Shire Trains", "Rail Makers", "who runs trains sells none"],
    ["makers of natural gas", "Deep Pipes", "Shale Fields", "who carries gas makes none"],
    ["makers of shoes", "Sole Street", "Last & Sons", "shops make none"],
    ["installers of roof tiles", "Kiln Yard", "Roof Hands", "who makes tiles installs none"],
    ["makers of cars", "Yard Cars", "Motor Forge", "merchants make none"],
    ["companies that insure crops", "Field Sprays", "Harvest Cover", "who never insures is no insurer"],
    ["firms that inspect bridges and dams", "Span Builders", "Span Watch", "who builds bridges need not inspect them"],
    ["who builds trains?", "Shire Trains", "Rail Makers", "the verb of the question is no further description"],
    ["beds", "Hill Clinic", "Rest Frames", "who counts the beds it has sells none"],
    [
      "who makes the machines that put caps on bottles?",
      "Crown Press",
      "Capping Lines",
      "who makes caps names no machine",
    ],
    ["aircraft lessors", "Wing Works", "Sky Fleet", "who builds aircraft need not let them"],
    ["owners of coal mines", "Deep Pipes", "Coal Owners", "who owns mines produces what is in them"],
    ["makers of hearing aids", "Ear House", "Ear Tech", "who fits and sells in shops makes none"],
    ["makers of hearing aids", "Lens & Ear", "Ear Tech", "shops that sell make none"],
    ["shops that sell hearing aids", "Ear Tech", "Ear House", "makers are no shops"],
    ["companies that make sails", "Bay Yachts", "White Canvas", "a word that describes yachts is no sail"],
    ["companies that rent out construction machinery", "Linen Round", "Site Hire", "who rents another thing lets none"],
    ["firms that lease out trucks", "Rail Lease", "Lorry Lease", "who leases another thing lets none"],
    ["bicycle shops", "Wheel Works", "Spoke Shop", "makers are no shops, whichever word is rarer"],
    ["companies that run book shops", "Page Press", "Page & Co", "who sells books in shops runs book shops"],
    ["shoe shops", "Last & Sons", "Boot & Sons", "makers are shops where they say so"],
    ["companies that sell used cars", "Part Depot", "Second Drive", "who sells parts sells no cars"],
    ["truck makers", "Long Trailers", "Heavy Trucks", "semi-trailers are no trucks"],
    ["champagne makers", "Clear Jars", "Chalk Cellars", "any verb may stand among those for making"],
    ["palm oil plantation companies", "Valley Packers", "Palm Rows", "nobody sells plantations"],
  ])("and for “%s” leaves %s only related, unlike %s: %s", async (question, other, right) => {
    expect(await judged(other, question)).toMatchObject({ verdict: "related" });
    expect(await judged(right, question)).toMatchObject({ verdict: "in" });
  });

  it.each(["Play Barn", "Corner Row"])("and is no maker of what a shop only sells: %s", async (shop) => {
    expect(await judged(shop, "makers of toys")).toMatchObject({ verdict: "related" });
    expect(await judged("Wood Blocks", "makers of toys")).toMatchObject({ verdict: "in" });
  });

  it.each([
    ["breweries", "Hop House", 0.5],
    ["insurance companies", "Harvest Cover", 0.3],
  ])(
    "from a lower probability on where its main business says what is asked: %s",
    async (question, name, relevance) => {
      // Other companies are nearer, and few are in sight.
      const { verdict, probability } = await judged(name, question, { relevance, feedback: 0.2 });
      expect({ verdict, isLow: probability < 0.35 }).toEqual({ verdict: "in", isLow: true });
    },
  );

  it("where it is much like the question in other words, but not where another thing is said", async () => {
    expect(await judged("Carton Lines", "packaging machines", { sentenceCosine: 0.6 })).toMatchObject({
      verdict: "in",
    });
    expect(await judged("Crema Apparatus", "coffee", { sentenceCosine: 0.6 })).toMatchObject({ verdict: "related" });
  });

  it("but is neither in nor related where no record and no dictionary has a word for the thing, however alike the texts are", async () => {
    expect(await judged("Carton Lines", "Quargelwuseln", { sentenceCosine: 0.6, speaking: 5 })).toMatchObject({
      verdict: "failed",
    });
  });

  it("in other words where many companies of the directory name the thing, but not where another thing is said", async () => {
    expect(await judged("Carton Lines", "packaging machines", { speaking: 5 })).toMatchObject({
      verdict: "in",
    });
    expect(await judged("Crema Apparatus", "coffee", { speaking: 5 })).toMatchObject({ verdict: "related" });
  });

  it("and not where it does something else for companies of the kind that is asked for", async () => {
    expect(await judged("Cloud Kitchens", "budget airlines", { speaking: 5 })).toMatchObject({ verdict: "related" });
    expect(await judged("North Wings", "budget airlines", { speaking: 5 })).toMatchObject({ verdict: "in" });
  });

  it("by the probability alone where the caller sets it", async () => {
    expect(await judged("Crema Apparatus", "coffee", { minProbability: 0.2 })).toMatchObject({ verdict: "in" });
  });
});

describe("the name of a trade finds companies that write what they make or do", () => {
  it.each([
    ["dairy companies", "Cheese Cellar", "Stainless Vats"],
    ["dairy companies", "North Meadow", "Stainless Vats"],
    ["airlines", "Low Fares", "Coffee Air"],
    ["watchmakers", "Clock Tower", "Ear Tech"],
    ["cosmetics companies", "Skin & Co", "Harbour Lines"],
    ["cosmetics retailers", "Scent Street", "Skin & Co"],
    ["railway operators", "Night Trains", "Toy Tracks"],
    ["chip makers", "Silicon Yard", "Clean Gases"],
    ["makers of sporting goods", "Net & Racket", "Red Wheels"],
    ["cinema operators", "Silver Screens", "Dark Rooms"],
    ["furniture retailers", "Sofa Street", "Deep Sofas"],
    ["pharma distributors", "Pill Vans", "Pill Press"],
    ["building material merchants", "Brick Row", "Clay Yard"],
    ["charging station operators", "Volt Stops", "Volt Posts"],
    ["automotive suppliers", "Gear House", "Motor Forge"],
    ["optical retailers", "Spectacle Row", "Lens Tubes"],
    ["companies that lease construction equipment", "Site Hire", "Linen Round"],
    ["companies dealing in scrap metal", "Metal Loop", "Green Loop"],
    ["builders merchants", "Brick Row", "Span Builders"],
  ])("where %s are asked for: %s is in and %s is not", async (question, right, wrong) => {
    expect(await judged(right, question, { isGenerated: true })).toMatchObject({ verdict: "in" });
    expect((await judged(wrong, question, { isGenerated: true })).verdict).not.toBe("in");
  });

  it.each([
    ["wind farm developers", "Gale Parks", "Tower Works"],
    ["pet insurance", "Paw Cover", "Pet Pantry"],
    ["management consulting", "Straight Talk", "Melt Yard"],
    ["steel stockholders", "Bar & Beam", "Melt Yard"],
    ["staffing agencies for nurses", "Temp Desk", "Quiet Rest"],
    ["furniture online", "Web Sofas", "Deep Sofas"],
    ["cement producers", "Grey Works", "Plant Builders"],
    ["car dealers", "Second Drive", "Spare Depot"],
    ["funeral homes", "Last Row", "Quiet Rest"],
  ])(
    "where %s are asked for and many companies speak of them: %s is in and %s is not",
    async (question, right, wrong) => {
      expect(await judged(right, question, { isGenerated: true, speaking: 5 })).toMatchObject({ verdict: "in" });
      expect((await judged(wrong, question, { isGenerated: true, speaking: 5 })).verdict).not.toBe("in");
    },
  );

  it.each([
    ["rolling stock manufacturers", "Tram Forge"],
    ["makers of sporting goods", "Net & Racket"],
    ["furniture retailers", "Sofa Street"],
  ])("where %s are asked for, also if little else speaks for %s", async (question, name) => {
    const far = { isGenerated: true, relevance: 0.5, feedback: 0.1, sentenceCosine: 0.2 };
    expect(await judged(name, question, far)).toMatchObject({ verdict: "in" });
  });

  it("but not where its kinds were taken out of the synonyms", async () => {
    const { keywords } = criteriaFromQuestion("dairy companies");
    expect(keywords.synonyms).toContain("cheese");
    expect(await judged("Cheese Cellar", "dairy companies", { speaking: 1 })).toMatchObject({ verdict: "related" });
  });
});

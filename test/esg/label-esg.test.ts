import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { labelEsg } from "#intelligence/esg/label-esg";
import { ESG_CATEGORIES, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { temporaryFolder } from "../support/temporary-folder.ts";

const lexicon = loadEsgLexicon();
const { labels: ESG_LABELS } = lexicon;

const SASB_CATEGORIES =
  `GHG Emissions; Air Quality; Energy Management; Water & Wastewater Management; Waste & Hazardous Materials Management;
  Ecological Impacts; Human Rights & Community Relations; Customer Privacy; Data Security; Access & Affordability; Product Quality & Safety;
  Customer Welfare; Selling Practices & Product Labeling; Labor Practices; Employee Health & Safety; Employee Engagement, Diversity & Inclusion;
  Product Design & Lifecycle Management; Business Model Resilience; Supply Chain Management; Materials Sourcing & Efficiency;
  Physical Impacts of Climate Change; Business Ethics; Competitive Behavior; Management of the Legal & Regulatory Environment;
  Critical Incident Risk Management; Systemic Risk Management`
    .split(";")
    .map((name) => name.trim());

const read = (title: string, text = "") => labelEsg(lexicon, { title, text });
const labels = (title: string, text = "") => {
  const reading = read(title, text);
  return ESG_CATEGORIES.flatMap((category) => reading[category]);
};

describe("the label set", () => {
  it("is the table of docs/esg.md, label by label", async () => {
    const page = await readFile(new URL("../../docs/esg.md", import.meta.url), "utf8");
    const rows = page
      .split("\n")
      .filter((line) => /^\| (?:environmental|social|governance) /.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()));
    expect(rows.map((cells) => cells.slice(1, -1))).toEqual(
      ESG_LABELS.map(({ category, name, definition, sasb, sdgs }) => [
        category,
        name,
        definition,
        sasb.join("; ") || "–",
        sdgs.join(", "),
      ]),
    );
  });

  it("has no name twice, and maps to what SASB and the United Nations have", () => {
    expect(new Set(ESG_LABELS.map(({ name }) => name)).size).toBe(ESG_LABELS.length);
    for (const { sasb, sdgs } of ESG_LABELS) {
      for (const category of sasb) expect(SASB_CATEGORIES).toContain(category);
      for (const goal of sdgs) expect(goal).toSatisfy((n: number) => n >= 1 && n <= 17);
    }
  });
});

describe("labels", () => {
  it.each([
    ["The smelter halves its carbon emissions", ["Greenhouse gas emissions"]],
    ["Nurses at the clinic chain go on strike", ["Labour relations and pay"]],
    ["The two firms strike a deal on wages of sin, a film", ["Labour relations and pay"]],
    ["The two banks strike a deal", []],
    ["The fine print was not disclosed, says the lender", []],
    ["A payoff for patience: the chip maker's new plant opens", []],
    ["Recall of 1.6 million cars delayed for ten years", ["Product safety and recalls"]],
    ["The maker of lifts denies layoffs at its plant", []],
    ["The steel maker lays off 900 workers", ["Layoffs"]],
    ["The grocer rules out job cuts", []],
    ["Maker of panels denies use of forced labour", ["Forced and child labour"]],
    ["Regulators gave the merger the green light", []],
    ["A trader of fine wines opens a shop", []],
    ["The broker was fined two million for bribing officials", ["Bribery and corruption", "Regulation and fines"]],
    ["The maker posts a loss of 4 billion because of its wind turbines", []],
    ["Shares slump after a profit warning on wind turbines", []],
    ["The utility builds a wind farm and reports higher profit", ["Renewable energy"]],
    ["The mine caused the loss of forest and wildlife", ["Biodiversity and land use"]],
    ["The mill spilled oil into the river and reported a loss", ["Pollution and spills"]],
    ["The emission of bonds raised two billion", []],
    ["The maker posts loss, cuts guidance", []],
    ["The bank loses leading position in mortgages", []],
    ["The investor closes the purchase of a plant", []],
    ["The maker slashes 300 posts", ["Layoffs"]],
    ["Shipping did well as dry bulk rates rose", []],
    ["Orders collapse and the factory idles", []],
    ["Its wine is sold into Europe", []],
    ["Cyber Monday lifts the retailer", []],
    ["A breach of covenant worries customers", []],
    ["Oil rig day rates rise", []],
    ["The fund is praised for capital recycling", []],
    ["Amazon's purchase is cleared by regulators", []],
    ["Demand driven by new homes lifts the builder", []],
    ["The chief will lead the chemicals unit", []],
    ["Analysts doubt the sustainability of its dividend", []],
  ])("of %j are %j", (title, expected) => {
    expect(labels(title)).toEqual(expected);
  });

  it("count hints only at the head of a text, and near each other", () => {
    const far = `The union of two rivers is a fine place to fish. ${"Nothing happens here. ".repeat(5)}`;
    expect(labels("Weavers and their union", "Workers of the union met.")).toEqual(["Labour relations and pay"]);
    expect(labels("A day out", `${far} Workers of the union met.`)).toEqual([]);
  });

  it("of a company's own text are not read from what it sells", () => {
    const own = (text: string) => labelEsg(lexicon, { title: "", text }, { voice: "own" });
    expect(own("The company sells pesticides and wastewater pumps.")).toMatchObject({ environmental: [], snippet: "" });
    for (const trade of [
      "The company builds and sells wind turbines.",
      "Recycles batteries and scrap metal.",
      "Renewable energy company in Denmark.",
      "Makes heat pumps that reduce energy use.",
    ])
      expect(own(trade).environmental).toEqual([]);
    expect(own("All our electricity is renewable energy.").environmental).toEqual(["Renewable energy"]);
    expect(own("Reduced its carbon emissions by 40 percent.").environmental).toEqual(["Greenhouse gas emissions"]);
    expect(own("We recycle all wastewater of our plants.").environmental).toContain("Water and wastewater");
    expect(own("We provide sexual harassment training to our employees.").social).toContain(
      "Discrimination and harassment",
    );
  });

  it("come with the sentence that shows them, cut at the end of a word", () => {
    const { snippet } = read("Report", "Sales rose. The mill spilled oil into the river. All went home.");
    expect(snippet).toBe("The mill spilled oil into the river.");
    const long = read("Report", `The mill spilled oil into the river ${"and then some more ".repeat(60)}.`).snippet;
    expect(long.length).toBeLessThanOrEqual(400);
    expect(long).toMatch(/(?:and|then|some|more)…$/);
  });

  it("of nothing are nothing", () => {
    expect(read("", "")).toEqual({
      environmental: [],
      social: [],
      governance: [],
      told: "",
      awards: false,
      certifications: false,
      snippet: "",
    });
  });
});

describe("the operator's lexicon", () => {
  const label = {
    name: "Open doors",
    category: "social",
    definition: "Visitors are let in.",
    strong: ["open day + neighbour"],
  };
  const written = async (...given: object[]) => {
    const path = join(await temporaryFolder(), "lexicon.json");
    await writeFile(path, JSON.stringify({ version: "mine", labels: given }));
    return path;
  };

  it("decides what a label is, in the pattern language of the event taxonomy", async () => {
    const own = loadEsgLexicon(await written(label));
    const { social } = labelEsg(own, { title: "Neighbours of the mill come to its open day", text: "" });
    expect(social).toEqual(["Open doors"]);
    const far = `Neighbours of ${"the very old ".repeat(5)} mill come to its open day`;
    expect(labelEsg(own, { title: far, text: "" }).social).toEqual([]);
    expect(labelEsg(own, { title: "Nurses at the clinic chain go on strike", text: "" }).social).toEqual([]);
  });

  it("is refused with every mistake and its place", async () => {
    const path = await written(label, { ...label, category: "weather", sdgs: [18], strong: ["... fire", "open +"] });
    expect(() => loadEsgLexicon(path)).toThrow(
      expect.objectContaining({
        mistakes: [
          expect.stringContaining("labels[1].category must be one of: environmental, social, governance"),
          expect.stringContaining("labels[1].sdgs[0] must be 1–17"),
          expect.stringContaining("labels[1].strong[0] begins or ends with a gap"),
          expect.stringContaining('labels[1].strong[1] has nothing on a side of "+"'),
        ],
      }),
    );
    const twice = await written(label, label);
    expect(() => loadEsgLexicon(twice)).toThrow(/^[\s\S]*ESG_LEXICON .*labels\[1\]\.name "Open doors" is there twice/);
  });
});

describe("awards and certifications", () => {
  it.each([
    ["The mill is certified to ISO 14001.", true],
    ["The mill obtained FSC certification in May.", true],
    ["The mill lost its ISO 14001 certification.", false],
    ["The mill seeks certification to ISO 14001.", false],
    ["The mill is not yet certified to ISO 14001.", false],
    ["The mill's ISO 14001 certificate was suspended.", false],
    ["The group offers testing, inspection and certification.", false],
    ["She is a certified public accountant.", false],
  ])("are told apart from other certificates: %s %j", (title, expected) => {
    expect(read(title).certifications).toBe(expected);
  });

  it.each([
    ["The mill won the State Prize for clean production.", true],
    ["The mill was named Employer of the Year.", true],
    ["The mill was nominated for a prize.", false],
    ["The mill did not win the award.", false],
    ["The ministry awarded the mill a contract.", false],
    ["A court awarded the mill damages of two million.", false],
  ])("are told apart from nominations and verdicts: %s %j", (title, expected) => {
    expect(read(title).awards).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import { FRAMES } from "#intelligence/events/frames/definitions/frames";
import { FRAME_TYPES } from "#intelligence/events/frames/frame-types";
import { type FrameArticle, readFrames } from "#intelligence/events/frames/read-frames";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";

const article = (title: string, publisher = "Courier"): FrameArticle => ({
  title,
  text: "",
  url: `https://${publisher.toLowerCase()}.example.com/${title.length}`,
  publisher,
});

/** What one headline says, as "role=value", by the alert types of its event. */
const said = (title: string, alertTypes: string[], companies: string[] = []) =>
  readFrames([article(title)], alertTypes, companies).flatMap(({ slots }) =>
    slots.flatMap(({ role, values }) => values.map(({ text }) => `${role}=${text}`)),
  );

describe("the frames of headlines", () => {
  it("are those of the types, each with alert types that the taxonomy has", () => {
    expect(FRAMES.map(({ type }) => type)).toEqual(FRAME_TYPES);
    const names = loadTaxonomy().file.alertTypes.map(({ name }) => name);
    for (const { alertTypes } of FRAMES) for (const name of alertTypes) expect(names).toContain(name);
  });

  it("take what an acquisition says for no other deal of the same companies", () => {
    const read = (title: string) =>
      readFrames([article(title)], ["Merger or acquisition", "Funding round", "Partnership", "Fine or settlement"]);
    expect(read("Veltran to buy Korvel in deal valued at $68.7bn").map(({ type }) => type)).toEqual(["acquisition"]);
    expect(read("Veltran to pay $1.8B for Korvel").map(({ type }) => type)).toEqual(["acquisition"]);
    expect(read("Veltran and Korvel agree to merge").map(({ type }) => type)).toEqual(["acquisition"]);
    const types = readFrames(
      [article("Veltran to buy Korvel"), article("Veltran fined $5 million", "Herald")],
      ["Merger or acquisition", "Fine or settlement"],
    ).map(({ type }) => type);
    expect(types.toSorted()).toEqual(["acquisition", "fine"]);
  });

  it.each([
    ["Merger or acquisition", "Korvel spurns sweetened Veltran bid", "target=Korvel acquirer=Veltran stage=rejected"],
    ["Merger or acquisition", "Veltran in talks to buy Korvel", "acquirer=Veltran target=Korvel stage=rumoured"],
    ["Merger or acquisition", "Veltran and Korvel agree to merge", "acquirer=Veltran target=Korvel stage=agreed"],
    ["Merger or acquisition", "Korvel grabbed by Veltran", "target=Korvel acquirer=Veltran"],
    [
      "Merger or acquisition",
      "Korvel to Be Bought by Women's Outfittery",
      "target=Korvel acquirer=Women's Outfittery stage=agreed",
    ],
    [
      "Merger or acquisition",
      "Veltran, Korvel Ink $1.8B Merger Deal",
      "acquirer=Veltran target=Korvel amount=$1.8B stage=agreed",
    ],
    ["Merger or acquisition", "Veltran/Korvel merger worries shops", "acquirer=Veltran target=Korvel"],
    [
      "Merger or acquisition",
      "$1.8 billion deal will merge Veltran and Korvel",
      "acquirer=Veltran target=Korvel amount=$1.8 billion stage=agreed",
    ],
    [
      "Merger or acquisition",
      "Veltran in $1.8bn Korvel deal",
      "acquirer=Veltran target=Korvel amount=$1.8bn stage=agreed",
    ],
    ["Merger or acquisition", "Veltran pays $3 billion for Korvel", "acquirer=Veltran target=Korvel amount=$3 billion"],
    [
      "Funding round",
      "Brightwater invests $300 million in Korvel",
      "investor=Brightwater company=Korvel amount=$300 million",
    ],
    ["Earnings decline", "Profit falls at Korvel on weak sales", "measure=profit change=falls company=Korvel"],
    ["Earnings decline", "Korvel swings to loss", "company=Korvel change=swings measure=loss"],
    ["Layoffs", "300 jobs to go at Korvel", "company=Korvel jobs=300"],
    [
      "Industrial accident",
      "Blast at Korvel plant kills at least 11, injuring 20",
      "what=Blast company=Korvel deaths=11 injured=20",
    ],
    [
      "Industrial accident",
      "Death toll from Korvel plant explosion rises to six",
      "company=Korvel what=plant explosion deaths=six",
    ],
    ["Product launch", "Zeta tablet coming to Europe in May", "product=Zeta tablet when=in May"],
    ["Lawsuit", "Veltran takes Korvel to court", "plaintiff=Veltran defendant=Korvel"],
    ["Lawsuit", "Class action filed against Korvel", "defendant=Korvel stage=filed"],
    [
      "Fine or settlement",
      "Regulator hits Korvel with $5 million fine",
      "authority=Regulator company=Korvel amount=$5 million",
    ],
    ["Partnership", "Veltran strikes streaming deal with Korvel", "partner=Veltran otherPartner=Korvel"],
    ["Leadership change", "Mira Galdan named Korvel CEO", "person=Mira Galdan company=Korvel role=ceo stage=appointed"],
    ["Leadership change", "Mira Galdan leaves Korvel after nine years", "person=Mira Galdan company=Korvel stage=left"],
    ["Bankruptcy", "Korvel goes bust", "company=Korvel"],
    ["Bankruptcy", "Mall food court favorite files for bankruptcy", ""],
    ["Service outage", "Outage hits Korvel", "service=Korvel"],
    ["Expansion", "Korvel plans 30 stores in Poland", "company=Korvel what=30 stores number=30 place=Poland"],
    ["Closure", "Korvel blames weak traffic for stores closing", "company=Korvel"],
    ["Strike", "Korvel pilots to strike on Thursday", "company=Korvel who=pilots when=on Thursday"],
    [
      "Regulatory investigation",
      "Korvel investigated by SEC over bonds",
      "company=Korvel authority=SEC stage=investigation",
    ],
    ["Regulatory change", "FDA to tighten rules on e-cigarettes", "authority=FDA matter=tighten rules on e-cigarettes"],
    ["Contract win", "Army picks Korvel for drone programme", "client=Army contractor=Korvel"],
    ["Initial public offering", "Korvel's $300 million IPO delayed", "company=Korvel amount=$300 million"],
    ["Dividend or buyback", "Korvel ups its dividend", "company=Korvel kind=dividend"],
  ])("of %s say of “%s”: %s", (alertType, title, expected) => {
    expect(said(title, [alertType]).join(" ")).toBe(expected);
  });

  it("have the name that a headline begins with, where no pattern knows the rest", () => {
    expect(said("Veltran Electric Q4 margins under pressure, analysts say", ["Earnings decline"])).toEqual([
      "company=Veltran Electric",
    ]);
    for (const title of ["Retail shares under pressure", "What to do with a loss", "Why margins matter", "Gloom"])
      expect(said(title, ["Earnings decline"])).toEqual([]);
    // A word of the dictionary is a name where a company of the event has it.
    expect(said("Chirp struggles again", ["Service outage"], [])).toEqual([]);
    expect(said("Chirp struggles again", ["Service outage"], ["Chirp"])).toEqual(["service=Chirp"]);
  });

  it.each([
    ["Lawsuit", "Lawsuit filed against Korvel by Veltran", "defendant=Korvel plaintiff=Veltran stage=filed"],
    ["Merger or acquisition", "Korvel snapped up by China's Veltran", "target=Korvel acquirer=Veltran"],
    ["Merger or acquisition", "Swiss insurer Veltran takes Korvel private", "acquirer=Veltran target=Korvel"],
    [
      "Earnings growth",
      "Korvel posts net profit of 210 billion yen",
      "company=Korvel change=profit amount=210 billion yen",
    ],
    ["Layoffs", "Korvel sacks a third of its staff", "company=Korvel percent=a third of its staff"],
    ["Fine or settlement", "Korvel handed £2m penalty by Ofcom", "company=Korvel authority=Ofcom amount=£2m"],
    ["Product recall", "Korvel recalls 12,500 pickups", "company=Korvel product=pickups number=12,500"],
    ["Product recall", "Recall of cough syrup made by Korvel expanded", "product=cough syrup company=Korvel"],
    [
      "Leadership change",
      "Ann Lee, finance director of Korvel, quits",
      "person=Ann Lee role=finance director company=Korvel stage=left",
    ],
    ["Strike", "2,000 nurses at Korvel strike over pay", "who=nurses company=Korvel workers=2,000"],
    ["Contract win", "Thames Link awards tunnel contract to Korvel", "client=Thames Link contractor=Korvel"],
    ["Dividend or buyback", "Korvel to pay dividend of €1.80 a share", "company=Korvel kind=dividend amount=€1.80"],
  ])("of %s say in other words “%s”: %s", (alertType, title, expected) => {
    expect(said(title, [alertType]).join(" ")).toBe(expected);
  });

  it("say nothing of what is denied, called off or delayed", () => {
    expect(said("Veltran denies it is in talks to buy Korvel", ["Merger or acquisition"])).toEqual([]);
    expect(said("Korvel says it will not file for bankruptcy", ["Bankruptcy"])).toEqual([]);
    expect(said("Korvel delays launch of its flagship phone", ["Product launch"])).toEqual([]);
    expect(said("Rail union calls off strike at Korvel", ["Strike"])).toEqual([]);
    expect(said("Veltran buys Korvel, will not cut jobs", ["Merger or acquisition"])).toContain("target=Korvel");
  });

  it("take no place for a company, and no description for a part of a name", () => {
    expect(said("Explosion at West Virginia mine kills 14", ["Industrial accident"])).not.toContain(
      "company=West Virginia",
    );
    expect(said("German steelmaker Stahlwerk Korvel plans to shed 450 positions", ["Layoffs"])).toEqual([
      "company=Stahlwerk Korvel",
      "jobs=450",
    ]);
  });

  it("come without an alert type where the words of a sentence leave no doubt and a party is a name", () => {
    expect(said("Veltran and Korvel to end ticketing agreement", [])).toEqual([
      "partner=Veltran",
      "otherPartner=Korvel",
      "stage=ended",
    ]);
    expect(said("Veltran to buy Korvel", [])).toEqual(["acquirer=Veltran", "target=Korvel", "stage=agreed"]);
    for (const title of [
      "Man to buy house",
      "Retail rivals launch competing proposals",
      "Veltran likes Korvel",
      "Veltran Electric Q4 margins",
    ])
      expect(said(title, [])).toEqual([]);
  });

  /** The frames of an event of one kind, each as "role=value". */
  const framesOf = (alertType: string, ...articles: FrameArticle[]) =>
    readFrames(articles, [alertType]).map(({ slots }) =>
      slots.flatMap(({ role, values }) => values.map(({ text }) => `${role}=${text}`)).join(" "),
    );

  it("are one for each company where articles tell the same of several", () => {
    expect(
      framesOf(
        "Layoffs",
        article("Korvel to cut 500 jobs", "Courier"),
        article("Veltran to shed 300 jobs", "Wire"),
        article("Veltran Motors lays off 300 workers", "Daily"),
      ),
    ).toEqual(["company=Veltran jobs=300", "company=Korvel jobs=500"]);
    const text = "Korvel said on Monday that demand was weak. It will cut 500 jobs. Its rival Veltran cut 300 jobs.";
    expect(framesOf("Layoffs", { ...article("Korvel to cut 500 jobs"), text })).toEqual([
      "company=Korvel jobs=500",
      "company=Veltran jobs=300",
    ]);
  });

  it("are one for each company of a headline, with its own direction", () => {
    expect(framesOf("Earnings decline", article("Korvel profit falls 5% while Veltran profit rises 3%"))).toEqual([
      "company=Korvel measure=profit change=falls percent=5%",
      "company=Veltran measure=profit change=rises percent=3%",
    ]);
    expect(framesOf("Layoffs", article("Korvel cuts 500 jobs, Veltran cuts 300 jobs"))).toEqual([
      "company=Korvel jobs=500",
      "company=Veltran jobs=300",
    ]);
    expect(framesOf("Layoffs", article("Korvel cuts 500 jobs, raises its prices"))).toHaveLength(1);
  });

  it("are one for a company that is written in several ways, or is another's", () => {
    for (const [one, other] of [
      ["Korvel Motor Works lays off 50 workers", "KMW lays off 50 workers"],
      ["Korvel lays off 50 workers", "Veltran's Korvel lays off 50 workers"],
      ["Veltran lays off 50 workers", "Korvel, of Veltran, and Korvel owner Veltran lay off 50 workers"],
    ] as const)
      expect(framesOf("Layoffs", article(one, "Courier"), article(other, "Wire"))).toHaveLength(1);
  });

  it("have no name that opens a headline of the event about something else", () => {
    expect(
      framesOf(
        "Earnings decline",
        article("Korvel profit falls", "Courier"),
        article("Veltran Electric margins under pressure", "Wire"),
        article("Korvel margins under pressure", "Daily"),
      ),
    ).toEqual(["company=Korvel measure=profit change=falls"]);
    expect(
      framesOf("Earnings decline", article("Korvel gloom again", "Courier"), article("Veltran gloom", "Wire")),
    ).toEqual([]);
  });

  it("tell a takeover that is to come from one that is done", () => {
    expect(said("Korvel to be acquired by Veltran", ["Merger or acquisition"])).toContain("stage=agreed");
    expect(said("Korvel was acquired by Veltran", ["Merger or acquisition"])).toContain("stage=completed");
  });

  it("show where publishers differ, each with its sentence", () => {
    const frames = readFrames(
      [
        article("Veltran pays $3 billion for Korvel", "Courier"),
        article("Veltran raises offer for Korvel to $4 billion", "Wire"),
        article("Veltran to buy Korvel", "Daily"),
      ],
      ["Merger or acquisition"],
    );
    const amount = frames[0]?.slots.find(({ role }) => role === "amount");
    expect(amount?.isDisputed).toBe(true);
    expect(amount?.values.map(({ amount: sum, statements }) => [sum, statements[0]?.publisher])).toEqual([
      [3e9, "Courier"],
      [4e9, "Wire"],
    ]);
    expect(frames[0]?.slots.find(({ role }) => role === "target")?.values).toMatchObject([
      { text: "Korvel", publishers: 3 },
    ]);
  });
});

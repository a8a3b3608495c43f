import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type GroupingDocument, groupDocuments } from "#intelligence/events/grouping/group-documents";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Invented headlines, one line an event; the wording changes as it does between newspapers. */
const EVENTS = [
  [
    "Vellmark recalls 40,000 space heaters after cable fires",
    "Space heater recall: Vellmark warns of fires",
    "Vellmark heaters recalled over burning cables",
    "Fire risk: 40,000 Vellmark space heaters called back",
    "Regulator: stop using recalled Vellmark heaters",
  ],
  [
    "Dockers at Port Orrin walk out over night shifts",
    "Port Orrin strike: dockers stop work",
    "Ships wait as Orrin dockers strike",
    "Dockers' strike shuts Port Orrin terminals",
    "Night shift dispute: Port Orrin at a standstill as dockers strike",
  ],
  [
    "Quorvia Bank to cut 2,300 jobs in Lisbon",
    "Job cuts at Quorvia Bank hit Lisbon office",
    "Quorvia: 2,300 jobs go, bank blames low rates",
    "Unions protest against Quorvia Bank job cuts",
    "Quorvia Bank chief defends cutting 2,300 jobs",
  ],
  [
    "Singer Maela Trondsen cancels tour after surgery",
    "Maela Trondsen tour off: singer in hospital",
    "Fans send wishes as Trondsen cancels her tour",
    "Trondsen's surgery went well, says manager, tour cancelled",
    "Maela Trondsen cancels all tour dates",
  ],
  [
    "Comet Hirata-Lund visible this week",
    "How to see comet Hirata-Lund with the naked eye",
    "Hirata-Lund: brightest comet in ten years",
    "Astronomers excited by comet Hirata-Lund",
    "Best photographs of comet Hirata-Lund",
  ],
  [
    "Ostrava mine flooded, eleven miners missing",
    "Search for eleven miners in flooded Ostrava mine",
    "Miners missing after water breaks into Ostrava mine",
    "Ostrava mine flood: pumps arrive for missing miners",
    "Hope fades for miners in flooded mine at Ostrava",
  ],
];

/** Invented headlines of a day that report one event each, and have words in common as business news has. */
const SINGLES = [
  "Media executives question Tolmec cable deal",
  "Outfitter Arbenta reports disappointing fourth quarter",
  "Riders take buses and trains in record numbers",
  "Bull market rivals the nineties as demand broadens",
  "Business news and markets: as it happened",
  "Shirt maker Pellworth to close forty stores",
  "Number of new cars on the road at a record",
  "Pellagro buys two warehouse companies in Spain",
  "Oil report: prices quiet as traders wait",
  "Stores of Nordax report lower sales in cold winter",
  "New state tax on bonds worries traders in Lisbon",
  "Service company Ravelin to float in London",
  "London report: airlines fall as oil climbs",
  "Video game maker Foxmere names new chief",
  "Chief of Brightwell Media to leave after six years",
  "State names new governor for pension fund",
  "Sales of video service double in Asia",
];

const DAY_MS = 86_400_000;

function documentOf(title: string, event: number, n: number): GroupingDocument {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const publisher = `Paper ${n}`;
  const url = `https://paper${n}.example/news/${slug}`;
  return {
    key: url,
    title,
    text: "",
    url,
    publisher,
    category: "",
    publishedAt: new Date(DAY_MS * (19_000 + (event % 2))),
  };
}

const DOCUMENTS = EVENTS.flatMap((titles, event) => titles.map((title, n) => documentOf(title, event, n)));

/** Groups as sets of keys, in an order of their own. */
function keysOf(documents: readonly GroupingDocument[], groups: number[][]): string[] {
  return groups
    .map((group) =>
      group
        .map((i) => documents[i]?.key)
        .sort()
        .join("|"),
    )
    .sort();
}

describe("grouping of documents into events", () => {
  test("puts headlines of one event together, however they word it, and others apart", () => {
    const groups = groupDocuments(DOCUMENTS);
    expect(keysOf(DOCUMENTS, groups)).toEqual(
      EVENTS.map((titles, event) =>
        titles
          .map((title, n) => documentOf(title, event, n).key)
          .sort()
          .join("|"),
      ).sort(),
    );
  });

  test("leaves headlines alone that share everyday words of business news with many others", () => {
    const singles = SINGLES.map((title, n) => documentOf(title, 0, n));
    const documents = [...DOCUMENTS, ...singles];
    expect(keysOf(documents, groupDocuments(documents))).toEqual(
      [...keysOf(DOCUMENTS, groupDocuments(DOCUMENTS)), ...singles.map(({ key }) => key)].sort(),
    );
  });

  test("comes to the same groups whatever the order of the input", () => {
    const expected = keysOf(DOCUMENTS, groupDocuments(DOCUMENTS));
    fc.assert(
      fc.property(fc.shuffledSubarray(DOCUMENTS, { minLength: DOCUMENTS.length }), (shuffled) => {
        const groups = groupDocuments(shuffled);
        expect(keysOf(shuffled, groups)).toEqual(expected);
        // The order of the answer does not depend on it either.
        expect(groups.map(([first]) => shuffled[first ?? 0]?.key)).toEqual(
          groupDocuments(DOCUMENTS).map(([first]) => DOCUMENTS[first ?? 0]?.key),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("puts every document into exactly one group, also hostile and empty ones", () => {
    // What `unit: "binary"` draws from: every code point but the surrogates. That unit lists a million of them first, for a second.
    const codePoint = fc
      .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code));
    const hostile = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 60 }),
      fc.constantFrom(
        "",
        "…",
        "12 12 12",
        "\u0000",
        "\ud800",
        "עברית ועוד עברית",
        "a".repeat(50_000),
        "constructor __proto__ toString",
      ),
      fc.constantFrom(...EVENTS.flat()),
    );
    const document = fc.record({
      key: fc.string(),
      title: hostile,
      text: hostile,
      url: hostile,
      publisher: hostile,
      category: fc.constantFrom("", "b", "__proto__"),
      publishedAt: fc.date({ noInvalidDate: true }),
    });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 25 }), (documents) => {
        const members = groupDocuments(documents).flat();
        expect(members.toSorted((a, b) => a - b)).toEqual(documents.map((_, i) => i));
      }),
      { numRuns: 60 },
    );
  });

  test("keeps the same words weeks apart as two events", () => {
    const [strike = []] = EVENTS.slice(1, 2);
    const later = strike.map((title, n) => {
      const document = documentOf(title, 1, n + 10);
      return { ...document, publishedAt: new Date(document.publishedAt.getTime() + 60 * DAY_MS) };
    });
    const documents = [...DOCUMENTS, ...later];
    const groups = groupDocuments(documents);
    const together = groups.filter((group) => {
      const isLater = group.map((i) => i >= DOCUMENTS.length);
      return isLater.includes(true) && isLater.includes(false);
    });
    expect(together).toEqual([]);
  });

  test("reads the uncut title from the address where the title is cut", () => {
    const cut = { ...documentOf("The singer told her fans on Monday that she  ...", 3, 20) };
    cut.url = cut.key = "https://paper20.example/maela-trondsen-cancels-tour-after-surgery";
    const documents = [...DOCUMENTS, cut];
    const group = groupDocuments(documents).find((members) => members.includes(DOCUMENTS.length));
    expect(group?.map((i) => documents[i]?.title)).toContain("Maela Trondsen cancels all tour dates");
  });
});

/** More invented stories, for batches in which nothing but the headlines themselves is known. */
const FERRY = [
  "Ferry Sankt Brannoc runs aground off Ulvenes, 140 rescued",
  "Passengers rescued as ferry runs aground near Ulvenes",
  "Ulvenes ferry accident: all 140 passengers safe",
  "Captain of grounded ferry Sankt Brannoc questioned in Ulvenes",
];
const TAKEOVER = [
  "Pellworth Foods agrees to buy yoghurt maker Lacteva",
  "Lacteva takeover: Pellworth Foods pays 900 million euros",
  "Pellworth to acquire Lacteva in yoghurt deal",
];
const MARATHON = ["Kipsang-Oduya wins Trevona marathon in record time", "Record at Trevona marathon for Kipsang-Oduya"];
const ORCHARD = [
  "Late frost destroys cherry harvest in the Altmoor valley",
  "Altmoor cherry growers lose harvest to frost",
  "No cherries from Altmoor this year after frost",
];
const UNRELATED = [
  "Council approves new tram line to the airport",
  "Chess champion Ivona Petrasz retires at 29",
  "Museum of clocks reopens after repairs",
  "Nordvane Shipping doubles its quarterly profit",
  "Zoo welcomes two young pandas from Sichuan",
];

/** The stories of a batch as they come out, by the headlines. */
function storiesOf(...stories: string[][]): { found: string[]; expected: string[] } {
  const documents = stories.flatMap((titles) => titles.map((title, n) => documentOf(title, 0, n)));
  const expected = stories.map((titles) => titles.toSorted().join(" | ")).sort();
  const found = groupDocuments(documents).map((group) =>
    group
      .map((i) => documents[i]?.title ?? "")
      .sort()
      .join(" | "),
  );
  return { found: found.sort(), expected };
}

const alone = (titles: string[]) => titles.map((title) => [title]);

describe("grouping of a handful of documents", () => {
  test.each<[string, string[][]]>([
    ["two stories of three and two", [TAKEOVER, MARATHON]],
    ["one story alone", [FERRY]],
    ["a pair alone", [MARATHON]],
    ["five that have nothing to do with each other", alone(UNRELATED)],
    ["a pair among others", [MARATHON, ...alone(UNRELATED)]],
    ["twelve of four stories", [FERRY, TAKEOVER, MARATHON, ORCHARD]],
    ["one document", [["Museum of clocks reopens after repairs"]]],
  ])("finds the events of %s", (_, stories) => {
    const { found, expected } = storiesOf(...stories);
    expect(found).toEqual(expected);
  });

  test.each<[string, string[][]]>([
    [
      "two takeovers",
      [
        [
          "Varlight agrees to buy chip maker Densor for $2.1 billion",
          "Densor to be bought by Varlight in $2.1 billion deal",
        ],
        [
          "Halcor agrees to buy chip maker Tivona for $1.4 billion",
          "Halcor to acquire chip maker Tivona in $1.4 billion deal",
        ],
      ],
    ],
    [
      "two takeovers by one acquirer",
      [
        ["Nordax agrees to buy Pellworth for $900 million", "Nordax's $900 million takeover of Pellworth"],
        ["Nordax agrees to buy Quillan for $900 million", "Quillan agrees to $900 million takeover by Nordax"],
      ],
    ],
    [
      "one takeover by two bidders",
      [["Comvale bids for Skyfield in takeover battle"], ["Foxmere bids for Skyfield in takeover battle"]],
    ],
    [
      "job cuts of two banks",
      [["Quorvia Bank to cut 2,300 jobs in Lisbon"], ["Tellmark Bank to cut 1,900 jobs in Lisbon"]],
    ],
  ])("keeps %s apart, whose headlines are alike", (_, stories) => {
    const { found, expected } = storiesOf(...stories);
    expect(found).toEqual(expected);
  });

  test("keeps a takeover together that papers tell with other names of its parties", () => {
    const { found, expected } = storiesOf([
      "Messaging startup Chattero bought by Facewall for $16 billion",
      "Facewall Buys Messaging Startup for $16 Billion",
      "Facewall founder Zuberick defends Chattero deal",
      "Chattero, Facewall agree $16 billion deal",
    ]);
    expect(found).toEqual(expected);
  });

  test("does not take words for a story that every newspaper uses", () => {
    const { found, expected } = storiesOf(
      ...alone([
        "Mayor says dredging of new harbour basin begins",
        "Search for new hospital director begins, minister says",
        "Farmer says new drought begins without warning",
        "Novelist says trilogy begins with new heroine",
      ]),
    );
    expect(found).toEqual(expected);
  });

  test("does not take the articles and prepositions of another language for a story", () => {
    const german = alone([
      "Der Stadtrat billigt die neue Linie für die Straßenbahn",
      "Die Bäckerei eröffnet in der Altstadt und sucht für den Verkauf Personal",
      "Das Museum öffnet nach der Sanierung wieder für die Besucher",
      "Die Brücke über die Donau ist für den Verkehr gesperrt",
    ]);
    const french = alone([
      "Le pont sur le canal est fermé pour les camions de la ville",
      "Le musée de la marine rouvre pour les enfants après les travaux",
      "La boulangerie du port ouvre dans le centre et cherche des vendeurs pour les matins",
    ]);
    const german2 = [
      "Feuer bei Brandt Guss: zwölf Arbeiter sterben",
      "Zwölf Arbeiter tot nach dem Feuer bei Brandt Guss",
    ];
    for (const stories of [german, french, [...german, german2]]) {
      const { found, expected } = storiesOf(...stories);
      expect(found).toEqual(expected);
    }
  });
});

describe("npm run quality -- events", () => {
  const run = promisify(execFile);
  let folder = "";
  beforeAll(async () => {
    folder = await temporaryFolder();
  });

  const quality = (...args: string[]) =>
    run(process.execPath, ["--import", "tsx", "bench/quality/main.ts", "events", ...args], { encoding: "utf8" });

  /** The invented headlines as a file of the layout, columns in another order. */
  async function headlinesFile(name: string, storyOf: ((event: number) => string) | null): Promise<string> {
    const header = `published,title,id,url,publisher,category${storyOf ? ",story" : ""}`;
    const rows = EVENTS.flatMap((titles, event) =>
      titles.map((title, n) => {
        const { url, publisher, publishedAt } = documentOf(title, event, n);
        const cells = [publishedAt.toISOString().slice(0, 10), `"${title}"`, `r${event}${n}`, url, publisher, ""];
        return (storyOf ? [...cells, storyOf(event)] : cells).join(",");
      }),
    );
    const file = join(folder, name);
    await writeFile(file, `${[header, ...rows].join("\n")}\n`);
    return file;
  }

  test("writes an event for every row and measures against the labels, which decide nothing", async () => {
    const labelled = await headlinesFile("labelled.csv", (event) => `s${event}`);
    const unlabelled = await headlinesFile("unlabelled.csv", null);
    const [first, second] = [join(folder, "a.tsv"), join(folder, "b.tsv")];
    const { stdout } = await quality(
      ...["--headlines", labelled, "--assignments", first, "--small-samples", "3", "--json"],
    );
    await quality("--headlines", unlabelled, "--assignments", second);
    expect(JSON.parse(stdout).measures).toMatchObject({ precision: 1, recall: 1, f1: 1, adjustedRand: 1, labels: 6 });
    // Samples of one story come out as events of that story alone.
    expect(JSON.parse(stdout).small).toContainEqual({
      kind: { stories: [1, 1], headlines: [3, 8] },
      measures: { precision: 1, recall: expect.any(Number), f1: expect.any(Number) },
    });
    const assignments = await readFile(first, "utf8");
    expect(await readFile(second, "utf8")).toBe(assignments);
    const [header, ...rows] = assignments.trimEnd().split("\n");
    expect(header).toBe("id\tevent");
    expect(rows.map((row) => row.split("\t")[0]).sort()).toEqual(
      EVENTS.flatMap((titles, event) => titles.map((_, n) => `r${event}${n}`)).sort(),
    );
  });

  test("says which file or column is missing", async () => {
    const file = join(folder, "short.csv");
    await writeFile(file, "id,title\n1,Something\n");
    await expect(quality("--headlines", file)).rejects.toThrow(/lacks the columns url, publisher, published/);
    await expect(quality("--headlines", join(folder, "none.csv"))).rejects.toThrow(/none\.csv does not exist/);
  });
});

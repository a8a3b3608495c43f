import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CompanyNewsDocument, MarketNewsDocument } from "#generated/tests/graphql";
import { deriveEsgFromNews } from "#intelligence/esg/derive-esg";
import { type EsgMeaning, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { analyseNews } from "#intelligence/news/analyse-news";
import { linkStoredNews } from "#intelligence/news/link-stored-news";
import { SENTIMENT_RULES, type SentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { linkMarketNews } from "#pipeline/run-news";
import { createTestDatabase } from "../support/database.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 1);

interface Article {
  url: string;
  title: string;
  text?: string;
  publisher?: string;
  /** Days after the start. */
  day?: number;
}

/** Articles as an import leaves them: stored, not read. */
const store = ({ prisma }: TestSystem["database"]["db"], articles: Article[]) =>
  prisma.newsItem.createMany({
    data: articles.map(({ url, title, text = "", publisher = "", day = 0 }) => ({
      url,
      title,
      text,
      publisher,
      publishedAt: new Date(START + day * DAY),
      contentHash: url,
    })),
  });

let system: TestSystem;
let key: string;
let tarvolt: number;
let market: number;
const db = () => system.database.db;
const esgLexicon = loadEsgLexicon();

beforeAll(async () => {
  system = await startSystem();
  const team = await system.team();
  key = team.key;
  tarvolt = (await seedCompany(db(), "tarvolt.com", { name: "Tarvolt GmbH" })).id;
  const velmora = (await seedCompany(db(), "velmora.com", { name: "Velmora SpA" })).id;
  market = await seedMarket(db(), team.teamId, [tarvolt, velmora]);
  await store(db(), [
    {
      url: "https://a.example.com/1",
      title: "UPDATE 2-Tarvolt wins record order for inverters from Spanish utility",
      day: 1,
    },
    {
      url: "https://b.example.com/1",
      title: "Tarvolt wins record order for inverters from Spanish utility | The Daily Wire",
      day: 0.5,
    },
    {
      url: "https://c.example.com/1",
      title: "TARVOLT WINS RECORD ORDER FOR INVERTERS FROM SPANISH UTILITY - KITE-TV 16: News, Weather - Sports of ...",
      publisher: "Kite TV",
      day: 2,
    },
    { url: "https://d.example.com/1", title: "Tarvolt wins record order for inverters from Spanish utility", day: 40 },
    {
      url: "https://e.example.com/1",
      title: "Tarvolt celebrates record profit while its rival Velmora slumps to a loss",
      day: 3,
    },
    { url: "https://f.example.com/1", title: "Tarvolt profit falls 5% in the first quarter of the year", day: 4 },
    { url: "https://g.example.com/1", title: "Tarvolt profit falls 8% in the first quarter of the year", day: 4 },
    { url: "https://h.example.com/1", title: "Village celebrates its patron saint", day: 4 },
  ]);
  await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
});
afterAll(() => system?.stop());

const newsOf = async (domain: string, asking = key) => {
  const { data, errors } = await system.ask(asking, CompanyNewsDocument, { identifier: domain });
  return { news: data?.company?.news, errors };
};

describe("company news", () => {
  it("has one article of a story, the earliest, and says which others tell it", async () => {
    const { news } = await newsOf("tarvolt.com");
    expect(news?.edges.map(({ node }) => node.url)).toEqual([
      "https://d.example.com/1",
      "https://g.example.com/1",
      "https://f.example.com/1",
      "https://e.example.com/1",
      "https://b.example.com/1",
    ]);
    expect(news?.totalCount).toBe(5);
    expect(news?.edges.at(-1)?.node.copies).toEqual({
      totalCount: 2,
      edges: [{ node: { url: "https://a.example.com/1" } }, { node: { url: "https://c.example.com/1" } }],
    });
  });

  it("says how each article was found to be about the company", async () => {
    const { news } = await newsOf("velmora.com");
    expect(news?.edges).toMatchObject([{ method: "NAME", quote: "Velmora", confidence: expect.any(Number) }]);
  });

  it("knows the names that people use", async () => {
    await seedCompany(db(), "abc.xyz", { name: "Alphabet Inc. Class C" });
    await store(db(), [{ url: "https://i.example.com/1", title: "Google offers cash for each new customer", day: 5 }]);
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    expect((await newsOf("abc.xyz")).news?.edges).toMatchObject([{ method: "NAME", quote: "Google" }]);
  });

  it("scores good news above zero and bad news below", async () => {
    const { news } = await newsOf("tarvolt.com");
    const sentiment = (url: string) => news?.edges.find(({ node }) => node.url === url)?.node.sentiment;
    expect(sentiment("https://b.example.com/1")).toBeGreaterThan(0.1);
    expect(sentiment("https://f.example.com/1")).toBeLessThan(-0.1);
  });

  it("reads what figures, verbs and their objects say of a company", async () => {
    await seedCompany(db(), "quillmark.com", { name: "Quillmark" });
    await seedCompany(db(), "sundvolt.com", { name: "Sundvolt" });
    const said: [string, "good" | "bad" | "neutral"][] = [
      ["Quillmark's net loss narrowed to EUR 0.9 mn from EUR 3.4 mn", "good"],
      ["Quillmark's pretax profit totalled EUR 7.0 mn, compared to a loss of EUR 1.1 mn", "good"],
      ["Quillmark's turnover was EUR 12.1 mn, versus EUR 16.4 mn a year ago", "bad"],
      ["Quillmark shows sign of the fine print in a lease", "neutral"],
      ["The acquisition by Quillmark is expected to close in May", "neutral"],
      ["Quillmark falls as rival gains subscribers", "bad"],
      ["Quillmark was sued by Sundvolt over valves", "bad"],
      ["Quillmark took customers from Sundvolt in Norway", "good"],
      ["Quillmark agrees to cut more than 35,000 jobs", "bad"],
      ["Quillmark wins approval to cut 2,000 jobs", "bad"],
      ["Quillmark promises to cut 1,200 positions", "bad"],
      ["Quillmark succeeds in cutting its debt", "good"],
    ];
    await store(
      db(),
      said.map(([title], i) => ({ url: `https://said.example.com/${i}`, title, day: 5 + i })),
    );
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    const edges = (await newsOf("quillmark.com")).news?.edges ?? [];
    const read = said.map(([title], i) => {
      const sentiment = edges.find(({ node }) => node.url === `https://said.example.com/${i}`)?.sentiment ?? Number.NaN;
      return [title, Math.abs(sentiment) < 0.1 ? "neutral" : sentiment > 0 ? "good" : sentiment < 0 ? "bad" : "none"];
    });
    expect(read).toEqual(said);
  });

  it("has for each company what is said of it, not its rival's", async () => {
    const own = async (domain: string) =>
      (await newsOf(domain)).news?.edges.find(({ node }) => node.url === "https://e.example.com/1")?.sentiment;
    expect(await own("tarvolt.com")).toBeGreaterThan(0.1);
    expect(await own("velmora.com")).toBeLessThan(-0.1);
  });

  it("is the same behind /v2", async () => {
    const { body } = await system.rest(key, "GET", "/v2/impact/companies/tarvolt.com/news");
    expect((body as { pageUrl: string }[]).map(({ pageUrl }) => pageUrl)).toEqual(
      (await newsOf("tarvolt.com")).news?.edges.map(({ node }) => node.url),
    );
  });

  it("is listed once for a market, with a total that agrees", async () => {
    const { news } = present((await system.answer(key, MarketNewsDocument, { marketId: market })).market);
    expect(news.edges).toHaveLength(5);
    expect(news.totalCount).toBe(5);
  });

  it("asks no more statements for more articles", async () => {
    const statementsFor = async (first: number) => {
      system.statements();
      await system.graph(
        key,
        `{ company(identifier: "tarvolt.com") { news(first: ${first}) { edges { node { copies { totalCount edges { node { url } } } } } } } }`,
      );
      return system.statements().length;
    };
    expect(await statementsFor(5)).toBe(await statementsFor(1));
  });

  it("is not for a key without the scope", async () => {
    const { teamId } = await system.team();
    const { news, errors } = await newsOf("tarvolt.com", await system.key(teamId, ["markets:read"]));
    expect(news).toBeUndefined();
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  it("does not show another team the news of a market", async () => {
    const { key: theirs } = await system.team();
    const { data } = await system.ask(theirs, MarketNewsDocument, { marketId: market });
    expect(data?.market ?? null).toBeNull();
  });
});

describe("the analysis of news", () => {
  it("does nothing when nothing waits", async () => {
    expect(await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES })).toEqual({
      analysed: 0,
      links: 0,
      joined: 0,
    });
  });

  it("ends at a signal and goes on at the next run", async () => {
    await store(
      db(),
      Array.from({ length: 6 }, (_, i) => ({
        url: `https://s.example.com/${i}`,
        title: `Velmora builds lift number ${i} in Rome`,
        day: 9,
      })),
    );
    const stop = new AbortController();
    await expect(
      analyseNews(
        { db: db(), esgLexicon, sentiment: SENTIMENT_RULES },
        { batchSize: 2, signal: stop.signal, onProgress: () => stop.abort(new Error("enough")) },
      ),
    ).rejects.toThrow("enough");
    expect(await db().prisma.newsItem.count({ where: { analysedAt: null } })).toBe(4);
    expect(await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES }, { batchSize: 2 })).toMatchObject({
      analysed: 4,
      links: 4,
    });
  });

  it("lets two processes take turns: each article is read once", async () => {
    await store(
      db(),
      Array.from({ length: 10 }, (_, i) => ({
        url: `https://t.example.com/${i}`,
        title: `Town hall of district ${i} is painted`,
        day: 10,
      })),
    );
    const [one, other] = await Promise.all([
      analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES }, { batchSize: 2 }),
      analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES }, { batchSize: 2 }),
    ]);
    expect(one.analysed + other.analysed).toBe(10);
  });

  it("reads an article that changes meanwhile once more, and stores what its last words say", async () => {
    const url = "https://u.example.com/1";
    await store(db(), [{ url, title: "Velmora wins a record order for lifts", day: 11 }]);
    let isFirst = true;
    const whileRead: SentimentReader = {
      ...SENTIMENT_RULES,
      async ofTexts(texts) {
        const title = "Velmora loses its largest customer to a rival";
        if (isFirst) await db().prisma.newsItem.update({ where: { url }, data: { title } });
        isFirst = false;
        return SENTIMENT_RULES.ofTexts(texts);
      },
    };
    expect(await analyseNews({ db: db(), esgLexicon, sentiment: whileRead })).toMatchObject({ analysed: 1 });
    const { sentiment } = await db().prisma.newsItem.findUniqueOrThrow({ where: { url } });
    expect(sentiment).toBeLessThan(-0.1);
  });

  it("takes a changed article out of its story", async () => {
    await db().prisma.newsItem.update({
      where: { url: "https://b.example.com/1" },
      data: { title: "Bakers of Seville expect a quiet summer season", analysedAt: null },
    });
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    const { news } = await newsOf("tarvolt.com");
    expect(news?.edges.at(-1)?.node).toMatchObject({
      url: "https://a.example.com/1",
      copies: { edges: [{ node: { url: "https://c.example.com/1" } }] },
    });
  });

  it("gives a company that comes later its earlier articles, once it is asked to", async () => {
    await store(db(), [
      { url: "https://q.example.com/1", title: "Quibbeldam and Overduinen open plant in Delft", day: 12 },
    ]);
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    const { id } = await seedCompany(db(), "quibbeldam.nl", { name: "Quibbeldam B.V." });
    expect((await newsOf("quibbeldam.nl")).news?.totalCount).toBe(0);
    const first = await linkStoredNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES }, [id]);
    expect(first.links).toBe(1);
    expect((await newsOf("quibbeldam.nl")).news?.totalCount).toBe(1);
    // Nobody else is named by now, so that nothing is read again.
    const asked: unknown[] = [];
    const watched: SentimentReader = {
      ...SENTIMENT_RULES,
      async towards(texts) {
        asked.push(...texts);
        return SENTIMENT_RULES.towards(texts);
      },
    };
    expect(await linkStoredNews({ db: db(), esgLexicon, sentiment: watched }, [id])).toEqual(first);
    expect(asked).toEqual([]);
    const { id: second } = await seedCompany(db(), "overduinen.nl", { name: "Overduinen N.V." });
    await linkStoredNews({ db: db(), esgLexicon, sentiment: watched }, [second]);
    expect(asked).toMatchObject([{ names: [["Quibbeldam"], ["Overduinen"]] }]);
  });
});

/** Titles of the articles that a company's ESG items are from. */
const esgOf = (domain: string) =>
  db().query<{ title: string }>(
    "SELECT i.title FROM esg_items i JOIN companies c ON c.id = i.company_id WHERE c.domain = $1 ORDER BY i.url",
    [domain],
  );

describe("the ESG items of articles", () => {
  it("follow their links, also where the process is killed between both", async () => {
    const domain = "morvandil.example.net";
    const { id } = await seedCompany(db(), domain, { name: "Morvandil" });
    const { teamId } = await system.team();
    const marketId = await seedMarket(db(), teamId, [id]);
    await store(db(), [
      { url: "https://k.example.com/1", title: "Morvandil spills oil into the river Oker", day: 20 },
      { url: "https://k.example.com/2", title: "Talbrixen fined for price fixing of pumps", day: 21 },
    ]);
    const run = (meaning?: EsgMeaning) =>
      linkMarketNews(
        { db: db(), esgLexicon: loadEsgLexicon(undefined, meaning), sentiment: SENTIMENT_RULES },
        { marketId, jobId: 0, report: () => {}, signal: new AbortController().signal },
      );
    await run();
    expect(await esgOf(domain)).toEqual([{ title: "Morvandil spills oil into the river Oker" }]);

    await db().prisma.company.update({ where: { id }, data: { name: "Talbrixen" } });
    const killed: EsgMeaning = { labelsOf: () => Promise.reject(new Error("killed")), stop: () => {} };
    await expect(run(killed)).rejects.toThrow("killed");
    await run();
    expect(await esgOf(domain)).toEqual([{ title: "Talbrixen fined for price fixing of pumps" }]);
    expect(await db().prisma.newsItem.count({ where: { analysedAt: null } })).toBe(0);
  });

  it("are written though two runs lock the same articles in different orders", async () => {
    const domain = "kelvoprim.example.net";
    const text = `Kelvoprim spills oil into the river Ilse. ${Array.from({ length: 80 }, (_, i) => `barge${i}`).join(" ")}`;
    await seedCompany(db(), domain, { name: "Kelvoprim" });
    await store(db(), [{ url: "https://l.example.com/late", title: "Kelvoprim spills oil", text, day: 23 }]);
    const deps = { db: db(), esgLexicon, sentiment: SENTIMENT_RULES };
    await analyseNews(deps);
    // The first report arrives last, so that the stored article becomes its copy.
    await store(db(), [{ url: "https://l.example.com/early", title: "Kelvoprim spills oil early", text, day: 22 }]);
    const rows = await db().prisma.newsItem.findMany({ where: { url: { startsWith: "https://l." } } });
    const release = await holdTable(db(), "news_story_keys");
    const analysed = analyseNews(deps);
    await untilBlocked(db(), "DELETE FROM news_story_keys");
    const derived = deriveEsgFromNews(
      deps,
      rows.map(({ id }) => id),
    );
    await untilBlocked(db(), "SELECT FROM news_items");
    await release();
    await Promise.all([analysed, derived]);
    expect(await esgOf(domain)).toEqual([{ title: "Kelvoprim spills oil early" }]);
  });
});

describe("while a model hangs", () => {
  /** Transactions of this database that have waited for their client for a while: one that is at work waits for moments only. */
  const idleTransactions = () =>
    db().query(
      `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
         AND state_change < clock_timestamp() - interval '250 milliseconds'`,
      [],
    );

  /** A reader and a lexicon whose every answer waits until it is released. `asked` counts their questions. */
  function hanging() {
    const waiting: (() => void)[] = [];
    const state = { asked: 0, open: [] as unknown[] };
    const hang = async () => {
      state.asked++;
      await new Promise<void>((resolve) => waiting.push(resolve));
    };
    const sentiment: SentimentReader = {
      ofTexts: (texts) => hang().then(() => SENTIMENT_RULES.ofTexts(texts)),
      towards: (texts) => hang().then(() => SENTIMENT_RULES.towards(texts)),
    };
    const meaning: EsgMeaning = {
      labelsOf: (sentences) => hang().then(() => sentences.map(() => ({ meant: [], doubted: [] }))),
      stop: () => {},
    };
    /** Runs the work. Before each answer it notes the transactions that are open, and does what the test asks. */
    const run = async <T>(work: Promise<T>, meanwhile: () => Promise<unknown> = async () => {}): Promise<T> => {
      const done = { value: false };
      const ended = work.finally(() => {
        done.value = true;
      });
      while (!done.value) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (waiting.length === 0) continue;
        // A transaction that waits for the answer too is older than this afterwards.
        await new Promise((resolve) => setTimeout(resolve, 400));
        state.open.push(...(await idleTransactions()));
        await meanwhile();
        for (const release of waiting.splice(0)) release();
      }
      return ended;
    };
    return { state, run, deps: { db: db(), sentiment, esgLexicon: loadEsgLexicon(undefined, meaning) } };
  }

  it("no transaction is open: reading articles asks before it locks, also for ESG items", async () => {
    await seedCompany(db(), "zzyrqol.example.net", { name: "Zzyrqol" });
    await store(db(), [{ url: "https://v.example.com/1", title: "Zzyrqol spills oil into the river Aller", day: 13 }]);
    const { state, run, deps } = hanging();
    expect(await run(analyseNews(deps))).toMatchObject({ analysed: 1, links: 1 });
    // The whole text, the company, the meaning of its sentences, and the item's sentiment.
    expect(state.asked).toBeGreaterThanOrEqual(4);
    expect(state.open).toEqual([]);
    expect(await esgOf("zzyrqol.example.net")).toHaveLength(1);
  });

  it("no transaction is open: linking stored articles asks before it locks", async () => {
    await store(db(), [
      { url: "https://w.example.com/1", title: "Vandrixol spills oil into the river Leine", day: 14 },
    ]);
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    const { id } = await seedCompany(db(), "vandrixol.example.net", { name: "Vandrixol" });
    const { state, run, deps } = hanging();
    expect(await run(linkStoredNews(deps, [id]))).toMatchObject({ links: 1 });
    expect(state.asked).toBeGreaterThanOrEqual(1);
    expect(state.open).toEqual([]);
  });

  it("an article that an import changes is left to its analysis, and no old word of it is stored", async () => {
    const url = "https://x.example.com/1";
    await store(db(), [{ url, title: "Ombraxil spills oil into the river Fulda", day: 15 }]);
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    const { id } = await seedCompany(db(), "ombraxil.example.net", { name: "Ombraxil" });
    const { run, deps } = hanging();
    const change = () =>
      db().prisma.newsItem.update({ where: { url }, data: { title: "Rain in Kassel", analysedAt: null } });
    expect(await run(linkStoredNews(deps, [id]), change)).toMatchObject({ links: 0 });
    await analyseNews({ db: db(), esgLexicon, sentiment: SENTIMENT_RULES });
    expect(await esgOf("ombraxil.example.net")).toEqual([]);
  });

  it("an article that changes between its links and its items is read once more", async () => {
    const url = "https://y.example.com/1";
    await seedCompany(db(), "quandrel.example.net", { name: "Quandrel" });
    await store(db(), [{ url, title: "Quandrel spills oil into the river Werra", day: 16 }]);
    const { state, run, deps } = hanging();
    let isChanged = false;
    const change = async () => {
      // The links are stored by now, and the ESG items are being read.
      const linked = await db().prisma.companyNews.count({ where: { newsItem: { url } } });
      if (linked === 0 || isChanged) return;
      isChanged = true;
      await db().prisma.newsItem.update({
        where: { url },
        data: { title: "Quandrel fined for price fixing of pumps" },
      });
    };
    await run(analyseNews(deps), change);
    expect(isChanged).toBe(true);
    expect(state.open).toEqual([]);
    expect(await esgOf("quandrel.example.net")).toEqual([{ title: "Quandrel fined for price fixing of pumps" }]);
    expect(await db().prisma.newsItem.count({ where: { analysedAt: null } })).toBe(0);
  });
});

describe("stories", () => {
  const WORDS = "harbour signal copper meadow lantern gravel timber orchard velvet cobalt".split(" ");
  /** Three long texts, each published in four versions that differ a little, over some days. */
  const articles: Article[] = [0, 1, 2].flatMap((story) =>
    [0, 1, 2, 3].map((copy) => ({
      url: `https://p${copy}.example.com/${story}`,
      title: `${["Report", "Update", "News", "Brief"][copy]} ${story}`,
      text: Array.from({ length: 120 }, (_, i) =>
        i === copy * 7 ? "edited" : `${WORDS[(i * 7 + story + (i >> 2)) % 10]}${(i * (story + 5)) % 97}`,
      ).join(" "),
      day: copy,
    })),
  );

  it("are the same in whatever order and batches the articles come", async () => {
    const partitions = new Set<string>();
    for (const [order, batchSize] of [
      [articles, 100],
      [articles.toReversed(), 1],
      [articles.toSorted((a, b) => a.url.localeCompare(b.url)), 5],
    ] as const) {
      const { db: other, drop } = await createTestDatabase();
      await store(other, [...order]);
      await analyseNews({ db: other, esgLexicon, sentiment: SENTIMENT_RULES }, { batchSize });
      const rows = await other.query<{ url: string; first: string }>(
        "SELECT n.url, f.url AS first FROM news_items n JOIN news_items f ON f.id = n.story_id ORDER BY n.url",
        [],
      );
      partitions.add(JSON.stringify(rows));
      expect(new Set(rows.map(({ first }) => first)).size).toBe(3);
      await drop();
    }
    expect(partitions.size).toBe(1);
  });
});

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { labelEsg, readMeaning } from "#intelligence/esg/label-esg";
import { ESG_CATEGORIES, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { esgMeaning } from "#intelligence/esg/meaning/meaning";
import { UNCLASSIFIED } from "#intelligence/events/content/unclassified";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { newsModel } from "#intelligence/meaning/news-model";
import { sentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { shareText } from "./bootstrap.ts";
import { composeHeadlines } from "./events/compose-headlines.ts";
import { type Headline, readHeadlines } from "./events/headlines.ts";
import { classOf } from "./sentiment.ts";
import { table } from "./table.ts";

const SET = "bench/quality/own/news-reading.tsv";

/** A text with what two readers gave it: what both gave is wanted, what either gave is right too. */
interface ReadText {
  source: string;
  headline: Headline;
  types: Labels;
  esg: Labels;
  /** Class of each name on which both agree. */
  names: [name: string, label: string][];
}

interface Labels {
  wanted: string[];
  also: string[];
}

const list = (text = "") => text.split("|").filter((one) => one !== "");

async function readSet(file: string, headlinesFile: string): Promise<ReadText[]> {
  const real = new Map((await readHeadlines(headlinesFile)).headlines.map((headline) => [headline.id, headline]));
  const lines = readFileSync(resolve(projectRoot(), file), "utf8").replace(/\n$/, "").split("\n").slice(1);
  return lines.map((line, i) => {
    const [source = "", text = "", types, typesToo, esg, esgToo, names = ""] = line.split("\t");
    const known = source === "real" ? real.get(text) : undefined;
    if (source === "real" && known === undefined) throw new Error(`${headlinesFile} has no headline ${text}`);
    const url = `https://news.example/${i}`;
    const document = { key: url, title: text, text: "", url, publisher: "", category: "", publishedAt: new Date(0) };
    return {
      source,
      headline: known ?? { id: String(i), document, story: null },
      types: { wanted: list(types), also: list(typesToo) },
      esg: { wanted: list(esg), also: list(esgToo) },
      names: names
        .split(";")
        .flatMap((one): [string, string][] =>
          one === "" ? [] : [[one.slice(0, one.lastIndexOf("=")), one.slice(one.lastIndexOf("=") + 1)]],
        ),
    };
  });
}

function precisionAndRecall(given: readonly string[][], labels: readonly Labels[]): [string, string] {
  const right = given.flatMap((names, i) =>
    names.map((name) => Number(labels[i]?.wanted.includes(name) || labels[i]?.also.includes(name))),
  );
  const found = labels.flatMap(({ wanted }, i) => wanted.map((name) => Number(given[i]?.includes(name))));
  return [shareText(right), shareText(found)];
}

/** `npm run quality -- news-reading`: alert types, ESG labels and the sentiment of names, on texts that nothing was chosen on. */
export const newsReadingCommand = new Command("news-reading")
  .description("Measures alert types, ESG labels and sentiment on texts that two readers labelled; prints totals only.")
  .option("--set <file>", "source, text or id, types, also, ESG labels, also, names; tabs between", SET)
  .option("--headlines <file>", "the real headlines", "../shared/data/headlines.csv.gz")
  .option("--terms-only", "without the models that read by meaning")
  .action(async (options: { set: string; headlines: string; termsOnly?: boolean }) => {
    const texts = await readSet(options.set, options.headlines);
    const contents = await composeHeadlines(
      texts.map(({ headline }) => headline),
      loadTaxonomy(),
      options,
    );
    const types = contents.map(({ alertTypes }) =>
      alertTypes.flatMap(({ name }) => (name === UNCLASSIFIED ? [] : name)),
    );
    const lexicon = loadEsgLexicon(undefined, options.termsOnly ? null : esgMeaning(readConfig({}).embeddings));
    const asked = texts.map(({ headline }) => ({ title: headline.document.title, text: "" }));
    const meant = await readMeaning(lexicon, asked);
    const labels = asked.map((text) => {
      const reading = labelEsg(lexicon, text, { meant });
      return ESG_CATEGORIES.flatMap((category) => reading[category]);
    });
    const sentiments = await sentimentReader(
      options.termsOnly ? null : newsModel(readConfig({}).embeddings.kind),
    ).towards(
      texts.map(({ headline, names }) => ({ text: headline.document.title, names: names.map(([name]) => [name]) })),
    );
    const rows: string[][] = [];
    for (const source of new Set(texts.map((one) => one.source))) {
      const at = texts.flatMap((one, i) => (one.source === source ? [i] : []));
      const of = <T>(values: readonly T[]) => at.map((i) => values[i] as T);
      const ofTypes = precisionAndRecall(
        of(types),
        of(texts).map((one) => one.types),
      );
      const ofLabels = precisionAndRecall(
        of(labels),
        of(texts).map((one) => one.esg),
      );
      const classes = at.flatMap((i) =>
        (texts[i]?.names ?? []).map(([, label], name) => Number(classOf(sentiments[i]?.[name] ?? 0) === label)),
      );
      rows.push([source, String(at.length), ...ofTypes, ...ofLabels, classes.length === 0 ? "" : shareText(classes)]);
    }
    const head = ["measures", "texts", "types: precision", "recall", "ESG: precision", "recall", "names: right class"];
    process.stdout.write(`${table([head, ...rows])}\n`);
  });

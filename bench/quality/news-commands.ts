import { Command } from "commander";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { newsModel } from "#intelligence/meaning/news-model";
import { type SentimentReader, sentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { withSampleDirectory } from "../temporary-directory.ts";
import { measureEntityLinking } from "./entity-linking.ts";
import { measureFinancial, measurePublicSet, measureSentiment } from "./sentiment.ts";

const share = (value: number) => value.toFixed(3);

const OWN = "bench/quality/own";
const FINANCIAL = `${OWN}/sentiment-financial.tsv`;

interface SentimentOptions {
  set: string;
  file?: string;
  financial: string;
  kept?: boolean;
  rulesOnly?: boolean;
  mistakes?: boolean;
  json?: boolean;
}

/** `npm run quality -- sentiment` */
export const sentimentCommand = new Command("sentiment")
  .description("Measures the sentiment of sentences in the style of business news.")
  .option("--set <file>", "label and text, a tab between", "bench/quality/own/sentiment.tsv")
  .option("--file <file>", "a public set instead: sentence@label a line (Latin-1), or a JSON array of annotated texts")
  .option("--rules-only", "without the network that reads news")
  .option("--mistakes", "print each sentence of the development half that was read wrongly")
  .option("--financial <file>", "part, label, name=label, text: in the manner of public sets", FINANCIAL)
  .option("--kept", "measure the kept part of that file, which nothing was chosen on; prints its totals only")
  .option("--json", "print JSON")
  .action(async ({ set, file, financial, kept, rulesOnly, mistakes, json }: SentimentOptions) => {
    const reader = sentimentReader(rulesOnly ? null : newsModel(readConfig({}).embeddings.kind));
    if (file !== undefined) return printPublicSet(reader, file, json === true);
    const measured = await measureSentiment(reader, set);
    if (json) return void process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
    for (const [part, { sentences, accuracy, signs }] of Object.entries(measured))
      process.stdout.write(
        `sentiment, ${part}: ${sentences} sentences, right class ${share(accuracy)}, right sign ${share(signs)}\n`,
      );
    const manner = await measureFinancial(reader, financial, kept ? "kept" : "development");
    for (const kind of ["sentences", "targets"] as const) {
      const { mean, low, high, count } = manner[kind];
      process.stdout.write(
        `sentiment, financial ${kind}, ${kept ? "kept, measures" : "development, chose"}: ${count}, right class ${share(mean)} [${share(low)}, ${share(high)}]\n`,
      );
    }
    const wrong = [...measured.development.wrong, ...(kept ? [] : manner.wrong)];
    if (mistakes) process.stdout.write(`${wrong.join("\n")}\n`);
  });

/** Such a set measures: nothing of it is in the project, and nothing was chosen on it. */
async function printPublicSet(reader: SentimentReader, file: string, json: boolean): Promise<void> {
  const { layout, count, accuracy, ofWholeText, confusion } = await measurePublicSet(reader, file);
  if (json)
    return void process.stdout.write(
      `${JSON.stringify({ layout, count, accuracy, ofWholeText, confusion }, null, 2)}\n`,
    );
  const interval = ({ mean, low, high }: typeof accuracy) => `${share(mean)} [${share(low)}, ${share(high)}]`;
  process.stdout.write(
    `sentiment, ${file}, measures: ${count} ${layout === "entities" ? "entities" : "sentences"}, right class ${interval(accuracy)}${
      ofWholeText === null ? "" : `, by the whole text ${interval(ofWholeText)}`
    }\n`,
  );
  for (const [label, given] of Object.entries(confusion))
    process.stdout.write(
      `  ${label}: ${Object.entries(given)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, n]) => `${name} ${n}`)
        .join(", ")}\n`,
    );
}

/** Companies that have two records, or a namesake, in the directory of the set of lists. */
const RECORDS = `${OWN}/entity-linking-records.ndjson`;

/** `npm run quality -- entity-linking` */
export const entityLinkingCommand = new Command("entity-linking")
  .description("Measures the linking of texts to the shipped sample of companies, in a database of its own.")
  .option("--set <file>", "expected domains, title and text, tabs between", `${OWN}/entity-linking.tsv`)
  .option("--lists <file>", "the same, with second records of some companies", `${OWN}/entity-linking-lists.tsv`)
  .option("--mistakes", "print each text of the development halves that was linked wrongly")
  .option("--json", "print JSON")
  .action(
    async ({ set, lists, mistakes, json }: { set: string; lists: string; mistakes?: boolean; json?: boolean }) => {
      const measured = await withSampleDirectory(async (db) => {
        const alone = await measureEntityLinking(db, set);
        await importCompanies(db, RECORDS, { source: "own" });
        return { alone, lists: await measureEntityLinking(db, lists) };
      });
      if (json) return void process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
      for (const [name, halves] of Object.entries(measured))
        for (const [part, { texts, precision, recall, f1 }] of Object.entries(halves))
          process.stdout.write(
            `entity linking, ${name}, ${part}: ${texts} texts, precision ${share(precision)}, recall ${share(recall)}, F1 ${share(f1)}\n`,
          );
      const wrong = Object.values(measured).flatMap(({ development }) => development.wrong);
      if (mistakes) process.stdout.write(`${wrong.join("\n")}\n`);
    },
  );

import { Command } from "commander";
import { importCompanies } from "#companies/import-companies";
import { relatedPhrases } from "#companies/related-phrases";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { withDirectory } from "../temporary-directory.ts";
import { readLines } from "./data.ts";

const FOLDER = "bench/quality/suggestions";
const FIRST = 10;

interface Options {
  companies: string;
  half: string;
}

/** `npm run quality -- suggestions` */
export const suggestionsCommand = new Command("suggestions")
  .description(
    "Prints the first ten keyword suggestions for trades, with the judgments where there are any, and their share.",
  )
  .option("--companies <file>", "directory of companies", "../shared/data/companies.csv.gz")
  .option("--half <half>", "development or kept", "development")
  .action(async ({ companies, half }: Options) => {
    const judged = new Map(
      readLines(`${FOLDER}/judgments.tsv`).map((line) => {
        const [trade = "", suggestion = "", accepted = ""] = line.split("\t");
        return [`${trade}\t${suggestion}`, accepted];
      }),
    );
    const trades = readLines(`${FOLDER}/trades.tsv`)
      .map((line) => line.split("\t"))
      .filter(([own]) => own === half);
    await withDirectory(
      (db) => importCompanies(db, companies),
      async (db) => {
        const generator = new EmbeddedCriteriaGenerator([(terms, role) => relatedPhrases(db, terms, role)]);
        const marks: string[] = [];
        for (const [, trade = ""] of trades) {
          for (const suggestion of (await generator.suggest(criteriaFromQuestion(trade))).slice(0, FIRST)) {
            const mark = judged.get(`${trade}\t${suggestion}`) ?? "?";
            marks.push(mark);
            process.stdout.write(`${trade}\t${suggestion}\t${mark}\n`);
          }
        }
        const known = marks.filter((mark) => mark !== "?");
        const share = known.filter((mark) => mark === "1").length / Math.max(1, known.length);
        process.stdout.write(
          `suggestions, ${half}: ${trades.length} trades, ${marks.length} suggestions, ${known.length} judged, ${share.toFixed(2)} accepted\n`,
        );
      },
    );
  });

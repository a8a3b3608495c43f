import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { chooseColumns } from "#pipeline/analyses/features/columns";
import { FeatureReader } from "#pipeline/analyses/features/find-feature";
import { namesOfOneWord } from "#pipeline/analyses/market-records";
import { shareText } from "./bootstrap.ts";
import { readCompanies } from "./data.ts";
import { table } from "./table.ts";

const LABELS = "bench/quality/own/feature-cells.tsv";

/** `npm run quality -- feature-cells`: labelled cells of feature maps, read from the records of the sample alone. */
export const featureCellsCommand = new Command("feature-cells")
  .description("Measures labelled cells of feature maps, read from the records of the sample without a judge.")
  .option("--labels <file>", "part, domain, feature, stated | implied | notSaid; tabs between", LABELS)
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each cell of the development part that is not as labelled")
  .action(async (options: { labels: string; kept?: boolean; mistakes?: boolean }) => {
    const part = options.kept ? "kept" : "development";
    const companies = await readCompanies(join(projectRoot(), "prisma/sample/companies.ndjson"));
    const records = new Map(
      companies.map((one) => [one.domain, { ...one, previousEmployees: null, previousRevenueUsd: null }]),
    );
    const [, ...lines] = readFileSync(join(projectRoot(), options.labels), "utf8").trimEnd().split("\n");
    const cells = lines.flatMap((line) => {
      const [ofPart = "", domain = "", feature = "", label = ""] = line.split("\t");
      const record = records.get(domain);
      if (ofPart !== part) return [];
      if (record === undefined) throw new Error(`${domain} is not in the sample`);
      const columns = chooseColumns([feature], { records: [record], directorySize: companies.length, phrases: [] });
      const [cell] = new FeatureReader(record, namesOfOneWord([record])).cells(columns, () => null);
      return [{ domain, feature, label, read: cell?.answer ?? "notSaid", quote: cell?.quote ?? "" }];
    });
    const shown = cells.filter(({ read }) => read !== "notSaid");
    const wanted = cells.filter(({ label }) => label !== "notSaid");
    const rows = [
      ["cells of feature maps", "as labelled", "shown cells that are not wrong", "wanted cells that are shown"],
      [
        options.kept ? "kept, measures" : "development, chose",
        shareText(cells.map(({ label, read }) => label === read)),
        shareText(shown.map(({ label }) => label !== "notSaid")),
        shareText(wanted.map(({ read }) => read !== "notSaid")),
      ],
    ];
    process.stdout.write(`${table(rows)}\n`);
    if (!options.mistakes || options.kept) return;
    for (const { domain, feature, label, read, quote } of cells)
      if (label !== read) process.stdout.write(`${domain}: ${feature}: ${read}, labelled ${label} ${quote}\n`);
  });

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { labelEsg } from "#intelligence/esg/label-esg";
import { ESG_CATEGORIES, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { table } from "./table.ts";

/** A sentence of the set: the label that it must get, those that it may get, and what recognition it tells of. */
interface Labelled {
  part: string;
  label: string;
  also: string[];
  recognition: string;
  text: string;
}

/** Counts of one part of the set; shares are computed when printed. */
interface EsgMeasures {
  part: string;
  sentences: number;
  wanted: number;
  found: number;
  given: number;
  right: number;
  /** Sentences that say nothing of the kind, and those of them that got a label. */
  neutral: number;
  mislabelled: number;
  recognised: { wanted: number; given: number; right: number };
}

const OWN_SET = fileURLToPath(new URL("./own/esg/sentences.tsv", import.meta.url));

function readSet(file: string): Labelled[] {
  const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [part = "", label = "", also = "", recognition = "", text = ""] = line.split("\t");
    return { part, label, also: also === "" ? [] : also.split("; "), recognition, text };
  });
}

/** Parts that nothing was chosen on: only their totals are shown. */
const KEPT = /^(?:unseen|hard-kept):/;

const lexicon = loadEsgLexicon();

function measurePart(part: string, set: readonly Labelled[], mistakes: string[]): EsgMeasures {
  const sum: EsgMeasures = {
    part,
    sentences: set.length,
    wanted: 0,
    found: 0,
    given: 0,
    right: 0,
    neutral: 0,
    mislabelled: 0,
    recognised: { wanted: 0, given: 0, right: 0 },
  };
  for (const { label, also, recognition, text } of set) {
    const reading = labelEsg(lexicon, { title: text, text: "" });
    const given = ESG_CATEGORIES.flatMap((category) => reading[category]);
    const allowed = given.filter((one) => one === label || also.includes(one));
    sum.given += given.length;
    sum.right += allowed.length;
    if (label === "") {
      sum.neutral++;
      if (allowed.length < given.length) sum.mislabelled++;
    } else {
      sum.wanted++;
      if (given.includes(label)) sum.found++;
    }
    if ((label !== "" && !given.includes(label)) || allowed.length < given.length)
      mistakes.push(`${part}: wanted "${label}", got ${JSON.stringify(given)}: ${text}`);
    const told = [...(reading.awards ? ["award"] : []), ...(reading.certifications ? ["certification"] : [])];
    if (recognition !== "") sum.recognised.wanted++;
    sum.recognised.given += told.length;
    if (told.includes(recognition)) sum.recognised.right++;
  }
  return sum;
}

const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));

/** `npm run quality -- esg`: labels, awards and certifications on labelled sentences. */
export const esgCommand = new Command("esg")
  .description("Measures ESG labels, awards and certifications on labelled sentences.")
  .option("--set <file>", "part, label, also allowed (; between), recognition, text; tabs between", OWN_SET)
  .option("--mistakes", "print each sentence that was labelled wrongly")
  .option("--json", "print JSON")
  .action((options: { set: string; mistakes?: boolean; json?: boolean }) => {
    const set = readSet(options.set);
    const mistakes: string[] = [];
    const parts = [...new Set(set.map(({ part }) => part))].sort();
    const measured = parts.map((part) =>
      measurePart(
        part,
        set.filter((one) => one.part === part),
        mistakes,
      ),
    );
    if (options.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
    else
      process.stdout.write(
        `${table([
          [
            "ESG labels",
            "sentences",
            "recall",
            "precision",
            "neutral mislabelled",
            "awards, certificates: recall",
            "precision",
          ],
          ...measured.map((one) => [
            one.part,
            String(one.sentences),
            share(one.found, one.wanted),
            share(one.right, one.given),
            `${one.mislabelled} of ${one.neutral}`,
            share(one.recognised.right, one.recognised.wanted),
            share(one.recognised.right, one.recognised.given),
          ]),
        ])}\n`,
      );
    if (!options.mistakes) return;
    for (const line of mistakes) if (!KEPT.test(line)) process.stdout.write(`${line}\n`);
  });

import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { type EsgReading, labelEsg, readMeaning } from "#intelligence/esg/label-esg";
import { ESG_CATEGORIES, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { esgMeaning } from "#intelligence/esg/meaning/meaning";
import { type LabelledSentence, OWN_ESG_SET, readEsgSet } from "./esg-set.ts";
import { table } from "./table.ts";

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

function measurePart(
  part: string,
  set: readonly LabelledSentence[],
  readings: ReadonlyMap<string, EsgReading>,
  mistakes: string[],
): EsgMeasures {
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
  for (const { label, also, recognition, text, isKept } of set) {
    const reading = readings.get(text);
    if (reading === undefined) continue;
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
    if (!isKept && ((label !== "" && !given.includes(label)) || allowed.length < given.length))
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
  .option("--set <file>", "part, label, also allowed (; between), recognition, text; tabs between", OWN_ESG_SET)
  .option("--lexicon-only", "without the model that reads by meaning")
  .option("--mistakes", "print each sentence that was labelled wrongly")
  .option("--json", "print JSON")
  .action(async (options: { set: string; lexiconOnly?: boolean; mistakes?: boolean; json?: boolean }) => {
    const set = readEsgSet(options.set);
    const lexicon = loadEsgLexicon(undefined, options.lexiconOnly ? null : esgMeaning(readConfig({}).embeddings));
    const texts = set.map(({ text }) => ({ title: text, text: "" }));
    const meant = await readMeaning(lexicon, texts);
    const readings = new Map(texts.map((text) => [text.title, labelEsg(lexicon, text, { meant })]));
    const mistakes: string[] = [];
    const parts = [...new Set(set.map(({ part }) => part))].sort();
    const measured = parts.map((part) =>
      measurePart(
        part,
        set.filter((one) => one.part === part),
        readings,
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
    for (const line of mistakes) process.stdout.write(`${line}\n`);
  });

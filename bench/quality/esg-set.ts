import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A sentence of the set: the label that it must get, those that it may get, and what recognition it tells of. */
export interface LabelledSentence {
  part: string;
  label: string;
  also: string[];
  recognition: string;
  text: string;
  /** Nothing was chosen on it, and nothing may be: only totals of its part are shown. */
  isKept: boolean;
}

export const OWN_ESG_SET = fileURLToPath(new URL("./own/esg/sentences.tsv", import.meta.url));

/** Parts that nothing was chosen on. */
const KEPT = ["unseen", "hard-kept", "sealed", "reported-kept"];

/** Reads `part, label, also allowed (; between), recognition, text`, tabs between, under a header. */
export function readEsgSet(file: string = OWN_ESG_SET): LabelledSentence[] {
  const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [part = "", label = "", also = "", recognition = "", text = ""] = line.split("\t");
    return {
      part,
      label,
      also: also === "" ? [] : also.split("; "),
      recognition,
      text,
      isKept: KEPT.includes(part),
    };
  });
}

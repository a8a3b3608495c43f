import { stem } from "#foundation/language/stem";
import { baseForm, wordFamily } from "#foundation/language/wordnet";

/** Letters that a member of a word's family shares with it: "merge" and "merger", but not "lead" and "guide". */
const SHARED_LETTERS = 3;

const STAFF = "jobs?|posts|roles|positions|workforce|staff|headcount|employees|workers|stellen";
const SITE = "plants?|factory|factories|mills?|works|sites?|shops?|stores?|branch(?:es)?|offices?|mines?";
const matterOf = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})`, "iu");

/** A matter that people ask for in other words than texts tell it in. */
interface ToldMatter {
  /** Matches a question, a label or a text about it. */
  told: RegExp;
  /** Single words, lower case, of which a text about it has one. */
  words: string;
}

/** Matters of which a single word tells nothing: jobs are created too. German words stand beside the English ones. */
const TOLD: Readonly<Record<"layoffs" | "closures", ToldMatter>> = {
  layoffs: {
    told: matterOf(
      [
        String.raw`lay(?:s|ing)?[-\s]?offs?|laid\s+off|redundanc\w+|made\s+redundant|furlough\w*|restructuring|downsizing`,
        String.raw`short[-\s]time\s+work\w*|kurzarbeit|(?:stellen|personal)abbau\w*|entlassung\w*|dismissals?|job\s+(?:cuts?|losses)`,
        String.raw`(?:cut|cuts|cutting|slash\w*|ax(?:e|es|ed|ing)|shed|sheds|shedding|eliminat\w+|scrap\w*|trim\w*|los(?:e|es|ing|t)|reduc\w+|sack\w*|dismiss\w*|fir(?:e|es|ed|ing)|streich\w*|streicht|baut)\s[^.;:]{0,40}?(?<![\p{L}])(?:${STAFF})(?![\p{L}])`,
        String.raw`(?:${STAFF})\s[^.;:]{0,30}?(?<![\p{L}])(?:go|going|axed|cut|lost|at\s+risk|streichen|gestrichen|abbauen)(?![\p{L}])`,
      ].join("|"),
    ),
    words:
      "layoff layoffs off redundancy redundant furlough restructuring downsizing time kurzarbeit stellenabbau personalabbau entlassungen dismissal job jobs posts roles positions workforce staff headcount employees workers stellen",
  },
  closures: {
    told: matterOf(
      String.raw`closures?|(?:clos(?:e|es|ed|ing)|shut|shuts|shutting)\s[^.;:]{0,40}?(?<![\p{L}])(?:${SITE})(?![\p{L}])|(?:${SITE})\s[^.;:]{0,30}?(?<![\p{L}])(?:clos(?:e|es|ed|ing)|shut|shuts)(?![\p{L}])`,
    ),
    words: "closure closures close closes closing closed shut shuts",
  },
};

/** Returns the matters that a question, a label or a text is about, of those whose single words tell nothing. */
export const mattersTold = (text: string): ToldMatter[] => Object.values(TOLD).filter(({ told }) => told.test(text));

/** What stored labels call a matter, and by which words people ask for it. */
const MATTERS: readonly [label: RegExp, asked: string][] = [
  [TOLD.layoffs.told, "layoff layoffs job jobs redundancy redundancies dismissal dismissals"],
  [TOLD.closures.told, "closure closures close closing shut"],
  [/\b(?:merger|acquisition|divestiture)/i, "merge merger takeover acquire acquisition buy"],
  [
    /\b(?:lawsuit|fines?|settlement|sanction|regulation|fraud|corruption|antitrust)\b/i,
    "legal law court lawsuit penalty sued fined",
  ],
  [/\bleadership/i, "lead leads runs leader chief executive head management boss ceo"],
  [/\b(?:growth|raised|expansion|contract win|hiring|funding)/i, "grow growth growing expand"],
  [/\b(?:decline|guidance cut|bankruptcy)/i, "decline shrink growth growing loss losses"],
  [/\b(?:recall|product safety)/i, "recall defect defects safety"],
  [/\b(?:cyber|data breach)/i, "hack hacked attack security breach"],
];

/** Returns the words by which questions ask for a matter that a text tells in words of its own: "cuts 300 posts". */
export const askedForText = (text: string): string =>
  MATTERS.slice(0, Object.keys(TOLD).length)
    .filter(([told]) => told.test(text))
    .map(([, asked]) => asked)
    .join(" ");

/** Returns the words by which questions ask for what these alert types or ESG labels are about. */
export const askedForLabels = (labels: readonly string[]): string =>
  MATTERS.filter(([label]) => labels.some((one) => label.test(one)))
    .map(([, asked]) => asked)
    .join(" ");

/**
 * Returns the stems by which texts may mention a word of a question. They are its own, that of its verb ("leave" for
 * "left"), and those of its word family.
 */
export function formsOf(word: string): ReadonlySet<string> {
  const lower = word.toLowerCase();
  const family = wordFamily(lower).filter((one) => one.slice(0, SHARED_LETTERS) === lower.slice(0, SHARED_LETTERS));
  return new Set([lower, baseForm(lower, "verb") ?? lower, ...family].map(stem));
}

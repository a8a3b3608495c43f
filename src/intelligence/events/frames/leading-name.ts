import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";

/** Nouns that follow a name in headlines: "Corvane Q4 profit", "Corvane shares". */
const NOUNS =
  "shares? stocks? sales profits? earnings revenues? results? forecasts? outlook guidance loss(?:es)? income margins? dividends? buybacks? quarter(?:ly)? q[1-4] [1-4]q h[12] fiscal first second third fourth full-year annual january february march april may june july august september october november december ipo listing flotation bankruptcy insolvency creditors chapter ceo cfo coo chief chairman chairwoman president founder board workers? staff employees stores? shops? plants? outages? users? customers? service website site traffic recalls? layoffs? jobs? merger takeover bid deal offer lawsuit probe settlement fine investors?";
/** Verbs that follow a name in headlines, in any form. */
const VERBS =
  "say see plan seek file post report beat miss top fall drop slip slide sink plunge tumble tank rise jump surge soar climb gain grow double swing narrow widen raise cut lower lift trim boost warn expect predict forecast issue reveal release announce unveil launch debut test add open close shut build expand buy acquire sell merge agree win lose pay settle sue fire hire name appoint pick tap quit resign retire leave step go come back get give make take turn return restore crash suffer hit face fight work look try start stop end begin halt pull push move join sign strike reach ask urge order propose approve adopt ban block clear reject allow require tell vote want need pledge promise deny admit confirm consider weigh eye explore draw recall price offer struggle blame disappoint hold keep stay remain show help spur emerge collapse fail default owe lay shed axe slash eliminate delay postpone probe investigate charge accuse join exit head roll set become score land bag secure nab receive attract invest back chill worsen investigate respond restructure reorganize reorganise";

const inflected = (verb: string) => {
  const stem = verb.replace(/e$/, "");
  return `${verb}(?:e?s)?|${stem}(?:ed|ing)|${stem}${stem.at(-1)}(?:ed|ing)|${stem.replace(/y$/, "i")}e[sd]`;
};
const IRREGULAR =
  "said|saw|seen|sought|fell|slid|sank|rose|grew|swung|shut|built|bought|sold|won|lost|paid|left|went|came|got|gave|made|took|struck|told|kept|held|stood|drew|began|is|are|was|were|has|have|had|will|down|up|offline|online|lower|higher|not|never|now|again|still";
const END = new RegExp(
  `^(?:${NOUNS.split(" ").join("|")}|${VERBS.split(" ").map(inflected).join("|")}|${IRREGULAR})$`,
  "iu",
);
/**
 * Returns whether a word ends the name before it. `END` lists such words. A verb that is not also a noun ends a name too.
 */
function endsName(word: string, before: number): boolean {
  const folded = foldCase(word);
  return END.test(word) || (before > 0 && baseForm(folded, "verb") !== null && baseForm(folded, "noun") === null);
}
/** A word that is allowed inside a name, but not at its end. */
const INSIDE = /^(?:&|and|of|de|la)$/u;
const MOST_WORDS = 5;

/**
 * Returns the name at the beginning of a headline, before its verb or a noun: "Corvane" of "Corvane fourth-quarter
 * profit falls". Returns null if the headline does not begin with a name. "Is", "Why", "How", "The" and numbers do not
 * begin a name.
 */
export function leadingName(clause: string): string | null {
  const words = clause.trim().split(/\s+/);
  const name: string[] = [];
  for (const word of words) {
    const plain = word.replace(/^["“‘'(]+|["”’').,]+$/gu, "").replace(/['’]s?$/u, "");
    if (word.startsWith("(") || name.length === MOST_WORDS) break;
    const isName =
      /^\p{Lu}/u.test(plain) && !endsName(plain, name.length) && !(name.length > 0 && isStopWord(plain.toLowerCase()));
    if (!isName && !(name.length > 0 && INSIDE.test(word))) break;
    name.push(plain);
    if (/,$|['’]s?$/u.test(word)) break;
  }
  while (name.length > 0 && INSIDE.test(name.at(-1) ?? "")) name.pop();
  const [first = ""] = name;
  // A run that continues to the end of the headline is not a subject, and a common first word is not a name.
  if (name.length === 0 || name.length === words.length) return null;
  return isStopWord(first.toLowerCase()) && name.length === 1 ? null : name.join(" ");
}

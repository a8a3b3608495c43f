import { dictionary } from "#foundation/language/dictionaries";
import { baseForm } from "#foundation/language/wordnet";
import { formsOf, infinitivesOf } from "./foreign-forms.ts";
import { SHORTEST_PART, translationOf } from "./foreign-words.ts";
import { tradeWords } from "./trade-words.ts";

/** A word, a place or the text between. `place` is kept as it is: a place's English name, or a host. */
export interface Piece {
  text: string;
  word: string;
  place?: string;
}

/** "Solar- und Windparks": gives the first word of such a German pair the tail that both share. */
export function withSharedTails(question: string): string {
  return question.replace(
    /(\p{Lu}\p{L}+)-((?:, \p{Lu}\p{L}+-)*,? (?:und|oder|sowie) )(\p{Lu}\p{L}+)/gu,
    (said, first: string, link: string, whole: string) => {
      for (let at = SHORTEST_PART; at <= whole.length - SHORTEST_PART; at++) {
        const tail = whole.slice(at);
        const isListed = formsOf(tail, "de").some(
          ({ text }) => tradeWords("de").has(text) || dictionary("de").has(text),
        );
        if (isListed && translationOf([`${first}${tail}`.toLowerCase()], "de") !== null)
          return `${first}${tail}${link}${whole}`;
      }
      return said;
    },
  );
}

/** "Firmen, die Spielzeug herstellen": moves the verb to its English position. */
export function withVerbsForward(pieces: Piece[]): Piece[] {
  const moved = withPrefixesJoined(pieces);
  for (let at = 1; at < moved.length; at++) {
    const opens =
      /,\s*$/.test(moved[at - 1]?.text ?? "") &&
      /^(?:die|der|das|welche|welcher|welches|wer)$/i.test(moved[at]?.word ?? "");
    if (!opens) continue;
    let end = at + 1;
    while (end < moved.length && !/[,.;:?!]/.test(moved[end]?.text ?? "")) end++;
    while (end > at && moved[end - 1]?.word === "") end--;
    const verb = moved[end - 1];
    // A verb has no capital: "Mexiko, der Türkei und Südafrika" is a list.
    if (!verb || end - 1 <= at + 1 || !/^\p{Ll}/u.test(verb.word) || !isVerb(verb.word)) continue;
    const first = startOfVerbs(moved, end - 1);
    const verbs = moved.slice(first, end);
    const clause = moved.slice(at + 1, first);
    const opener = moved[at]?.word ?? "";
    // "Ich möchte wissen, welche Firmen Möbel herstellen": the companies stay before their verb.
    const isAsked = /^welche/i.test(opener) && /^\p{Lu}/u.test(clause[1]?.word ?? "");
    const subject = isAsked ? clause.splice(0, 2) : [];
    const pronoun = /^wer$/i.test(opener) ? "wer" : "welche";
    moved.splice(
      at,
      end - at,
      { text: pronoun, word: pronoun },
      ...subject,
      { text: " ", word: "" },
      ...verbs,
      ...clause,
    );
    moved[at - 1] = { text: " ", word: "" };
  }
  return moved;
}

/** "Aufzüge warten oder modernisieren": the position of the first of the verbs that end at one. */
function startOfVerbs(pieces: Piece[], last: number): number {
  const [link, verb] = [pieces[last - 2]?.word ?? "", pieces[last - 4]?.word ?? ""];
  return /^(?:und|oder)$/.test(link) && /^\p{Ll}/u.test(verb) && isVerb(verb) ? startOfVerbs(pieces, last - 4) : last;
}

/** The prefixes that German verbs part with in a main clause. */
const PREFIXES = new Set(
  "ab an auf aus bei dar ein fest her hin los mit nach um vor weg weiter wieder zu zurück zusammen bereit".split(" "),
);

/** "Wer stellt Rollstühle her?" becomes "Wer herstellt Rollstühle?". */
function withPrefixesJoined(pieces: Piece[]): Piece[] {
  const joint = [...pieces];
  for (let end = joint.length - 1; end > 0; end--) {
    const prefix = joint[end]?.word ?? "";
    const isLast = /^\s*(?:[,.;:?!]|$)/.test(joint[end + 1]?.text ?? "");
    if (!PREFIXES.has(prefix) || !isLast) continue;
    for (let at = end - 1; at >= 0 && !/[,.;:?!]/.test(joint[at]?.text ?? ""); at--) {
      const word = joint[at]?.word ?? "";
      const whole = `${prefix}${word}`;
      if (!/^\p{Ll}{4,}t?$/u.test(word) || !isListedVerb(whole)) continue;
      joint[at] = { text: whole, word: whole };
      joint.splice(end - 1, 2);
      break;
    }
  }
  return joint;
}

/** A dictionary has the word or its infinitive; it is no compound of known parts. */
function isListedVerb(word: string): boolean {
  return [word, ...infinitivesOf(word, "de")].some((text) => tradeWords("de").has(text) || dictionary("de").has(text));
}

function isVerb(word: string): boolean {
  const english = translationOf([word.toLowerCase()], "de")?.english.split(" ")[0] ?? "";
  return english === "are" || baseForm(english, "verb") !== null;
}

import { gerund } from "./gerund.ts";
import type { QuestionReading } from "./question-reading.ts";

const MAX_CHARACTERS = 80;

/** Verbs whose gerund makes no title. Their object is enough, or needs a preposition. */
const NO_TITLE = new Set(["specialise", "focus", "work", "help"]);

/**
 * Returns a short title of the market in the question's own words: "Biodegradable food packaging", "Recycling
 * lithium-ion batteries", "Motor yachts and catamarans". Where there are only examples, it is "Companies like a.com".
 */
export function marketName(reading: QuestionReading): string {
  const [first, second] = reading.features;
  if (!first) return reading.seeds.length > 0 ? shortened(`Companies like ${reading.seeds.join(", ")}`) : "";
  const { doing, trade } = reading;
  if (second && trade.toLowerCase().startsWith(`${second.toLowerCase()} `) && listed(reading.text, first, second))
    return shortened(capitalised(`${first} and ${trade}`));
  const isService = reading.marketRole === "serviceProvider";
  // "Schools of English", "recyclers of PET bottles", "consultants on tax".
  const complement =
    trade === ""
      ? undefined
      : reading.features.find((feature) => /^ (?:of|on) (?:the )?$/i.test(between(reading.text, trade, feature)));
  if (complement !== undefined && isService)
    return shortened(capitalised(between(reading.text, trade, complement, true)));
  const doingTitle =
    doing && isService && !doing.verbs.some((verb) => NO_TITLE.has(verb)) && doing.object.includes(first)
      ? `${enumerated(doing.verbs.map(gerund))} ${doing.object}`
      : "";
  if (doingTitle !== "" && !trade.includes(" ")) return shortened(capitalised(doingTitle));
  if (second && trade === first && listed(reading.text, first, second))
    return shortened(capitalised(`${first} and ${second}`));
  if (trade !== "" && (isService || trade.toLowerCase().startsWith(`${first.toLowerCase()} `)))
    return shortened(capitalised(trade));
  // "Software that guards computer networks": the word "software" alone does not name a market.
  if (reading.marketRole === "softwareProvider" && !first.includes(" ") && reading.topic.startsWith(first))
    return shortened(capitalised(reading.topic));
  const both = second && listed(reading.text, first, second) ? `${first} and ${second}` : first;
  return shortened(capitalised(both.length > MAX_CHARACTERS ? first : both));
}

/** Returns the text between two phrases, or with them if `inclusive`; "" when they are not in this order. */
function between(text: string, first: string, second: string, inclusive = false): string {
  const from = text.indexOf(first);
  const to = text.indexOf(second, from + first.length);
  if (from < 0 || to < 0) return "";
  return inclusive ? text.slice(from, to + second.length) : text.slice(from + first.length, to);
}

function enumerated(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Whether two phrases are neighbours in one list. */
function listed(text: string, first: string, second: string): boolean {
  return /^(?:,? (?:and|or) |, )$/.test(between(text, first, second));
}

function capitalised(text: string): string {
  return /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Cuts at a word's end. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return text.slice(0, MAX_CHARACTERS + 1).replace(/[\s,]+\S*$/, "");
}

import { citiesByName } from "#foundation/geography/cities";
import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { states } from "#foundation/geography/states";
import { isPersonName } from "#foundation/language/people-names";
import { isStopWord } from "#foundation/language/stop-words";
import { baseForm, type PartOfSpeech, synsetsOf } from "#foundation/language/wordnet";
import { isLegalForm } from "./legal-forms.ts";

/**
 * What a word means when it is no company's name:
 * - `word`: a dictionary word ("target", "apple", "gap"), so a capital at the start of a sentence or in a headline
 *   proves nothing;
 * - `place`: a city, state, country or nation ("Boston", "Columbia");
 * - `person`: a person's name, or the name of something famous ("Edison", "Williams", "Nikki");
 * - `rare`: none of these, so in a text it is almost certainly a name.
 */
export type WordClass = "word" | "place" | "person" | "rare";

const PARTS: readonly PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

/**
 * Inhabitants from which a place counts. Smaller places are seldom meant, and their names include most surnames of the
 * world.
 */
const KNOWN_PLACE = 100_000;

/** Size of the cache: more words than an edition of a newspaper has. */
const CACHE_LIMIT = 50_000;
const cache = new Map<string, WordClass>();

/**
 * Returns the class of a lower-case word without accents, from WordNet and lists of places and people's names.
 * WordNet's instances are names; its other entries are words.
 */
export function wordClass(word: string): WordClass {
  let known = cache.get(word);
  if (known === undefined) {
    if (cache.size >= CACHE_LIMIT) cache.clear();
    known = classify(word);
    cache.set(word, known);
  }
  return known;
}

/**
 * Dictionary words, and names of people and places, that nearly always mean the company in news. Some are in the
 * dictionary only because of the company. Our own list of companies known in many countries.
 */
const NAMES_FIRST = new Set(
  `google facebook twitter honda toyota nissan mazda subaru suzuki yamaha mitsubishi hyundai kia porsche ferrari daimler mercedes peugeot renault
  bugatti citroen fiat chrysler chevrolet cadillac buick boeing airbus nike adidas puma reebok burberry prada gucci hermes nestle danone kellogg
  kelloggs heinz hershey starbucks heineken carlsberg bayer merck pfizer novartis roche glaxo siemens philips bosch hitachi komatsu toshiba sony
  fujitsu casio sanyo nokia ericsson intel cisco nvidia microsoft uber tesla marriott hilton nasdaq carrefour tesco kroger walmart disney exxon
  clorox colgate gillette kodak polaroid xerox honeywell halliburton schlumberger vodafone gazprom rosneft lukoil monsanto syngenta goldman santander
  barclays vestas linde randstad danaher cummins allstate geico aflac costco macys kohls nordstrom pinterest spotify netflix ryanair lufthansa`.split(
    /\s+/,
  ),
);

function classify(word: string): WordClass {
  if (NAMES_FIRST.has(word)) return "rare";
  if (isStopWord(word) || isLegalForm(word) || /^\d+$/.test(word)) return "word";
  if (englishCountryNames().has(word) || demonyms().has(word) || states().has(word)) return "place";
  const found = PARTS.flatMap((pos) => (baseForm(word, pos) === null ? [] : synsetsOf(word, pos)));
  const isPlace = (citiesByName().get(word)?.[0]?.population ?? 0) >= KNOWN_PLACE;
  const isInstance = (synset: (typeof found)[number]) => synset.pointers.some(({ symbol }) => symbol === "@i");
  if (found.some((synset) => !isInstance(synset))) return "word";
  if (isPlace || found.some(({ lexicalClass }) => lexicalClass === "noun.location")) return "place";
  return found.length > 0 || isPersonName(word) ? "person" : "rare";
}

import { synsetsOf } from "#foundation/language/wordnet";

/** Longest label that is kept, in words: beyond it the text is prose. */
const MAX_WORDS = 7;
const MAX_LENGTH = 70;
/** Plurals and mass nouns that go on with a capital in a name: "Sports Equipment", "Systems Engineering". */
const OPEN_PLURALS = new Set([
  "sports",
  "systems",
  "materials",
  "goods",
  "arms",
  "parts",
  "games",
  "series",
  "news",
  "sales",
  "brands",
  "business",
  "gas",
  "glass",
]);
const JOINERS = new Set([
  "and",
  "&",
  "or",
  "of",
  "for",
  "in",
  "on",
  "to",
  "with",
  "by",
  "the",
  "a",
  "-",
  "–",
  "/",
  "from",
  "as",
  "at",
]);
/** Phrases that begin a clause, not an item. */
const CLAUSE =
  /\b(including|include|includes|such as|particularly|especially|other than|as well as|used (?:in|for)|along with)\b/i;

/** How often each phrase stood by itself in lists whose separators are known: what tells where a flattened list is to be cut. */
export type Lexicon = ReadonlyMap<string, number>;

/**
 * The separators that the source's texts still have: commas, semicolons, bullets, numbered footnotes. What an info box
 * listed line by line comes without any ("Asset management Commercial banking") and is cut later by `splitFlattened`.
 */
export function splitAtSeparators(text: string): string[] {
  const plain = text
    .replace(/\[[^\]]*\]/g, " ")
    .replace(/[®™†‡*]/g, " ")
    .replace(/\([^()]*\b(?:19|20)\d\d\b[^()]*\)/g, " ")
    .replace(/\s+(?:and|or)\s+other\s+/gi, ", ")
    .replace(/\((?:[^()]*\blist\b[^()]*|see[^()]*|discontinued|former[^()]*)\)/gi, ", ")
    .replace(/\b(?:Previously|Formerly|Former|Discontinued)\b:?[\s\S]*$/, "")
    .replace(/\b(?:Currently|Products? list|Products? include|Brands|Services|Products)\s*:/gi, ", ")
    .replace(/\bList of (?:industries|products|services)\b/gi, " ")
    .replace(/\b(?:See|List of)\b[^,;]*\b(?:products?|below|listing|brands|section)\b[^,;]*/gi, " ")
    .replace(/\bProducts List\b/g, " ")
    .replace(/\betc\b\.?/gi, ", ")
    .replace(/\s+([,;.)])/g, "$1")
    .replace(/\(\s+/g, "(");
  const pieces: string[] = [];
  let depth = 0;
  let piece = "";
  for (const character of plain) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[,;•·|\n]/.test(character)) {
      pieces.push(piece);
      piece = "";
    } else piece += character;
  }
  pieces.push(piece);
  return pieces
    .flatMap((part) => part.split(CLAUSE).filter((_, index) => index % 2 === 0))
    .flatMap((part) => part.split(/ [–—] |: |\. (?=[A-Z])/))
    .map(tidy)
    .filter((part) => part !== "");
}

/** Phrases of lists that are surely cut right: those with separators, and texts that are one phrase. */
export function collectPhrases(texts: readonly string[]): Lexicon {
  const lexicon = new Map<string, number>();
  for (const text of texts) {
    const pieces = splitAtSeparators(text);
    for (const piece of pieces) {
      const words = piece.split(" ");
      const isOnePhrase = words.slice(1).every((word) => !/^[A-Z]/.test(word));
      if (words.length > 3 || !isOnePhrase || (pieces.length < 3 && words.length > 2)) continue;
      const key = piece.toLowerCase();
      lexicon.set(key, (lexicon.get(key) ?? 0) + 1);
    }
  }
  return lexicon;
}

/** Short labels from a text of the source, in its order, without repetitions. */
export function toLabels(text: string, lexicon: Lexicon): string[] {
  const labels = new Map<string, string>();
  for (const piece of splitAtSeparators(text))
    for (const part of splitFlattened(piece, lexicon))
      for (const label of splitPair(part)) {
        const clean = shorten(tidy(label));
        const isLabel =
          !/^(?:see|current|other)\b|\d{4}$|\bby$/i.test(clean) &&
          clean.length > 1 &&
          clean.length <= MAX_LENGTH &&
          clean.split(" ").length <= MAX_WORDS &&
          /\p{L}{2}/u.test(clean);
        if (isLabel && !labels.has(clean.toLowerCase())) labels.set(clean.toLowerCase(), sentenceCase(clean));
      }
  return [...labels.values()];
}

/** Cuts a list that lost its line breaks: at capitals where a phrase surely ends, then, all in lower case, by known phrases. */
function splitFlattened(piece: string, lexicon: Lexicon): string[] {
  const words = piece.split(" ");
  const parts: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    const current = parts.at(-1) ?? [];
    // "Palantir Gotham Palantir Foundry": a brand that comes again begins an item each time.
    const repeats = current.length > 1 && word === current[0];
    if (index > 0 && startsItem(word) && (repeats || endsItem(current, lexicon))) parts.push([word]);
    else current.push(word);
  }
  return parts.flatMap((part) => cutKnownPhrases(part, lexicon));
}

function startsItem(word: string): boolean {
  return /^["“(]?[A-Z0-9]/.test(word) && !/^\(/.test(word) && !JOINERS.has(word.toLowerCase());
}

/** True where these words are a whole item, so that a capital after them begins the next. */
function endsItem(words: readonly string[], lexicon: Lexicon): boolean {
  const last = words.at(-1);
  if (last === undefined || JOINERS.has(last.toLowerCase())) return false;
  if (/\)$/.test(last)) return true;
  const phrase = words.join(" ").toLowerCase();
  if (words.join(" ").includes("(") && !phrase.includes(")")) return false;
  if (/^[a-z]/.test(last)) return true;
  if (lexicon.has(phrase)) return true;
  return /[a-rt-z]s$/.test(last) && last.length > 4 && !OPEN_PLURALS.has(last.toLowerCase());
}

/** Costs of a cut: known phrases are cheapest, what nothing knows is kept together. */
const COST = { known: 1, dictionary: 1.05, noun: 1.4, unknownPair: 2.3, unknownWord: 3 };

/**
 * A run of five or more words without a joining word is taken for a list and cut into the cheapest phrases. It stays
 * whole where the cut would leave unknown words.
 */
function cutKnownPhrases(words: readonly string[], lexicon: Lexicon): string[] {
  const whole = [words.join(" ")];
  if (words.length < 4 || words.some((word) => JOINERS.has(word.toLowerCase()) || /[()]/.test(word))) return whole;
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= words.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: 0 };
    for (let from = Math.max(0, end - 4); from < end; from += 1) {
      const cost = (best[from]?.cost ?? Number.POSITIVE_INFINITY) + phraseCost(words.slice(from, end), lexicon);
      if (cost < choice.cost) choice = { cost, from };
    }
    best.push(choice);
  }
  const parts: string[] = [];
  for (let end = words.length; end > 0; end = best[end]?.from ?? 0)
    parts.unshift(words.slice(best[end]?.from ?? 0, end).join(" "));
  const average = (best.at(-1)?.cost ?? Number.POSITIVE_INFINITY) / parts.length;
  return average <= 1.5 && parts.length > 1 ? parts : whole;
}

function phraseCost(words: readonly string[], lexicon: Lexicon): number {
  const phrase = words.join(" ").toLowerCase();
  if (lexicon.has(phrase)) return words.length === 1 ? COST.known + 0.2 : COST.known;
  const isNoun = synsetsOf(phrase.replaceAll(" ", "_"), "noun", 1).length > 0;
  if (isNoun) return words.length === 1 ? COST.noun : COST.dictionary;
  return words.length === 2 ? COST.unknownPair : words.length === 1 ? COST.unknownWord : Number.POSITIVE_INFINITY;
}

/** "Trucks and buses" is two labels; "Machinery and production lines" may be one. */
function splitPair(part: string): string[] {
  const pair = /^([^\s]+) (?:and|&) ([^\s]+)$/.exec(part);
  return pair?.[1] !== undefined && pair[2] !== undefined && !/^[A-Z]+$/.test(pair[1]) ? [pair[1], pair[2]] : [part];
}

function tidy(part: string): string {
  let text = part.replace(/\s+/g, " ").trim();
  // A bracket whose other half went with a cut says nothing.
  if ((text.match(/\(/g)?.length ?? 0) !== (text.match(/\)/g)?.length ?? 0))
    text = text.replace(/[()]/g, " ").replace(/\s+/g, " ");
  return text
    .replace(/^(?:(?:and|or|the|also|other|of|in|for|with)\s+)+/i, "")
    .replace(/\s+(?:and|or|of|for|in|with|the)$/i, "")
    .replace(/^[\s\-–.:"“'&/]+|[\s\-–.:"”'&/]+$/g, "")
    .trim();
}

/** Without what stands in brackets, where that is what makes it too long for a label. */
function shorten(label: string): string {
  return label.split(" ").length > MAX_WORDS ? tidy(label.replace(/\([^)]*\)/g, " ")) : label;
}

/** The first letter large, names and abbreviations as they are. */
function sentenceCase(label: string): string {
  return /^[a-z]+[A-Z]/.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1);
}

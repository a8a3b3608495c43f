import { type PartOfSpeech, readSynset, type Synset, synsetOffsets } from "./wordnet-files.ts";

export type { PartOfSpeech, Synset } from "./wordnet-files.ts";

/** WordNet's detachment rules for regular inflection: morphy(7WN). */
const ENDINGS: Record<PartOfSpeech, [ending: string, replacement: string][]> = {
  noun: [
    ["ies", "y"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["sses", "ss"],
    ["ses", "s"],
    ["xes", "x"],
    ["zes", "z"],
    ["ves", "f"],
    ["ves", "fe"],
    ["men", "man"],
    ["s", ""],
  ],
  verb: [
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["s", ""],
    ["ied", "y"],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  adj: [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ],
  adv: [],
};

/** Irregular forms that market questions use; the dictionary package carries no exception lists. */
const IRREGULAR: Partial<Record<PartOfSpeech, Record<string, string>>> = {
  noun: {
    children: "child",
    feet: "foot",
    geese: "goose",
    mice: "mouse",
    people: "people",
    teeth: "tooth",
    women: "woman",
  },
  verb: {
    bought: "buy",
    built: "build",
    burnt: "burn",
    caught: "catch",
    dealt: "deal",
    drew: "draw",
    drawn: "draw",
    fed: "feed",
    flown: "fly",
    given: "give",
    ground: "grind",
    grown: "grow",
    held: "hold",
    kept: "keep",
    laid: "lay",
    led: "lead",
    lent: "lend",
    made: "make",
    run: "run",
    sold: "sell",
    sent: "send",
    shot: "shoot",
    spun: "spin",
    spoken: "speak",
    taken: "take",
    taught: "teach",
    told: "tell",
    thrown: "throw",
    woven: "weave",
    wove: "weave",
    worn: "wear",
    won: "win",
    written: "write",
  },
};

/**
 * Returns the dictionary form of a word ("batteries" → "battery", "weaves" → "weave"). Changes the last word of a
 * phrase. Null when WordNet has it in no form. A known word is its own form.
 */
export function baseForm(word: string, pos: PartOfSpeech): string | null {
  const lower = word.toLowerCase();
  const forms = IRREGULAR[pos] ?? {};
  // Checks own keys only: "constructor" is a word too.
  if (Object.hasOwn(forms, lower)) return forms[lower] ?? null;
  if (synsetOffsets(lower, pos).length > 0) return lower;
  // "lenses" is both lens + es and lense + s: the form with more senses is the commoner word.
  let best: { form: string; senses: number } | null = null;
  for (const [ending, replacement] of ENDINGS[pos]) {
    if (!lower.endsWith(ending) || lower.length <= ending.length + 1) continue;
    const stem = lower.slice(0, lower.length - ending.length);
    for (const form of [stem + replacement, undoubled(stem, ending)]) {
      const senses = form ? synsetOffsets(form, pos).length : 0;
      if (form && senses > 0 && (!best || senses > best.senses || (senses === best.senses && form > best.form)))
        best = { form, senses };
    }
  }
  return best?.form ?? null;
}

/** "shipp" (from shipping, shipped) → "ship". */
function undoubled(stem: string, ending: string): string | null {
  const doubled = (ending === "ing" || ending === "ed") && /([bdgklmnprt])\1$/.test(stem);
  return doubled ? stem.slice(0, -1) : null;
}

/** Returns the synsets of a word or phrase in any inflection, most frequent sense first, at most `senses`. */
export function synsetsOf(word: string, pos: PartOfSpeech, senses = Number.POSITIVE_INFINITY): Synset[] {
  const lemma = baseForm(word, pos);
  if (lemma === null) return [];
  return synsetOffsets(lemma, pos)
    .slice(0, senses)
    .map((offset) => readSynset(pos, offset));
}

/**
 * Returns the lexical classes (such as "noun.artifact", "noun.act") of a noun's first senses, most frequent first,
 * without repetition; empty for an unknown noun.
 */
export function lexicalClasses(noun: string, senses = 3): string[] {
  return [...new Set(synsetsOf(noun, "noun", senses).map((synset) => synset.lexicalClass))];
}

/**
 * Returns the other members of a word's or phrase's most frequent sense for which it is the most frequent sense too.
 * For "software" that is "software package", but not "package", which is a parcel first. Empty when there are none.
 */
export function firstSenseSynonyms(lemma: string, pos: PartOfSpeech): string[] {
  const base = baseForm(lemma, pos);
  const first = synsetsOf(lemma, pos, 1)[0];
  if (!first) return [];
  const others = first.words.filter((word) => word !== base && word !== lemma.toLowerCase());
  return others.filter((word) => synsetOffsets(word, pos)[0] === first.offset);
}

/** Returns the members of the first sense's direct hyponyms, its kinds: "boat" → "houseboat", "gondola". */
export function hyponyms(lemma: string, pos: PartOfSpeech): string[] {
  return linkedWords(synsetsOf(lemma, pos, 1), "~", pos);
}

/** Returns the members of the first sense's direct hypernyms, what it is a kind of: "denim" → "fabric". */
export function hypernyms(lemma: string, pos: PartOfSpeech): string[] {
  return linkedWords(synsetsOf(lemma, pos, 1), "@", pos);
}

/**
 * Returns words of another part of speech derived from this one ("weave" verb → "weaver" noun), over the first `senses`
 * senses.
 */
export function derivations(lemma: string, pos: PartOfSpeech, target: PartOfSpeech, senses = 3): string[] {
  const base = baseForm(lemma, pos);
  const words = new Set<string>();
  for (const synset of synsetsOf(lemma, pos, senses)) {
    for (const pointer of synset.pointers) {
      if (pointer.symbol !== "+" || pointer.pos !== target || synset.words[pointer.source - 1] !== base) continue;
      const word = readSynset(pointer.pos, pointer.offset).words[pointer.target - 1];
      if (word) words.add(word);
    }
  }
  return [...words];
}

/** Returns the nouns and verbs of a word family: "brewery" → "brew", "brewer", "brewage". Leaves out the word itself. */
export function wordFamily(word: string): string[] {
  const noun = baseForm(word, "noun");
  const verbs = noun === null ? [baseForm(word, "verb")] : derivations(noun, "noun", "verb");
  const family = new Set(verbs.flatMap((verb) => (verb === null ? [] : [verb, ...derivations(verb, "verb", "noun")])));
  family.delete(noun ?? word.toLowerCase());
  return [...family];
}

/**
 * Returns words closely tied to a word or phrase in its first `senses` senses: synonyms, kinds, superiors, derivations,
 * similar adjectives. Many belong to another sense than the text's, so the caller has to choose.
 */
export function relatives(lemma: string, pos: PartOfSpeech, senses: number): string[] {
  const words = new Set<string>();
  for (const synset of synsetsOf(lemma, pos, senses)) {
    for (const word of synset.words) words.add(word);
    for (const pointer of synset.pointers) {
      if (!["@", "~", "+", "&"].includes(pointer.symbol)) continue;
      for (const word of readSynset(pointer.pos, pointer.offset).words) words.add(word);
    }
  }
  words.delete(lemma.toLowerCase());
  return [...words];
}

function linkedWords(synsets: Synset[], symbol: string, target: PartOfSpeech): string[] {
  const linked = synsets.flatMap((synset) =>
    synset.pointers.filter((pointer) => pointer.symbol === symbol && pointer.pos === target),
  );
  return [...new Set(linked.flatMap((pointer) => readSynset(pointer.pos, pointer.offset).words))];
}

import type { Language } from "#foundation/language/dictionaries";
import { baseForm } from "#foundation/language/wordnet";
import { formsOf } from "./foreign-forms.ts";
import type { Found } from "./foreign-words.ts";

/** Endings of words of Latin and Greek origin in these languages, with the corresponding English endings. */
const ENDINGS: Record<Language, [RegExp, string[]][]> = {
  de: [
    [/(?:i|a)sch$/, ["ic", "ical"]],
    [/tät$/, ["ty"]],
    [/ik$/, ["ics", "ic"]],
    [/ie$/, ["y"]],
    [/ell$/, ["al"]],
    [/iv$/, ["ive"]],
    [/ismus$/, ["ism"]],
    [/e?nz$/, ["nce", "ence"]],
  ],
  fr: [
    [/ique$/, ["ic", "ical"]],
    [/té$/, ["ty"]],
    [/aire$/, ["ary", "ar"]],
    [/i[fv]e?$/, ["ive"]],
    [/isme$/, ["ism"]],
    [/iste$/, ["ist"]],
    [/eux$/, ["ous"]],
    [/ie$/, ["y"]],
    [/eur$/, ["or", "er"]],
    [/el$/, ["al"]],
  ],
  es: [
    [/ción$/, ["tion"]],
    [/[dt]ad$/, ["ty"]],
    [/[ií]c[oa]$/, ["ic", "ical"]],
    [/iv[oa]$/, ["ive"]],
    [/os[oa]$/, ["ous"]],
    [/ari[oa]$/, ["ary"]],
    [/[íi]a$/, ["y"]],
    [/encia$/, ["ence"]],
    [/ancia$/, ["ance"]],
    [/ismo$/, ["ism"]],
    [/ista$/, ["ist"]],
  ],
};
/** Greek roots that Spanish spells by their sound. */
const GREEK: [RegExp, string][] = [
  [/^hidro/, "hydro"],
  [/^foto/, "photo"],
  [/^fisio/, "physio"],
  [/^farma/, "pharma"],
  [/^quimio/, "chemo"],
  [/^psico|^sico/, "psycho"],
  [/^termo/, "thermo"],
  [/^cripto/, "crypto"],
];
/** First elements that English joins to words freely. WordNet lists few of these words. */
const PREFIX = /^(?:cyber|bio|nano|micro|tele|agro|geo|auto)(?=\p{L}{5})/u;
/** Minimum length of a cognate. Shorter words are alike by chance. */
const SHORTEST = 5;

/**
 * Returns the English word that differs from a foreign word only in spelling ("dentales", "biológico",
 * "pharmazeutisch"); null where there is none.
 */
export function cognate(word: string, language: Language): Found | null {
  for (const { text, isPlural } of formsOf(word, language)) {
    const spelled = [
      text,
      ...ENDINGS[language].flatMap(([ending, instead]) =>
        ending.test(text) ? instead.map((one) => text.replace(ending, one)) : [],
      ),
    ];
    for (const spelling of spelled) {
      const bare = spelling.normalize("NFD").replace(/\p{M}/gu, "");
      const english =
        language === "es" ? GREEK.reduce((text, [sound, letters]) => text.replace(sound, letters), bare) : bare;
      if (english.length < SHORTEST) continue;
      const rest = english.replace(PREFIX, "");
      if (rest !== english && baseForm(rest, "noun") === rest)
        return { english, isAdjective: false, isVerb: false, isPlural };
      const isAdjective = baseForm(english, "adj") === english;
      if (isAdjective || baseForm(english, "noun") === english)
        return { english, isAdjective, isVerb: false, isPlural };
    }
  }
  return null;
}

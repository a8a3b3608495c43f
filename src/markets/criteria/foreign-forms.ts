import type { Language } from "#foundation/language/dictionaries";

/** A form that a dictionary may list for a word. */
export interface Form {
  text: string;
  /** Whether this form makes the word a plural. */
  isPlural: boolean;
}

/** Endings of each language, with their replacements in the dictionary's forms. Plural endings are separate. */
const ENDINGS: Record<Language, { plural: [RegExp, string][]; other: [RegExp, string][] }> = {
  de: {
    plural: [
      [/e$/, ""],
      [/en$/, ""],
      [/en$/, "a"],
      [/en$/, "um"],
      [/(?<=[^i])en$/, "is"],
      [/n$/, ""],
      [/er$/, ""],
      [/ern$/, ""],
      [/s$/, ""],
    ],
    other: [
      [/es$/, ""],
      [/em$/, ""],
      [/(?<=sch|lich|ig)e[nrsm]?$/, ""],
    ],
  },
  fr: {
    plural: [
      [/s$/, ""],
      [/x$/, ""],
      [/aux$/, "al"],
      [/(?<=..)es$/, ""],
    ],
    other: [
      [/e$/, ""],
      [/iennes?$/, "ien"],
      [/ive$/, "if"],
    ],
  },
  es: {
    plural: [
      [/s$/, ""],
      [/es$/, ""],
      [/ces$/, "z"],
      [/as$/, "o"],
      [/ones$/, "ón"],
    ],
    other: [[/a$/, "o"]],
  },
};

const UMLAUTS: Record<string, string> = { ä: "a", ö: "o", ü: "u" };

/** Returns a lower-case word as it is, then without possible inflectional endings. */
export function formsOf(word: string, language: Language): Form[] {
  const { plural, other } = ENDINGS[language];
  const forms: Form[] = [{ text: word, isPlural: false }];
  const bareOf = (text: string) => text.replace(/[äöü](?!.*[äöü])/, (letter) => UMLAUTS[letter] ?? letter);
  const strip = (endings: [RegExp, string][], isPlural: boolean) => {
    for (const [ending, instead] of endings) {
      const text = word.replace(ending, instead);
      if (text === word || text.length < 3) continue;
      forms.push({ text, isPlural });
      const bare = language === "de" ? bareOf(text) : text;
      if (bare !== text) forms.push({ text: bare, isPlural });
    }
  };
  strip(plural, true);
  strip(other, false);
  // "Flughäfen" is a plural without an ending.
  if (language === "de" && bareOf(word) !== word) forms.push({ text: bareOf(word), isPlural: true });
  return forms;
}

/** Endings of the third person, with those of infinitives. German infinitives are the plural's form. */
const CONJUGATIONS: Record<Language, [RegExp, string[]][]> = {
  de: [
    [/et$/, ["en"]],
    [/t$/, ["en", "n"]],
  ],
  fr: [
    [/issent$/, ["ir"]],
    [/oivent$/, ["evoir"]],
    [/(?:ai|oi)ent$/, ["ayer", "oyer", "oir"]],
    [/uisent$/, ["uire"]],
    [/ent$/, ["er", "re", "ir"]],
    [/oie$/, ["oyer"]],
    [/e$/, ["er"]],
    [/it$/, ["ir", "ire"]],
  ],
  es: [
    // "Que reciclen": the subjunctive of "reciclan".
    [/an$/, ["ar"]],
    [/en$/, ["er", "ir", "ar", "an"]],
    [/quen$/, ["can"]],
    [/yen$/, ["ir"]],
    [/a$/, ["ar"]],
    [/e$/, ["er", "ir"]],
  ],
};

/** Returns the infinitives that a lower-case verb in the third person may belong to. */
export function infinitivesOf(word: string, language: Language): string[] {
  return CONJUGATIONS[language].flatMap(([ending, infinitives]) => {
    if (!ending.test(word) || word.length < 5) return [];
    const plain = infinitives.map((infinitive) => word.replace(ending, infinitive).replace("ç", "c"));
    if (language === "fr")
      return plain.flatMap((text) => [
        text,
        text.replace(/è(?=\p{L}+er$)/u, "é"),
        text.replace(/è(?=\p{L}+er$)/u, "e"),
      ]);
    // "Wäscht", "fährt"
    if (language === "de") return plain.flatMap((text) => [text, text.replace(/ä(?!u)/, "a")]);
    // "sirven", "mueven", "siembran": the stem's vowel changes.
    return plain.flatMap((text) => [
      text,
      text.replace("ie", "e"),
      text.replace("ue", "o"),
      text.replace(/i(?=[^aeiou]+ir$)/, "e"),
    ]);
  });
}

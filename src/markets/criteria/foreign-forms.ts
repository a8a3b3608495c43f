import type { Language } from "#foundation/language/dictionaries";

/** A form under which a dictionary may list a word. */
export interface Form {
  text: string;
  /** Whether the word is a plural if this is its form. */
  isPlural: boolean;
}

/** Endings of each language with what stands in the dictionary for them; those of plurals apart. */
const ENDINGS: Record<Language, { plural: [RegExp, string][]; other: [RegExp, string][] }> = {
  de: {
    plural: [
      [/e$/, ""],
      [/en$/, ""],
      [/en$/, "a"],
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

/** A word in lower case as it is, then without the endings that inflection may have added. */
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
  // "Flughäfen": a plural without an ending.
  if (language === "de" && bareOf(word) !== word) forms.push({ text: bareOf(word), isPlural: true });
  return forms;
}

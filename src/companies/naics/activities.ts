import SECTORS from "./subjects-2022.json" with { type: "json" };

/** What a sentence must say that the company does with the subject. "does" accepts any mention. */
export type Activity = "makes" | "wholesales" | "retails" | "does";

/** Verbs and nouns that show each activity. */
export const SAYS: Readonly<Record<Exclude<Activity, "does">, RegExp>> = {
  makes:
    /\b(?:manufactur\w*|produc(?:es?|ing|tion|ers?)|fabricat\w*|makes?|makers?|design(?:s|ing)?|develop(?:s|ing|ment)?|process(?:es|ing))\b/i,
  wholesales: /\b(?:distribut\w*|wholesal\w*|trad(?:es|ing)|imports?|importing|exports?|supplies|sells)\b/i,
  retails: /\b(?:retail\w*|stores?|shops?|chain of|supermarkets?|dealerships?)\b/i,
};

/** A NAICS code of 2022, the activity that the sentence must state, and the subject. */
export type Subject = readonly [code: number, activity: Activity, subject: RegExp];

/**
 * Subjects by code; four digits where the text seldom tells more. Written from the titles of the 2022 edition. The words of
 * a subject are regular expressions, any of which has to match from word to word.
 */
export const SUBJECTS: readonly Subject[] = SECTORS.flatMap(({ subjects }) =>
  subjects.map(
    ({ code, activity, words }): Subject => [
      code,
      activity as Activity,
      new RegExp(String.raw`\b(?:${words.join("|")})\b`, "i"),
    ],
  ),
);

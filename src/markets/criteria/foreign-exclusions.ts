import type { Language } from "#foundation/language/dictionaries";

/** What is of no interest, in each language: before or after the kind of business that is meant. */
const NO_INTEREST: Record<Language, { before: RegExp; after: RegExp }> = {
  de: {
    before: /(?<!\p{L})(?:uns|mich) interessier(?:en|t) (?:keine|nicht)(?!\p{L})/giu,
    after: /(?<=^|[.;!?,]\s*)([^.;!?,]+?) (?:interessier(?:en|t) (?:mich|uns) nicht|sind nicht gemeint)(?!\p{L})/giu,
  },
  fr: {
    before: /(?<!\p{L})(?:je|nous) ne (?:veux|voulons|cherche|cherchons) pas(?: de| d['’])?(?!\p{L})/giu,
    after: /(?<=^|[.;!?,]\s*)([^.;!?,]+?) ne (?:m['’]|nous )intéress(?:ent|e) pas(?!\p{L})/giu,
  },
  es: {
    before: /(?<!\p{L})no (?:me|nos) interesan?(?!\p{L})|(?<!\p{L})no (?:quiero|queremos|busco|buscamos)(?!\p{L})/giu,
    after: /(?<=^|[.;!?,]\s*)([^.;!?,]+?) no (?:me|nos) interesan?(?!\p{L})/giu,
  },
};
/** "Hors distributeurs", but "hors de France" and "hors Europe" are places outside. */
const WITHOUT_KIND = /(?<!\p{L})(?:hors|hormis) (?!d(?:e|u|es)? |d['’])(?=\p{Ll})/gu;
const NOT: Record<Language, string> = { de: "keine", fr: "pas de", es: "no" };
/** "Keine reinen Händler", "pas de simples garages": adjectives that mean "only" of what is excluded. */
const MERELY: Record<Language, RegExp> = {
  de: /(?<=(?<!\p{L})(?:keine[nrms]?|nicht|ohne) )(?:rein|bloß|ausschließlich|lediglich|nur)(?:e[nrms]?)? /giu,
  fr: /(?<=(?<!\p{L})(?:pas (?:de |les |des )?|sans |ni |hors ))(?:simples?|pures?|purs|uniquement|seulement) /giu,
  es: /(?<=(?<!\p{L})(?:no |ni |sin |excepto |salvo )(?:los |las )?)(?:simples?|mer[oa]s?|pur[oa]s?|solo|sólo|solamente|únicamente) /giu,
};

/**
 * Puts "not" before what a question in another language excludes: "Händler interessieren mich nicht" becomes "keine
 * Händler".
 */
export function withExclusionsForward(question: string, language: Language): string {
  const { before, after } = NO_INTEREST[language];
  return question
    .replace(before, NOT[language])
    .replace(after, (_, kind: string) => kind.replace(/^\s*/, (space) => `${space}${NOT[language]} `))
    .replace(MERELY[language], "")
    .replace(WITHOUT_KIND, (said) => (language === "fr" ? `${NOT.fr} ` : said));
}

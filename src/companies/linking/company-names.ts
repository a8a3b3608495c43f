import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { aliasesOf } from "./aliases.ts";
import { brandLabels } from "./brand-labels.ts";
import { describedNames } from "./described-names.ts";
import { isGroupWord, isLegalForm, withoutShareClass } from "./legal-forms.ts";
import { joinedKey, type NameWord, nameWords } from "./name-words.ts";
import { wordClass } from "./word-class.ts";

/**
 * - `name`: the record's name without legal forms ("Vestas Wind Systems");
 * - `core`: also without group words ("Volkswagen" of "Volkswagen Group");
 * - `brand`: the first words of the name, where they make up the company's domain ("Seagate" of "Seagate Technology",
 *   seagate.com), group words apart ("Nissan", nissan-global.com);
 * - `acronym`: the initials of the name, where they make up the domain ("BMS", bms.com; "BMW", bmwgroup.com);
 * - `alias`: a name that people use ("Google" of Alphabet), from `aliases.ts`;
 * - `former`, `product`: names that the description states, "formerly known as …" and "under the … brands".
 */
export type NameKind = "name" | "core" | "brand" | "acronym" | "alias" | "former" | "product";

/** The fields of a record that contain names. */
export interface NamedRecord {
  name: string;
  domain: string;
  description?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  marketCapBand?: string | null;
}

export interface CompanyNameForm {
  key: string;
  /** As the record writes it. */
  written: string;
  kind: NameKind;
}

/** Shortest key: a shorter one occurs everywhere and means nothing. */
const MIN_KEY_LENGTH = 2;
/** Longest key: a longer one is a sentence in the wrong column. */
const MAX_KEY_LENGTH = 100;
/** Small words that initials leave out. */
const UNINITIALED = new Set("and of the for de la du".split(" "));

/**
 * Returns the names by which texts may call a company, with the strongest kind of each key; none where the record's
 * name has no letters.
 */
export function companyNames(company: NamedRecord): CompanyNameForm[] {
  const all = nameWords(plainName(company.name));
  const name = withoutLegalForms(all);
  const core = trimGroupWords(name);
  const labels = brandLabels(company.domain);
  const forms = new Map<string, CompanyNameForm>();
  const add = (words: readonly NameWord[], kind: NameKind, written = textOf(company.name, words)) => {
    const key = kind === "acronym" ? written.toLowerCase() : joinedKey(words);
    if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH || /^\d+$/.test(key) || forms.has(key)) return;
    forms.set(key, { key, written, kind });
  };
  add(name, "name");
  add(core, "core");
  // "Amazon.com" is called Amazon.
  const [only] = core;
  if (core.length === 1 && only && /\.(?:com|net|org)$/i.test(only.written))
    add(nameWords(only.written.slice(0, -4)), "core", only.written.slice(0, -4));
  // "McDonald's" is written "McDonalds", too.
  if (core.length === 1 && only && /^['’]s\b/i.test(plainName(company.name).slice(only.end)))
    add([{ ...only, key: `${only.key}s` }], "core", `${only.written}s`);
  for (let count = 1; count < core.length; count++)
    // "IMAX China" at imax.cn is not all of IMAX; "Chipotle Mexican Grill" is Chipotle.
    if (labels.has(joinedKey(core.slice(0, count))) && !endsWithPlace(core.slice(count)))
      add(core.slice(0, count), "brand");
  for (const whole of [core, name]) {
    const words = whole.filter(({ key }) => !UNINITIALED.has(key));
    const initials = words.map(({ key }) => key.charAt(0)).join("");
    if (words.length > 1 && labels.has(initials)) add(whole, "acronym", initials.toUpperCase());
  }
  // An alias precedes guessed initials.
  for (const alias of aliasesOf([joinedKey(name), joinedKey(core)], company.country)) {
    if (forms.get(joinedKey(nameWords(alias)))?.kind === "acronym") forms.delete(joinedKey(nameWords(alias)));
    add(nameWords(alias), "alias", alias);
  }
  addDescribed(company, joinedKey(core), add);
  return [...forms.values()];
}

/** Adds the names that the description states. */
function addDescribed(
  { name, description, marketCapBand }: NamedRecord,
  coreKey: string,
  add: (words: readonly NameWord[], kind: NameKind, written: string) => void,
): void {
  if (!description) return;
  const { own, former, brands } = describedNames(description);
  const addAll = (names: readonly string[], kind: NameKind) => {
    for (const one of names) {
      const words = trimGroupWords(withoutLegalForms(nameWords(one)));
      add(words, kind, one.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0));
    }
  };
  // "ALLEGHENY TECHNOL. DL-,01" is Allegheny Technologies; "The company" is nobody's name.
  if (
    own !== null &&
    coreKey.slice(0, SAME_BEGINNING) === joinedKey(nameWords(own)).replace(/^the/, "").slice(0, SAME_BEGINNING)
  )
    if (isCut(name)) addAll([own], "name");
  addAll(former, "former");
  // Descriptions of small companies name the brands of others that they sell.
  if (marketCapBand === "mega" || marketCapBand === "large") addAll(brands, "product");
}

/** Number of letters in which the record's name and the description's must agree. */
const SAME_BEGINNING = 5;

/**
 * Whether a list cut or abbreviated the name: "SUMITOMO MITDRN", "Occidental Petroleum Corporatio", "Virtual Cloud
 * Technolo".
 */
const isCut = (name: string): boolean =>
  /\b(?:Corporatio|Technolo|Incorporat|Compan|Limite|Holdin)$|[A-Z]{2,}(?:DRN|RN ED)\b|DL-,?\d|\.\s[A-Z]{2}-/.test(
    name,
  );

/** Whether a name ends with a place, like "China" of "IMAX China"; "of Russia" only says where the whole company is. */
const endsWithPlace = (words: readonly NameWord[]) =>
  wordClass(words.at(-1)?.key ?? "") === "place" && words[0]?.key !== "of";

/** Returns the legal forms of a record's name in one spelling, to tell namesakes apart. */
export function legalFormsOf(name: string): string[] {
  return nameWords(withoutShareClass(name))
    .slice(1)
    .filter(({ key }) => isLegalForm(key))
    .map(({ key }) => key);
}

/** Removes additions: "Acme (Thailand)" and "Acme Inc. Class A" are Acme. A name entirely in brackets stays. */
function plainName(name: string): string {
  const outside = name.replace(/\([^)]*\)/g, " ").trim();
  return withoutShareClass(outside === "" ? name : outside);
}

/** Forms of several words that precede the name in its translations. */
const LEADING_FORM = /^(?:(?:public|open|closed) )?joint stock company |^(?:public )?limited liability company /;

/** Removes legal forms, and the "and" before them ("Müller GmbH & Co. KG"), from the end, but never the whole name. */
export function withoutLegalForms(words: NameWord[]): NameWord[] {
  let end = words.length;
  while (end > 1 && isLegalForm(words[end - 1]?.key ?? "")) {
    end--;
    if (end > 1 && words[end - 1]?.key === "and") end--;
  }
  // "PT Astra", "Aktiebolaget Volvo": a few countries put the form first.
  const keys = `${words.map(({ key }) => key).join(" ")} `;
  const leading = LEADING_FORM.exec(keys)?.[0].trim().split(" ").length;
  const start = leading ?? (/^(?:pt|ao|pao|oao|zao|ooo|jsc|aktiebolaget)$/.test(words[0]?.key ?? "") ? 1 : 0);
  const rest = words.slice(start < end ? start : 0, end);
  return rest.length === 1 && rest[0]?.key === "the" ? words : rest;
}

function trimGroupWords(words: NameWord[]): NameWord[] {
  let start = 0;
  let end = words.length;
  while (end - start > 1 && words[start]?.key === "the") start++;
  while (end - start > 1 && isGroupWord(words[end - 1]?.key ?? "")) end--;
  const rest = words.slice(start, end);
  // "The Limited" would shrink to a legal form, and "American International Group" to a nation.
  const isNone = rest.every(({ key }) => isLegalForm(key)) || (rest.length === 1 && isNation(rest[0]?.key ?? ""));
  return isNone ? words : rest;
}

const isNation = (key: string): boolean => englishCountryNames().has(key) || demonyms().has(key);

function textOf(name: string, words: readonly NameWord[]): string {
  return plainName(name).slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}

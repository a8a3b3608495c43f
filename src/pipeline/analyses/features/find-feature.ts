import { tagWords } from "#foundation/language/wink";
import { clauseAround, companyUnits, fieldText, type TextUnit, type UnitWord } from "#markets/judging/company-units";
import { governingOf } from "#markets/judging/governing-words";
import { leavesThing } from "#markets/judging/thing-words";
import type { OfferEvidence } from "#markets/market-companies";
import { CONTRARY, relationOfVerb } from "#markets/plan/relations";
import type { MarketRecord } from "../market-records.ts";
import type { AnalysisResult } from "../results.ts";
import type { FeatureColumn } from "./columns.ts";

type Cell = AnalysisResult<"featureMap">["companies"][number]["cells"][number];
type Found = Omit<Cell, "feature">;

/** Number of words that may separate the words of a feature: "blades for the wind turbine". */
const SLACK = 3;
/** Number of characters before a mention that are searched for a "no". */
const NEGATION_REACH = 40;
const NEGATION = /\b(?:no|not|without|never|neither|nor|excluding)\b(?!\s+only)[^.;,]*$/i;
/** Share of a label's words that a feature needs: "entertainment" is half of "Media & Entertainment". */
const LABEL_SHARE = 0.5;

/** Searches the record of one company. */
export class FeatureReader {
  readonly #record: MarketRecord;
  readonly #names: ReadonlySet<string>;
  readonly #units: TextUnit[];

  /** @param names companies' names of one word, as written: "Seat" in the middle of a sentence is no seat */
  constructor(record: MarketRecord, names: ReadonlySet<string>) {
    this.#record = record;
    this.#names = names;
    // A name does not state what a company does.
    this.#units = companyUnits(record).filter(({ kind }) => kind !== "name");
  }

  /**
   * Reads the cells of the company.
   * @param evidenceFor the judge's evidence for the offer, where it is evidence for a column's feature
   */
  cells(columns: readonly FeatureColumn[], evidenceFor: (column: FeatureColumn) => OfferEvidence | null): Cell[] {
    const found = columns.map((column) => this.#find(column, evidenceFor(column)));
    // Who makes a blade for a wind turbine need not say that it is a component.
    const part = found.find(({ partOf }) => partOf !== null)?.partOf ?? null;
    return columns.flatMap((column, feature) => {
      const own = found[feature]?.found ?? (column.isOpen ? part : null);
      return own === null ? [] : [{ feature, ...own }];
    });
  }

  /**
   * Searches for a feature, sentences about the main business first. The feature is "stated" if a sentence or keyword
   * has all its words near each other and in its order. It is "implied" if a sentence has them in another order or
   * apart. A class from a source implies it if the feature's words are at least half of the class. The judge's evidence
   * for the offer implies a feature of the criteria. `partOf` is a mention of another thing, which is for the feature
   * or of it.
   */
  #find(column: FeatureColumn, offer: OfferEvidence | null): { found: Found | null; partOf: Found | null } {
    let implied: Found | null = null;
    let partOf: Found | null = null;
    for (const unit of this.#units) {
      const mention = closestMention(this.#wordsOf(unit), column.stems);
      if (mention === null || isNegated(this.#record, unit, mention.words)) continue;
      const isClass = unit.field === "industries";
      if (isClass && (!mention.isWhole || mention.words.length < LABEL_SHARE * unit.words.length)) continue;
      const found = { field: unit.field, quote: clauseAround(this.#record, unit, mention.words).text };
      if (column.origin === "criteria" && this.#isOfAnother(unit, mention.words, column)) {
        if (!isClass) partOf ??= { answer: "implied", ...found };
        continue;
      }
      if (mention.isWhole && !column.isShortened && !isClass)
        return { found: { answer: "stated", ...found }, partOf: null };
      implied ??= { answer: "implied", ...found };
    }
    if (implied === null && offer !== null && (partOf === null || offer.isWhole))
      implied = { answer: "implied", field: offer.field, quote: offer.text };
    return { found: implied, partOf };
  }

  #wordsOf({ field, start, words }: TextUnit): UnitWord[] {
    const text = fieldText(this.#record, field);
    return words.filter((word) => word.start === start || !this.#names.has(text.slice(word.start, word.end)));
  }

  /**
   * Whether the words describe another thing, as in "parts for cars" and "car seats". Also true if the company does
   * something else with the thing than is asked for.
   */
  #isOfAnother({ field, start, end, kind }: TextUnit, words: readonly UnitWord[], { asked }: FeatureColumn): boolean {
    const text = fieldText(this.#record, field);
    const last = Math.max(...words.map((word) => word.end));
    const first = Math.min(...words.map((word) => word.start));
    const [next] = tagWords(text.slice(last, end));
    const isModifier = /^[ -]\p{L}/u.test(text.slice(last, end)) && next?.pos === "NOUN" && !leavesThing(next.lower);
    if (isModifier || kind === "label") return isModifier;
    const sentence = text.slice(start, end);
    const { isOthers, relations } = governingOf(sentence, first - start, true);
    // The tagger takes "Repairs" of "Repairs cars" for a noun.
    const opening = relations.length > 0 ? null : relationOfVerb(sentence.slice(0, sentence.search(/\P{L}|$/u)));
    const done = opening === null ? relations : [opening];
    return isOthers || (asked !== null && done.length > 0 && done.every((one) => CONTRARY[asked].has(one)));
  }
}

interface Mention {
  /** One occurrence of each of the feature's stems. */
  words: UnitWord[];
  /** Whether they are near each other and in the feature's order. */
  isWhole: boolean;
}

/** Returns the stretch of a unit that has all of a feature's words, the closest first; null where it has not. */
function closestMention(words: readonly UnitWord[], stems: readonly string[]): Mention | null {
  for (const [i, word] of words.entries()) {
    if (word.stem !== stems[0]) continue;
    const window = words.slice(i, i + stems.length + SLACK);
    const found = stems.flatMap((wanted) => window.find((one) => one.stem === wanted) ?? []);
    if (found.length === stems.length && found.every((one, k) => k === 0 || one.start > (found[k - 1]?.start ?? 0)))
      return { words: found, isWhole: true };
  }
  const apart = stems.flatMap((wanted) => words.find(({ stem }) => stem === wanted) ?? []);
  return apart.length === stems.length ? { words: apart, isWhole: false } : null;
}

function isNegated(record: MarketRecord, { field, start }: TextUnit, window: readonly UnitWord[]): boolean {
  const first = Math.min(...window.map((word) => word.start));
  return NEGATION.test(fieldText(record, field).slice(Math.max(start, first - NEGATION_REACH), first));
}

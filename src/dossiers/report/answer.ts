import { contentStems, stem } from "#foundation/language/stem";
import { joined, md, quote, sentence } from "./markdown.ts";
import type { Material, Source, Statement } from "./material.ts";
import { originOf } from "./origin.ts";
import { rankPassages } from "./rank-passages.ts";

/** Generic words by which questions refer to their subject and its activity. */
const SUBJECT_WORDS =
  "company companies firm firms business corporation enterprise group market markets make produce offer provide";
/** Words of questions without a topic: "what do we know of it, and what happened?" */
const ASKING_WORDS =
  "know known tell told say said happen happened go goes went thing things question situation overview information details facts find show explain describe";

/** A fact that begins with its date, which its origin says. */
const DATED = /^(?<date>\d{4}-\d\d-\d\d)[,:] (?<rest>.*)$/su;

const MAX_PASSAGES = 8;
const PER_SOURCE = 2;

export interface Question {
  text: string;
  /** The subject's name. */
  about: string;
  /** A company's names: words that occur everywhere and are ignored in ranking. */
  ownName: string;
  /** A market's words: those that several sources have are ignored in ranking. */
  marketWords: string;
}

/**
 * Answers in stored words: the passages that match the question best, each quoted with its source. Then it names what
 * the question asks about that is not stored, and where it searched.
 */
export function answerOf(
  { text, ownName, marketWords }: Question,
  materials: readonly Material[],
  sources: ReadonlyMap<string, Source>,
): Statement[] {
  const passages = materials.flatMap((material) => material.passages);
  const searched = materials.flatMap((material) => material.searched);
  const { best, unseen } = rankPassages(text, passages, {
    ignored: subjectStems(ownName),
    usual: new Set(contentStems(marketWords)),
    limit: MAX_PASSAGES,
    perSource: PER_SOURCE,
  });
  // Labels are no statements: they answer where no sentence matches better, and are not quoted.
  const bestSaid = Math.max(0, ...best.filter(({ isLabel }) => isLabel !== true).map(({ score }) => score));
  const answers = best.filter(({ isLabel, score }) => isLabel !== true || score >= bestSaid);
  const statements = answers.map(({ text: words, source, isFact, isLabel }) => {
    const { date = null, rest = words } = (isFact === true ? DATED.exec(words)?.groups : undefined) ?? {};
    const told =
      isLabel === true ? md`listed under ${words}` : isFact === true ? rest.replace(/\.$/, "") : quote(words);
    return { text: sentence(md`${originOf(sources.get(source), date)}: ${told}.`), cites: [source] };
  });
  if (searched.length === 0) return statements;
  const cites = [...new Set(searched.map(({ source }) => source))];
  const places = joined(searched.map(({ what }) => what));
  const inTables = stemsOfTables(materials);
  const nowhere = unseen.filter((word) => !inTables.has(stem(word)));
  // Something that a table below reports must not be called missing.
  const tabled = unseen.filter((word) => inTables.has(stem(word)));
  if (best.length === 0 && tabled.length === 0)
    statements.push({ text: md`Nothing is stored that speaks of the question; searched were: ${places}.`.text, cites });
  else if (nowhere.length > 0)
    statements.push({
      text: md`Nothing is stored about ${joined(nowhere.map((word) => quote(word)))}; searched were: ${places}.`.text,
      cites,
    });
  if (tabled.length > 0)
    statements.push({
      text: md`Only the tables of this report have ${joined(tabled.map((word) => quote(word)))}; searched were: ${places}.`
        .text,
      cites,
    });
  return statements;
}

const stemsOfTables = (materials: readonly Material[]): ReadonlySet<string> =>
  new Set(
    materials.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => contentStems(cells.join(" ").replaceAll("\\", "")))),
    ),
  );

/** Returns stems to ignore in ranking: those of the subject's names, and of generic words for it. */
export const subjectStems = (ownName: string): ReadonlySet<string> =>
  new Set(contentStems(`${SUBJECT_WORDS} ${ASKING_WORDS} ${ownName}`));

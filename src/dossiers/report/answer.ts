import { contentStems, stem } from "#foundation/language/stem";
import { joined, md, quote, sentence } from "./markdown.ts";
import type { Material, Source, Statement } from "./material.ts";
import { rankPassages } from "./rank-passages.ts";

/** By these a question calls what it is about and what that does, whatever it asks. */
const SUBJECT_WORDS =
  "company companies firm firms business corporation enterprise group market markets make produce offer provide";

const MAX_PASSAGES = 8;
const PER_SOURCE = 2;

export interface Question {
  text: string;
  /** What it is asked about, by name. */
  about: string;
  /** Of a company, its names: these words stand everywhere and rank nothing. */
  ownName: string;
}

/**
 * The answer as far as stored words go: the passages that speak of the question most, each quoted with its source; then what of the
 * question nothing is stored about, and where that was looked for.
 */
export function answerOf(
  { text, ownName }: Question,
  materials: readonly Material[],
  sources: ReadonlyMap<string, Source>,
): Statement[] {
  const passages = materials.flatMap((material) => material.passages);
  const searched = materials.flatMap((material) => material.searched);
  const { best, unseen } = rankPassages(text, passages, {
    ignored: subjectStems(ownName),
    limit: MAX_PASSAGES,
    perSource: PER_SOURCE,
  });
  const statements = best.map((passage) => ({
    text: sentence(md`${originOf(sources.get(passage.source))}: ${quote(passage.text)}.`),
    cites: [passage.source],
  }));
  if (searched.length === 0) return statements;
  const cites = [...new Set(searched.map(({ source }) => source))];
  const places = joined(searched.map(({ what }) => what));
  const inTables = stemsOfTables(materials);
  const nowhere = unseen.filter((word) => !inTables.has(stem(word)));
  // What a table below tells of cannot be said to be missing.
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

/** Stems that rank nothing: those of the subject's own name, and of what questions call it. */
export const subjectStems = (ownName: string): ReadonlySet<string> =>
  new Set(contentStems(`${SUBJECT_WORDS} ${ownName}`));

/** Who says it, and when. */
export function originOf(source: Source | undefined): string {
  if (source === undefined) return "";
  const who = source.publisher || source.label;
  return source.publishedAt === null ? who : `${who}, ${source.publishedAt}`;
}

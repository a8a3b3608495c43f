import { contentStems } from "#foundation/language/stem";
import { type Question, subjectStems } from "../report/answer.ts";
import type { Material, Passage } from "../report/material.ts";
import { pickPassages, rankPassages } from "../report/rank-passages.ts";

/** Number of passages that a model is shown. */
const MOST_PASSAGES = 20;
const PER_SOURCE = 4;
/** Total number of their characters. */
const MOST_CHARACTERS = 12_000;

/**
 * Returns the passages for the model: first those that match the question best, as the report ranks them. The sections
 * take turns for the remaining places, because an answer need not use the question's words. Each section gives the
 * beginnings of its texts, in the report's order. Deterministic.
 */
export function shownPassages({ text, ownName, marketWords }: Question, materials: readonly Material[]): Passage[] {
  const limits = { limit: MOST_PASSAGES, perSource: PER_SOURCE };
  const { best } = rankPassages(text, materials.flatMap(verbatim), {
    ...limits,
    ignored: subjectStems(ownName),
    usual: new Set(contentStems(marketWords)),
  });
  const shown: Passage[] = [];
  let characters = 0;
  for (const passage of pickPassages([...best, ...inTurn(materials)], limits)) {
    characters += passage.text.length;
    if (characters > MOST_CHARACTERS) break;
    shown.push({ text: passage.text, source: passage.source });
  }
  return shown;
}

/**
 * Returns verbatim passages. Facts in our words are no texts that could support a sentence, and may tell of verdicts,
 * which leave for no server.
 */
const verbatim = ({ passages }: Material): Passage[] => passages.filter(({ isFact }) => isFact !== true);

/** Returns the passages of all sections, one of each in turn. */
function inTurn(materials: readonly Material[]): Passage[] {
  const queues = materials.map((material) => firstOfEachSource(verbatim(material)));
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => queues.flatMap((queue) => queue[i] ?? [])).flat();
}

/** Returns the first passages of all sources, then the second ones, and so on. */
function firstOfEachSource(passages: readonly Passage[]): Passage[] {
  const seen = new Map<string, number>();
  const ranked = passages.map((passage) => {
    const place = seen.get(passage.source) ?? 0;
    seen.set(passage.source, place + 1);
    return { passage, place };
  });
  return ranked.sort((a, b) => a.place - b.place).map(({ passage }) => passage);
}

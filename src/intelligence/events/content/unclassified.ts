import type { AlertTypeMatch } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding } from "./alert-types.ts";
import { type Stated, statedAs } from "./certainty.ts";
import type { ReadEvent, ReadObservation } from "./read-observations.ts";
import { readSentence, wordsText } from "./read-sentence.ts";

/** The alert type of an event without one, so that a list can ask for it. */
export const UNCLASSIFIED = "Unclassified";
/** Its `method`: no pattern matched. */
const METHOD = "none";
/** A mild event: only those concerned notice it. */
const SEVERITY = 0.2;
/** A statement of lower likelihood is a denial. */
const DENIED_BELOW = 1;

/** Returns whether all statements of a type deny it. */
export const isDenied = ({ mentions }: AlertFinding): boolean => mentions.every(({ stated }) => isDenial(stated));

/** Returns whether a statement is a denial. */
export const isDenial = ({ level }: Stated): boolean =>
  level !== null && !level.fiction && level.likelihood < DENIED_BELOW;

/**
 * Returns the finding by which an event without alert types is scored: its headline, mild, with the certainty of its
 * wording.
 */
export function unclassifiedFinding(
  event: ReadEvent,
  central: ReadObservation | null,
  taxonomy: Taxonomy,
): AlertFinding | null {
  const [first] = event.observations;
  const observation = central ?? first;
  if (observation === undefined) return null;
  const sentence = central?.headline ?? observation.body[0] ?? readSentence("");
  const to = sentence.words.length;
  return {
    type: {
      name: UNCLASSIFIED,
      category: "other",
      definition: "No type of the taxonomy was found.",
      severity: SEVERITY,
      terms: {},
      except: [],
      aboutFiction: true,
      touches: [],
    },
    similarity: 0,
    sources: event.sources,
    mentions: [
      {
        observation,
        sentence,
        inHeadline: central !== null,
        from: 0,
        to,
        weight: 0,
        // Signs that must precede a statement belong to one of the sentence's statements, not to the whole sentence.
        stated: statedAs(sentence, 0, 0, taxonomy),
      },
    ],
  };
}

/** Returns the entry in place of an alert type, which says why the event has none. */
export function unclassifiedMatch(
  { mentions: [best] }: AlertFinding,
  denied: readonly AlertFinding[],
  sources: number,
): AlertTypeMatch {
  const said = denied.map(({ type }) => type.name).join(", ");
  const of = `${sources} independent ${sources === 1 ? "source" : "sources"}`;
  return {
    name: UNCLASSIFIED,
    mappedFrom: wordsText(best.sentence, best.from, best.to),
    method: METHOD,
    similarity: 0,
    rationale:
      said === ""
        ? `No pattern of the taxonomy is in enough of the ${of}; it may be none of its types, or told in other words.`
        : `What is said of ${said} is denied; no other type is in enough of the ${of}.`,
  };
}

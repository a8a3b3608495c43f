import type { AlertTypeMatch } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding } from "./alert-types.ts";
import { type Stated, statedAs } from "./certainty.ts";
import type { ReadEvent, ReadObservation } from "./read-observations.ts";
import { readSentence, wordsText } from "./read-sentence.ts";

/** What an event has in place of an alert type when none was found, so that a list can ask for it. */
export const UNCLASSIFIED = "Unclassified";
/** Its `method`: nothing was matched. */
const METHOD = "none";
/** Noticed by those concerned at most: nothing says more. */
const SEVERITY = 0.2;
/** A statement with less likelihood is a denial. */
const DENIED_BELOW = 1;

/** Whether all that is said of a type says that it is not so. */
export const isDenied = ({ mentions }: AlertFinding): boolean => mentions.every(({ stated }) => isDenial(stated));

/** Whether a statement says that something is not so. */
export const isDenial = ({ level }: Stated): boolean =>
  level !== null && !level.fiction && level.likelihood < DENIED_BELOW;

/** The finding that an event without any is scored by: its headline, mild, as certain as it is told. */
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
        // Signs that have to stand before a statement belong to one of its statements, not to the whole.
        stated: statedAs(sentence, 0, 0, taxonomy),
      },
    ],
  };
}

/** Why an event has no alert type, in the place of one. */
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

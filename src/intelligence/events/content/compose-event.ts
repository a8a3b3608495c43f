import type { AlertTypeMatch } from "../read-events.ts";
import { type Answered, matchByModel, verifyReading } from "../reading/verify-reading.ts";
import { type AlertFinding, findAlertTypes, MAX_TYPES } from "./alert-types.ts";
import { companyEffects } from "./company-effects.ts";
import type { ContentDeps, ContentObservation, EventContent } from "./content.ts";
import { findDatapoints } from "./datapoints.ts";
import { collectNames } from "./entity-names.ts";
import { centralHeadline, headlineWeights } from "./headline.ts";
import { type MeantAlerts, NOTHING_MEANT } from "./headline-meaning.ts";
import { findImpact } from "./impact.ts";
import { searchKeywords } from "./keywords.ts";
import { findMeantTypes } from "./meant-alerts.ts";
import { quoted } from "./quote.ts";
import { readObservations } from "./read-observations.ts";
import { wordsText } from "./read-sentence.ts";
import { relevantEntities } from "./relevant-entities.ts";
import { summarise } from "./summary.ts";
import { isDenied, unclassifiedFinding, unclassifiedMatch } from "./unclassified.ts";

/**
 * Values of `method` in the contract's `alertTypes`: our methods by terms and by meaning. A language model's is `llm`.
 */
const METHOD = "lexicon";
const MEANING = "meaning";
const MAX_ANCHOR = 2_000;

/**
 * Composes the content of an event from its observations. The function is pure, and the order of the observations does
 * not matter. Every text comes from the observations; likelihoods, severities and names of types come from the
 * taxonomy. Text that cannot be stored is cleaned. The verified part of a language model's answer replaces the result
 * of the rules (`verifyReading`).
 * @param observations at least one; only the beginning of a text is read
 * @param answered a model's answer about these observations; null for the rules alone
 * @param meant what the headlines mean, which adds alert types that no term shows, and takes some away
 * @throws RangeError without any observation
 */
export function composeEvent(
  observations: readonly ContentObservation[],
  { taxonomy }: ContentDeps,
  answered: Answered | null = null,
  meant: MeantAlerts = NOTHING_MEANT,
): EventContent {
  if (observations.length === 0) throw new RangeError("an event has at least one observation");
  const event = readObservations(observations);
  const names = collectNames(event, taxonomy);
  const central = centralHeadline(event, headlineWeights(event));
  const title = central?.headline.text ?? event.observations.find(({ body }) => body.length > 0)?.body[0]?.text ?? "";
  const reading = answered === null ? null : verifyReading(event, answered, taxonomy);
  const summary = reading?.summary ?? summarise(event, title);
  const read = reading?.findings ?? null;
  const found =
    read ?? withMeant(findAlertTypes(event, names, taxonomy, meant), findMeantTypes(event, taxonomy, meant));
  const denied = read === null ? found.filter(isDenied) : [];
  const types = read ?? found.filter((finding) => !denied.includes(finding));
  const fallback = found.length === 0 || types.length === 0 ? unclassifiedFinding(event, central, taxonomy) : null;
  const findings = found.length === 0 && fallback !== null ? [fallback] : found;
  const keywords = searchKeywords(event, names);
  const entities = relevantEntities(event, names, types, taxonomy);
  return {
    title,
    summary,
    anchorText: anchorText(title, summary, keywords),
    searchKeywords: keywords.map((keyword) => ({ keyword, propertySource: "inferred" })),
    relevantEntities: entities,
    affectedDatapoints: findDatapoints(event, names, taxonomy),
    alertTypes:
      types.length === 0
        ? fallback === null
          ? []
          : [unclassifiedMatch(fallback, denied, event.sources)]
        : read === null || answered === null
          ? types.map((finding) => (finding.isMeant ? matchByMeaning(finding) : matchByLexicon(finding, event.sources)))
          : read.map((finding) => matchByModel(finding, answered.model, event.sources)),
    impactedEntities: findImpact(findings, names, event.sources, taxonomy),
    companyEffects: companyEffects(types, taxonomy),
    articleCount: observations.length,
    independentSources: event.sources,
  };
}

/**
 * Probability from which a type by meaning stands beside types by terms. Below it, half of them were wrong, mostly a
 * neighbour of the type that the terms show: a partnership beside a merger.
 */
const BESIDE_TERMS = 0.7;

/** Returns the types that terms show, followed by those that only the meaning shows. */
function withMeant(found: readonly AlertFinding[], meant: readonly AlertFinding[]): AlertFinding[] {
  const known = new Set(found.map(({ type }) => type));
  const least = found.length === 0 ? 0 : BESIDE_TERMS;
  const added = meant.filter(({ type, similarity }) => !known.has(type) && similarity >= least);
  return [...found, ...added].slice(0, MAX_TYPES);
}

function matchByMeaning({ type, similarity, sources, mentions: [best] }: AlertFinding): AlertTypeMatch {
  const of = `${sources} independent ${sources === 1 ? "source" : "sources"}`;
  return {
    name: type.name,
    mappedFrom: best.sentence.text,
    method: MEANING,
    similarity,
    rationale: `The meaning of ${quoted(best)}, by the news model; so do headlines of ${of}.`,
  };
}

function matchByLexicon(
  { type, similarity, sources, mentions: [best] }: AlertFinding,
  ofSources: number,
): AlertTypeMatch {
  return {
    name: type.name,
    mappedFrom: wordsText(best.sentence, best.from, best.to),
    method: METHOD,
    similarity,
    rationale: `“${wordsText(best.sentence, best.from, best.to)}” in ${quoted(best)}; said by ${sources} of ${ofSources} independent ${ofSources === 1 ? "source" : "sources"}.`,
  };
}

function anchorText(title: string, summary: string, keywords: readonly string[]): string {
  return [title, [title, `${title}.`, `${title} …`].includes(summary) ? "" : summary, keywords.join(", ")]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, MAX_ANCHOR)
    .toWellFormed();
}

import { foldCase } from "#foundation/language/tokenize";
import { PatternIndex } from "../../lexicon/patterns.ts";
import type { TaxonomyFile } from "./taxonomy-file.ts";

export type AlertType = TaxonomyFile["alertTypes"][number];
export type Datapoint = TaxonomyFile["datapoints"][number];
export type Amplifier = TaxonomyFile["amplifiers"][number];
export type Certainty = TaxonomyFile["certainty"][number];
export type Direction = "up" | "down";

/**
 * How a term names a datapoint. `neutral` and `inverse` need a word of direction nearby; `up` and `down` state the
 * direction.
 */
export interface DatapointTerm {
  datapoint: Datapoint;
  says: "neutral" | "inverse" | Direction;
}

/** A sign of a text's certainty. `level` is an index of `file.certainty`; `statedAs` defines the valid places. */
export interface CertaintyTerm {
  level: number;
  where: "before" | "close" | "anywhere";
}

/** A taxonomy ready for use: its lists, and all its patterns in indexes. */
export interface Taxonomy {
  file: TaxonomyFile;
  alertTerms: PatternIndex<{ type: AlertType; weight: number }>;
  alertExceptions: PatternIndex<AlertType>;
  datapointTerms: PatternIndex<DatapointTerm>;
  directions: PatternIndex<Direction | "except">;
  units: PatternIndex<string>;
  certainty: PatternIndex<CertaintyTerm>;
  amplifierTerms: PatternIndex<Amplifier>;
  industries: PatternIndex<string>;
  /** Entity types by the last word of a name, folded. */
  endings: Map<string, string>;
  /** Entity types by the word before a name, folded. */
  titles: Map<string, string>;
  /** Entity types by the words after a name. */
  followers: PatternIndex<string>;
}

/** Compiles a checked file. */
export function compileTaxonomy(file: TaxonomyFile): Taxonomy {
  return {
    file,
    alertTerms: new PatternIndex(
      file.alertTypes.flatMap((type) =>
        Object.entries(type.terms).map(([pattern, weight]) => [pattern, { type, weight }] as const),
      ),
    ),
    alertExceptions: new PatternIndex(
      file.alertTypes.flatMap((type) => type.except.map((pattern) => [pattern, type] as const)),
    ),
    datapointTerms: new PatternIndex<DatapointTerm>(
      file.datapoints.flatMap((datapoint) => [
        ...datapoint.terms.map((pattern): [string, DatapointTerm] => [pattern, { datapoint, says: "neutral" }]),
        ...datapoint.inverse.map((pattern): [string, DatapointTerm] => [pattern, { datapoint, says: "inverse" }]),
        ...datapoint.up.map((pattern): [string, DatapointTerm] => [pattern, { datapoint, says: "up" }]),
        ...datapoint.down.map((pattern): [string, DatapointTerm] => [pattern, { datapoint, says: "down" }]),
      ]),
    ),
    directions: new PatternIndex([
      ...file.directions.up.map((pattern) => [pattern, "up"] as const),
      ...file.directions.down.map((pattern) => [pattern, "down"] as const),
      ...file.directions.except.map((pattern) => [pattern, "except"] as const),
    ]),
    units: new PatternIndex(
      Object.entries(file.units).flatMap(([kind, patterns]) => patterns.map((pattern) => [pattern, kind] as const)),
    ),
    certainty: new PatternIndex<CertaintyTerm>(
      file.certainty.flatMap(({ before, close, anywhere }, level) => [
        ...before.map((pattern): [string, CertaintyTerm] => [pattern, { level, where: "before" }]),
        ...close.map((pattern): [string, CertaintyTerm] => [pattern, { level, where: "close" }]),
        ...anywhere.map((pattern): [string, CertaintyTerm] => [pattern, { level, where: "anywhere" }]),
      ]),
    ),
    amplifierTerms: new PatternIndex(
      file.amplifiers.flatMap((amplifier) => amplifier.terms.map((pattern) => [pattern, amplifier] as const)),
    ),
    industries: new PatternIndex(
      file.industries.flatMap(({ name, terms }) => terms.map((pattern) => [pattern, name] as const)),
    ),
    endings: new Map(file.entityTypes.flatMap(({ name, endings }) => endings.map((word) => [foldCase(word), name]))),
    titles: new Map(file.entityTypes.flatMap(({ name, before }) => before.map((word) => [foldCase(word), name]))),
    followers: new PatternIndex(
      file.entityTypes.flatMap(({ name, after }) => after.map((pattern) => [pattern, name] as const)),
    ),
  };
}

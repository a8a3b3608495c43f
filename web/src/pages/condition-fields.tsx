import { useId, useState } from "react";
import type { ReadQuestionMutation } from "../generated/graphql.ts";
import { WordsField } from "../parts/words-field.tsx";
import {
  BANDS,
  type Constraints,
  conditionsInWords,
  conditionValue,
  MEASURES,
  type Measure,
  strictness,
  withStrictness,
  withValue,
} from "./conditions.ts";

interface ConditionsProps {
  /** What the question itself states. */
  stated: ReadQuestionMutation["generateSearchCriteria"]["form"]["conditions"];
  constraints: Constraints;
  onChange: (constraints: Constraints | null) => void;
}

/** The fields for sizes, years and bands of market capitalisation, which start with what the question states. */
export function SizeFields({ stated, constraints, onChange }: ConditionsProps) {
  const id = useId();
  const read = conditionsInWords(stated);
  const { isStrict, hasConditions } = strictness(stated, constraints);
  const set = (name: string, value: unknown) => onChange(withValue(stated, constraints, name, value));
  const bands = conditionValue(stated, constraints, "marketCapBands");
  const chosen: readonly unknown[] = Array.isArray(bands) ? bands : [];
  return (
    <fieldset className="conditions">
      <legend>Size and age</legend>
      {read.length > 0 && <p className="field-hint">{`Read from the question: ${read.join(", ")}.`}</p>}
      {MEASURES.map((measure) => (
        <Bounds
          key={measure.words}
          measure={measure}
          conditionValue={(name) => {
            const value = conditionValue(stated, constraints, name);
            return typeof value === "number" ? value : null;
          }}
          onChange={set}
        />
      ))}
      <fieldset className="condition">
        <legend>Market capitalisation, any of</legend>
        <div className="bands">
          {BANDS.map((band) => (
            <label key={band} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(band)}
                onChange={(event) => {
                  const kept = BANDS.filter((one) => (one === band ? event.target.checked : chosen.includes(one)));
                  set("marketCapBands", kept.length === 0 ? null : kept);
                }}
              />
              <span>{band}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {hasConditions && (
        <>
          <label className="choice">
            <input
              type="checkbox"
              checked={isStrict}
              aria-describedby={`${id}-unknown`}
              onChange={(event) => onChange(withStrictness(stated, constraints, event.target.checked))}
            />
            <span>Leave out companies of which the figure is not known</span>
          </label>
          <p className="field-hint" id={`${id}-unknown`}>
            {isStrict ? "Only companies that are known to fit are in." : "They stay in, and are said to be unknown."}
          </p>
        </>
      )}
    </fieldset>
  );
}

interface BoundsProps {
  measure: Measure;
  conditionValue: (name: string) => number | null;
  onChange: (name: string, value: number | null) => void;
}

function Bounds({ measure: { words, least, most }, conditionValue, onChange }: BoundsProps) {
  const id = useId();
  const [from, to] = [conditionValue(least), conditionValue(most)];
  const isCrossed = from !== null && to !== null && from > to;
  return (
    <fieldset className="condition">
      <legend>{words}</legend>
      <div className="condition-bounds">
        {(
          [
            [least, "at least", from],
            [most, "at most", to],
          ] as const
        ).map(([name, side, value]) => (
          <label key={name}>
            <span className="quiet">{side}</span>
            <input
              type="number"
              min={0}
              step={1}
              value={value ?? ""}
              aria-label={`${words}, ${side}`}
              aria-invalid={isCrossed}
              aria-describedby={isCrossed ? `${id}-crossed` : undefined}
              onChange={({ target: { valueAsNumber } }) =>
                onChange(name, Number.isNaN(valueAsNumber) ? null : Math.round(valueAsNumber))
              }
            />
          </label>
        ))}
      </div>
      {isCrossed && (
        <p className="field-error" id={`${id}-crossed`} role="alert">
          No company is in between.
        </p>
      )}
    </fieldset>
  );
}

/** Constraints that are no sizes, and start empty. */
const FURTHER = ["certifications", "excludeDomains", "minProbability", "targetRecall"] as const;

interface FurtherProps {
  constraints: Constraints;
  /** As the criteria have them: a list of strings, or other JSON, which discovery does not use. */
  assertions: unknown;
  onConstraint: (name: (typeof FURTHER)[number], value: unknown) => void;
  onAssertions: (assertions: string[] | null) => void;
}

export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** The fields for conditions that questions seldom state; folded while none is set. */
export function FurtherFields({ constraints, assertions, onConstraint, onAssertions }: FurtherProps) {
  const [isOpen] = useState(() => listOf(assertions).length > 0 || FURTHER.some((name) => constraints[name] != null));
  const list = (words: string[]) => (words.length === 0 ? null : words);
  return (
    <details className="further" open={isOpen}>
      <summary>Further conditions</summary>
      <WordsField
        label="Certifications"
        hint="All of these are required."
        words={listOf(constraints.certifications)}
        placeholder="ISO 9001"
        onChange={(words) => onConstraint("certifications", list(words))}
      />
      <WordsField
        label="Companies to leave out"
        hint="Domains of companies that you know already."
        words={listOf(constraints.excludeDomains)}
        placeholder="vestas.com"
        onChange={(words) => onConstraint("excludeDomains", list(words))}
      />
      <StatementsField statements={listOf(assertions)} onChange={(lines) => onAssertions(list(lines))} />
      <div className="field-pair">
        <PercentField
          label="Probability of the offer, at least"
          hint="Less likely companies are left out. Empty: as measured to be best."
          value={constraints.minProbability}
          onChange={(share) => onConstraint("minProbability", share)}
        />
        <PercentField
          label="Completeness, at least"
          hint="Less likely companies are let in until this share of all that match is estimated to be in."
          value={constraints.targetRecall}
          onChange={(share) => onConstraint("targetRecall", share)}
        />
      </div>
    </details>
  );
}

/** Statements have commas, so that each has a line of its own. */
function StatementsField({
  statements,
  onChange,
}: {
  statements: readonly string[];
  onChange: (statements: string[]) => void;
}) {
  const id = useId();
  const [text, setText] = useState(() => statements.join("\n"));
  return (
    <div className="field">
      <label htmlFor={id}>Statements about each company</label>
      <p className="field-hint" id={`${id}-hint`}>
        One on each line. A company is left out where its record says the contrary.
      </p>
      <textarea
        id={id}
        rows={3}
        value={text}
        placeholder="It makes the blades itself"
        aria-describedby={`${id}-hint`}
        onChange={({ target: { value } }) => {
          setText(value);
          const lines = value.split("\n").map((line) => line.trim());
          onChange(lines.filter((line) => line !== ""));
        }}
      />
    </div>
  );
}

interface PercentProps {
  label: string;
  hint: string;
  /** A share, 0–1. */
  value: unknown;
  onChange: (share: number | null) => void;
}

function PercentField({ label, hint, value, onChange }: PercentProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}, in %</label>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <input
        id={id}
        type="number"
        min={0}
        max={100}
        value={typeof value === "number" ? Math.round(value * 1000) / 10 : ""}
        aria-describedby={`${id}-hint`}
        onChange={({ target: { valueAsNumber } }) =>
          onChange(Number.isNaN(valueAsNumber) ? null : Math.min(100, Math.max(0, valueAsNumber)) / 100)
        }
      />
    </div>
  );
}

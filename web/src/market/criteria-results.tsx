import type { SpanFragment } from "../generated/graphql.ts";
import { Icon } from "../parts/icon.tsx";
import { fieldName, percent } from "../parts/words.ts";
import { EvidenceText } from "./evidence-text.tsx";
import { criterionName } from "./verdict-meaning.ts";

const OUTCOMES = {
  MET: { icon: "check", words: "met" },
  NOT_MET: { icon: "close", words: "not met" },
  UNKNOWN: { icon: "question", words: "not known" },
} as const;

interface CriteriaResultsProps {
  criteria: readonly SpanFragment[];
  /** Returns a field of the company's record as text; null where it is unknown here. */
  textOf: (field: string) => string | null;
}

/** Shows each criterion with what was found for it. */
export function CriteriaResults({ criteria, textOf }: CriteriaResultsProps) {
  return (
    <ul className="criteria">
      {criteria.map(({ criterion, outcome, note, probability, evidence, by }) => (
        <li key={`${criterion} ${note}`} className={`criterion criterion-${outcome.toLowerCase().replace("_", "-")}`}>
          <Icon name={OUTCOMES[outcome].icon} />
          <div>
            <p className="criterion-head">
              <strong>{criterionName(criterion)}</strong>
              <span className="unseen"> {OUTCOMES[outcome].words}. </span>
              {probability != null && <span className="quiet">{percent(probability)} likely</span>}
              {by != null && <span className="quiet">by {by}</span>}
            </p>
            <p>{note}</p>
            {evidence != null && (
              <p className="criterion-evidence">
                <EvidenceText evidence={evidence} text={textOf(evidence.field)} />
                <span className="quiet"> in {fieldName(evidence.field).toLowerCase()}</span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

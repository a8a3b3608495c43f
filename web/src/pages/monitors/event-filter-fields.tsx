import { useQuery } from "urql";
import { type EventFilterInput, KnownAlertTypesDocument } from "../../generated/graphql.ts";
import { WordsField } from "../../parts/words-field.tsx";
import { LEVELS } from "./event-filter.ts";

/** Before any stored event. */
const ALWAYS = "1970-01-01T00:00:00Z";
/** Maximum number of suggestions. */
const MOST = 12;

interface EventFilterFieldsProps {
  filter: EventFilterInput;
  onChange: (filter: EventFilterInput) => void;
}

/** The fields of an event filter. Suggests the alert types of the newest events. */
export function EventFilterFields({ filter, onChange }: EventFilterFieldsProps) {
  const [{ data }] = useQuery({ query: KnownAlertTypesDocument, variables: { since: ALWAYS } });
  const chosen = filter.alertTypes ?? [];
  const counts = new Map<string, number>();
  for (const { node } of data?.events.edges ?? [])
    for (const { name } of node.alertTypes) counts.set(name, (counts.get(name) ?? 0) + 1);
  const suggested = [...counts]
    .filter(([name]) => !chosen.some((one) => one.toLowerCase() === name.toLowerCase()))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST);
  return (
    <>
      <WordsField
        label="Alert types"
        hint="An event with any of these, such as “Strike” or “Product recall”."
        words={chosen}
        onChange={(alertTypes) => onChange({ ...filter, alertTypes })}
      />
      {suggested.length > 0 && (
        <div className="suggest">
          <span className="quiet">In the newest events:</span>
          {suggested.map(([name]) => (
            <button
              key={name}
              type="button"
              className="suggestion"
              onClick={() => onChange({ ...filter, alertTypes: [...chosen, name] })}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <WordsField
        label="Impacted"
        hint="Names of companies, places or groups that the event affects, exactly as events name them."
        words={filter.impactedEntities ?? []}
        onChange={(impactedEntities) => onChange({ ...filter, impactedEntities })}
      />
      <WordsField
        label="Figures that changed"
        hint="For example “Oil price” or “Employment”."
        words={filter.affectedDatapoints ?? []}
        onChange={(affectedDatapoints) => onChange({ ...filter, affectedDatapoints })}
      />
      <div className="field-pair">
        <Level
          label="Severity, at least"
          value={filter.minSeverity}
          onChange={(minSeverity) => onChange({ ...filter, minSeverity })}
        />
        <Level
          label="Likelihood, at least"
          value={filter.minLikelihood}
          onChange={(minLikelihood) => onChange({ ...filter, minLikelihood })}
        />
      </div>
    </>
  );
}

interface LevelProps {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
}

function Level({ label, value, onChange }: LevelProps) {
  const id = `level-${label.split(",")[0]}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
      >
        <option value="">Any</option>
        {LEVELS.map((words, level) => (
          <option key={words} value={level}>
            {words} ({level} of 3)
          </option>
        )).slice(1)}
      </select>
    </div>
  );
}

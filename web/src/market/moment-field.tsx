import { useId, useState } from "react";

/** A moment that can be chosen by its name; `at` "" is now. */
export interface NamedMoment {
  at: string;
  words: string;
}

interface MomentFieldProps {
  label: string;
  /** ISO 8601; "": now. */
  value: string;
  named: readonly NamedMoment[];
  /** The earliest that can be chosen. */
  since: string;
  onChange: (at: string) => void;
}

const OTHER = "other";

/** As a `datetime-local` input has it: in the reader's time zone, to the second. */
function localTime(at: string): string {
  const date = at === "" ? new Date() : new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** What was typed, no earlier than the history begins and no later than now. */
function within(typed: string, since: string): string {
  const time = new Date(typed).getTime();
  return new Date(Math.min(Math.max(time, Date.parse(since)), Date.now())).toISOString();
}

/** A moment: one that has a name, or any other. */
export function MomentField({ label, value, named, since, onChange }: MomentFieldProps) {
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const isOther = isAsked || !named.some(({ at }) => at === value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={isOther ? OTHER : value}
        onChange={({ target }) => {
          setAsked(target.value === OTHER);
          if (target.value !== OTHER) onChange(target.value);
        }}
      >
        {named.map(({ at, words }) => (
          <option key={at} value={at}>
            {words}
          </option>
        ))}
        <option value={OTHER}>Another moment</option>
      </select>
      {isOther && (
        <input
          type="datetime-local"
          aria-label={`${label}, day and time`}
          step={1}
          min={localTime(since)}
          defaultValue={localTime(value)}
          onChange={({ target }) => target.value !== "" && onChange(within(target.value, since))}
        />
      )}
    </div>
  );
}

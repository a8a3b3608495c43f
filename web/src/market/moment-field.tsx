import { useId, useState } from "react";

/** A moment that can be chosen by its name; `at` "" means now. */
export interface NamedMoment {
  at: string;
  words: string;
}

interface MomentFieldProps {
  label: string;
  /** ISO 8601; "" means now. */
  value: string;
  named: readonly NamedMoment[];
  /** The earliest selectable moment. */
  since: string;
  /** `isTyped`: it is one of the moments on the way to the one that is meant. */
  onChange: (at: string, isTyped: boolean) => void;
}

const OTHER = "other";

/** Formats a time for a `datetime-local` input: in the reader's time zone, to the second. */
function localTime(at: string): string {
  const date = at === "" ? new Date() : new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Limits the typed time to the range from the beginning of the history until now. */
function within(typed: string, since: string): string {
  const time = new Date(typed).getTime();
  return new Date(Math.min(Math.max(time, Date.parse(since)), Date.now())).toISOString();
}

/** A field for a moment: a named one, or any other. */
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
          if (target.value !== OTHER) onChange(target.value, false);
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
          onChange={({ target }) => target.value !== "" && onChange(within(target.value, since), true)}
        />
      )}
    </div>
  );
}

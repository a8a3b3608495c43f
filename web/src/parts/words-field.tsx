import { useId, useState } from "react";
import { Icon } from "./icon.tsx";

interface WordsFieldProps {
  label: string;
  hint?: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
  placeholder?: string;
}

/**
 * A field for a list of words or phrases: each can be removed, and more can be typed, separated by Enter or a comma.
 */
export function WordsField({ label, hint, words, onChange, placeholder }: WordsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const add = () => {
    const fresh = typed
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "" && !words.includes(word));
    if (fresh.length > 0) onChange([...words, ...fresh]);
    setTyped("");
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="words">
        {words.map((word) => (
          <Chip key={word} word={word} onRemove={() => onChange(words.filter((one) => one !== word))} />
        ))}
        <input
          id={id}
          value={typed}
          placeholder={words.length === 0 ? (placeholder ?? "Add…") : "Add…"}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === ",") {
              event.preventDefault();
              add();
            } else if (event.key === "Backspace" && typed === "" && words.length > 0) onChange(words.slice(0, -1));
          }}
        />
      </div>
    </div>
  );
}

export function Chip({ word, onRemove }: { word: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {word}
      <button type="button" aria-label={`Remove ${word}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

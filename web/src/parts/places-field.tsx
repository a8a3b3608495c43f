import { useId, useState } from "react";
import { allCountries, placeName } from "./words.ts";
import { Chip } from "./words-field.tsx";

export interface PlaceValue {
  country: string;
  address?: string[] | null | undefined;
  coordinates?: number[] | null | undefined;
}

interface PlacesFieldProps {
  places: readonly PlaceValue[];
  onChange: (places: PlaceValue[]) => void;
}

/** A field for countries, optionally with a city or a state in front: "Bavaria, Germany". */
export function PlacesField({ places, onChange }: PlacesFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [unknown, setUnknown] = useState<string | null>(null);
  const countries = allCountries();
  const add = () => {
    const text = typed.trim();
    if (text === "") return;
    const parts = text.split(",").map((part) => part.trim());
    const last = parts.pop()?.toLowerCase();
    const found = countries.find(({ code, name }) => name.toLowerCase() === last || code.toLowerCase() === last);
    if (found === undefined) {
      setUnknown(text);
      return;
    }
    const place = { country: found.code, ...(parts.length > 0 ? { address: parts } : {}) };
    if (!places.some((one) => placeName(one) === placeName(place))) onChange([...places, place]);
    setTyped("");
    setUnknown(null);
  };
  return (
    <div className="field">
      <label htmlFor={id}>Places</label>
      <p className="field-hint" id={`${id}-hint`}>
        Countries, or places such as “Bavaria, Germany”. Leave it empty for the whole world.
      </p>
      <div className="words">
        {places.map((place) => (
          <Chip
            key={placeName(place)}
            word={placeName(place)}
            onRemove={() => onChange(places.filter((one) => placeName(one) !== placeName(place)))}
          />
        ))}
        <input
          id={id}
          list={`${id}-countries`}
          value={typed}
          placeholder={places.length === 0 ? "Anywhere" : "Add…"}
          aria-describedby={`${id}-hint`}
          aria-invalid={unknown !== null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              add();
            } else if (event.key === "Backspace" && typed === "" && places.length > 0) onChange(places.slice(0, -1));
          }}
        />
        <datalist id={`${id}-countries`}>
          {countries.map(({ code, name }) => (
            <option key={code} value={name} />
          ))}
        </datalist>
      </div>
      {unknown !== null && (
        <p className="field-error" role="alert">
          “{unknown}” does not end with a country. Write it as “City, Country”.
        </p>
      )}
    </div>
  );
}

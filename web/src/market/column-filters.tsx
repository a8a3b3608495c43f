import { useId, useRef } from "react";
import { Chip } from "../parts/words-field.tsx";
import { areCrossed, type ColumnFilter, type Condition, parameterOf, valuesOf, written } from "./column-filter.ts";
import type { Column } from "./columns.ts";

interface ColumnFiltersProps {
  columns: readonly Column[];
  /** The filters that are set. */
  filters: readonly ColumnFilter[];
  conditionOn: (column: Column) => Condition | null;
  /** Changes a parameter of the address. */
  onChange: (parameter: string, value: string) => void;
}

/** The filters by the market's own columns: a control for each column, and the filters that are set. */
export function ColumnFilters({ columns, filters, conditionOn, onChange }: ColumnFiltersProps) {
  const summary = useRef<HTMLElement>(null);
  const remove = (column: Column) => {
    onChange(parameterOf(column), "");
    // The button goes away: the keyboard goes on where filters are set.
    summary.current?.focus();
  };
  return (
    <div className="column-filters">
      <details>
        <summary ref={summary}>Filter by column</summary>
        <div className="column-filter-grid">
          {columns.map((column) => (
            <ColumnField
              key={column.columnId}
              column={column}
              condition={conditionOn(column)}
              onChange={(value) => onChange(parameterOf(column), value)}
            />
          ))}
        </div>
      </details>
      {filters.length > 0 && (
        <ul className="names" aria-label="Filters by column">
          {filters.map(({ column, words }) => (
            <li key={column.columnId}>
              <Chip word={words} onRemove={() => remove(column)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ColumnFieldProps {
  column: Column;
  condition: Condition | null;
  /** Gets the condition as the address has it. */
  onChange: (written: string) => void;
}

/** The controls of one column, which fit its kind. */
function ColumnField({ column, condition, onChange }: ColumnFieldProps) {
  const { kind, name, unit } = column;
  const values = valuesOf(column);
  const chosen = condition?.by === "said" || condition?.by === "value" ? written(condition) : "";
  return (
    <fieldset>
      <legend>
        {name}
        {unit != null && <span className="quiet"> {unit}</span>}
      </legend>
      {kind === "TEXT" && (
        <label>
          <span className="quiet">Contains</span>
          <input
            type="search"
            value={condition?.by === "part" ? condition.part : ""}
            onChange={(event) => onChange(written({ by: "part", part: event.target.value }))}
          />
        </label>
      )}
      {kind === "NUMBER" && <Bounds condition={condition} onChange={onChange} />}
      <label>
        <span className="quiet">Answer</span>
        <select value={chosen} onChange={(event) => onChange(event.target.value)}>
          <option value="">Answered or not</option>
          {values.map((value) => (
            <option key={value} value={written({ by: "value", value })}>
              {value}
            </option>
          ))}
          <option value="said">Answered</option>
          <option value="not-said">Not said</option>
        </select>
      </label>
    </fieldset>
  );
}

/** The bounds of a number, both included. */
function Bounds({ condition, onChange }: Omit<ColumnFieldProps, "column">) {
  const id = useId();
  const bounds = condition?.by === "bounds" ? condition : { from: "", to: "" };
  const isCrossed = areCrossed(bounds);
  const field = (label: string, end: "from" | "to") => (
    <label>
      <span className="quiet">{label}</span>
      <input
        type="number"
        step="any"
        value={bounds[end]}
        aria-invalid={isCrossed}
        aria-describedby={isCrossed ? id : undefined}
        onChange={(event) => onChange(written({ by: "bounds", ...bounds, [end]: event.target.value }))}
      />
    </label>
  );
  return (
    <>
      <div className="column-filter-bounds">
        {field("From", "from")}
        {field("To", "to")}
      </div>
      {isCrossed && (
        <p className="field-error" id={id} role="alert">
          “From” is above “To”, so no answer is between them.
        </p>
      )}
    </>
  );
}

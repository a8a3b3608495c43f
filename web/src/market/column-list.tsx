import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import { ChangeColumnCapDocument, DeleteColumnDocument, RefillColumnDocument } from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { count, money } from "../parts/words.ts";
import type { Column } from "./columns.ts";

interface ColumnListProps {
  columns: readonly Column[];
  onClose: () => void;
  onChange: () => void;
}

/** Shows the market's columns: how many cells each has answered, what it cost, and the possible actions. */
export function ColumnList({ columns, onClose, onChange }: ColumnListProps) {
  const [refilling, refill] = useMutation(RefillColumnDocument);
  const [deleting, remove] = useMutation(DeleteColumnDocument);
  const failed = refilling.error ?? deleting.error;
  return (
    <Modal title="Columns" onClose={onClose}>
      <ul className="review-list">
        {columns.map((column) => {
          const { columnId, name, question, readAs, readBy, cells } = column;
          return (
            <li key={columnId}>
              <div>
                <strong>{name}</strong>
                <p>{question}</p>
                <p className="quiet">
                  {readBy === "RULES" && (readAs == null ? "The rules cannot read it · " : `Read as: ${readAs} · `)}
                  {count(cells.said)} said, {count(cells.notSaid)} not said
                  {cells.stopped > 0 && `, ${count(cells.stopped)} stopped`}
                </p>
                {column.maxCostUsd != null && (
                  <Cap column={column} maxCostUsd={column.maxCostUsd} onChange={onChange} />
                )}
              </div>
              <button
                type="button"
                className="button button-small"
                aria-label={`Answer again: ${name}`}
                onClick={() => void refill({ columnId }).then(onChange)}
              >
                Answer again
              </button>
              <button
                type="button"
                className="button button-small"
                aria-label={`Delete ${name}`}
                onClick={() => void remove({ columnId }).then(onChange)}
              >
                Delete
              </button>
            </li>
          );
        })}
      </ul>
      {failed !== undefined && <ErrorNotice error={failed} />}
    </Modal>
  );
}

interface CapProps {
  column: Column;
  maxCostUsd: number;
  onChange: () => void;
}

/** Shows what a column of the language model has cost, and changes its cap. */
function Cap({ column: { columnId, name, costUsd }, maxCostUsd, onChange }: CapProps) {
  const [usd, setUsd] = useState(String(maxCostUsd));
  const [{ fetching, error }, change] = useMutation(ChangeColumnCapDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await change({ columnId, maxCostUsd: Number(usd) });
    if (data != null) onChange();
  };
  return (
    <>
      <p className="quiet">
        The language model answers it: {costUsd === 0 ? "nothing" : money(costUsd)} spent of at most {money(maxCostUsd)}
      </p>
      <form className="cap" onSubmit={(event) => void submit(event)}>
        <label>
          <span className="unseen">Cap of {name} in US dollars</span>
          <input
            type="number"
            required
            min={0}
            step="any"
            value={usd}
            onChange={(event) => setUsd(event.target.value)}
          />
        </label>
        <button type="submit" className="button button-small" disabled={fetching || Number(usd) === maxCostUsd}>
          Change the cap
        </button>
      </form>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

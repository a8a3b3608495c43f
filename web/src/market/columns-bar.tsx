import { useState } from "react";
import { useMutation } from "urql";
import { CancelFillDocument, ResumeFillDocument } from "../generated/graphql.ts";
import { Icon } from "../parts/icon.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { count } from "../parts/words.ts";
import { AddColumn } from "./add-column.tsx";
import { ColumnList } from "./column-list.tsx";
import type { Columns } from "./columns.ts";

interface ColumnsBarProps {
  marketId: number;
  columns: Columns["columns"];
  fill: Columns["columnFill"];
  onChange: () => void;
}

/** Shows how far the market's columns are filled, and the possible actions. */
export function ColumnsBar({ marketId, columns, fill, onChange }: ColumnsBarProps) {
  const [shown, setShown] = useState<"add" | "list" | null>(null);
  const [cancelling, cancel] = useMutation(CancelFillDocument);
  const [resuming, resume] = useMutation(ResumeFillDocument);
  const sum = (state: "waiting" | "said" | "notSaid" | "stopped") =>
    columns.reduce((all, { cells }) => all + cells[state], 0);
  const done = sum("said") + sum("notSaid");
  const isFilling = fill?.status === "QUEUED" || fill?.status === "RUNNING";
  const failed = cancelling.error ?? resuming.error;
  return (
    <div className="columns-bar">
      <button type="button" className="button button-small" onClick={() => setShown("add")}>
        <Icon name="add" /> Add a column
      </button>
      {columns.length > 0 && (
        <button type="button" className="button button-small" onClick={() => setShown("list")}>
          Columns <em>{count(columns.length)}</em>
        </button>
      )}
      {isFilling && (
        <>
          <span role="status">
            {count(done)} of {count(done + sum("waiting"))} cells answered
          </span>
          <button
            type="button"
            className="button button-small"
            disabled={cancelling.fetching}
            onClick={() => void cancel({ marketId }).then(onChange)}
          >
            Stop
          </button>
        </>
      )}
      {!isFilling && sum("stopped") > 0 && (
        <>
          <span>
            {count(sum("stopped"))} cells were stopped{fill?.error == null ? "" : `: ${fill.error}`}
          </span>
          <button
            type="button"
            className="button button-small"
            disabled={resuming.fetching}
            onClick={() => void resume({ marketId }).then(onChange)}
          >
            Resume
          </button>
        </>
      )}
      {failed !== undefined && <ErrorNotice error={failed} />}
      {shown === "add" && <AddColumn marketId={marketId} onClose={() => setShown(null)} onAdded={onChange} />}
      {shown === "list" && <ColumnList columns={columns} onClose={() => setShown(null)} onChange={onChange} />}
    </div>
  );
}

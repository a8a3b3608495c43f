import { useState } from "react";
import type { AnswerFragment } from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { day, spoken } from "../parts/words.ts";

const UNANSWERED = { WAITING: "…", STOPPED: "stopped", NOT_SAID: "not said", SAID: "" } as const;

interface ColumnAnswerProps {
  company: string;
  column: string;
  answer: AnswerFragment | undefined;
}

/** Shows a cell of a market's column; it opens on the quotation, or on what was read. */
export function ColumnAnswer({ company, column, answer }: ColumnAnswerProps) {
  const [isOpen, setOpen] = useState(false);
  if (answer === undefined) return <span className="quiet">–</span>;
  const { state, value, reason, quote, source, lookedAt } = answer;
  const shown = value ?? UNANSWERED[state];
  if (state === "WAITING" || state === "STOPPED") return <span className="quiet">{shown}</span>;
  return (
    <>
      <button
        type="button"
        className={state === "SAID" ? "answer" : "answer quiet"}
        aria-label={`${column} of ${company}: ${shown}`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {isOpen && (
        <Modal title={`${column}: ${company}`} onClose={() => setOpen(false)}>
          {quote != null && source != null ? (
            <>
              <p>
                <strong>{value}</strong>
              </p>
              <blockquote>{quote}</blockquote>
              <p className="quiet">
                {source.field == null ? spoken(source.kind) : `Field ${source.field} of the record`},{" "}
                <a href={source.url} target="_blank" rel="noreferrer noopener">
                  {source.title || source.url}
                </a>
                , {day(source.date)}
              </p>
            </>
          ) : (
            <p>{reason}</p>
          )}
          {lookedAt.length > 0 && <p className="quiet">Looked at: {lookedAt.join(", ")}.</p>}
        </Modal>
      )}
    </>
  );
}

import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import {
  AddColumnDocument,
  type AddMarketColumnInput,
  type ColumnKind,
  type ColumnReader,
} from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { ColumnQuote } from "./column-quote.tsx";

const KINDS = {
  TEXT: "Words",
  NUMBER: "A number",
  YES_NO: "Yes or no",
  CHOICE: "One of several values",
} as const satisfies Record<ColumnKind, string>;

const READERS = {
  RULES: ["Rules", "common questions in English, at no cost"],
  MODEL: ["The language model", "any question, paid for each company"],
} as const satisfies Record<ColumnReader, readonly [string, string]>;

interface AddColumnProps {
  marketId: number;
  onClose: () => void;
  onAdded: () => void;
}

/** Asks for a question to each company, and adds it as a column. */
export function AddColumn({ marketId, onClose, onAdded }: AddColumnProps) {
  const [question, setQuestion] = useState("");
  const [name, setName] = useState("");
  const [kind, setKind] = useState<ColumnKind>("TEXT");
  const [unit, setUnit] = useState("");
  const [choices, setChoices] = useState("");
  const [readBy, setReadBy] = useState<ColumnReader>("RULES");
  const [maxCostUsd, setMaxCost] = useState("");
  const [{ fetching, error, data }, add] = useMutation(AddColumnDocument);
  const values = choices
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const input: AddMarketColumnInput = {
    marketId,
    question,
    kind,
    name: name.trim() || null,
    unit: kind === "NUMBER" ? unit.trim() || null : null,
    choices: kind === "CHOICE" ? values : null,
    readBy,
    maxCostUsd: readBy === "MODEL" && maxCostUsd !== "" ? Number(maxCostUsd) : null,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await add({ input });
    if (answer.data == null) return;
    onAdded();
    if (answer.data.addMarketColumn.readAs != null) onClose();
  };
  if (data != null && data.addMarketColumn.readAs == null)
    return (
      <Modal title="The rules cannot read this question" onClose={onClose}>
        <p>
          The column was added, but every company will be “not said”. The rules read, for example, “Who is the CEO?”,
          “How many employees do they have?” and “Do they export to Japan?”. A language model can answer any question.
        </p>
        <footer className="modal-foot">
          <button type="button" className="button button-main" onClick={onClose}>
            Close
          </button>
        </footer>
      </Modal>
    );
  return (
    <Modal title="Add a column" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="column-question">Question to each company</label>
          <input
            id="column-question"
            required
            maxLength={500}
            placeholder="Do they export to Japan?"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </div>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="column-kind">An answer is</label>
            <select id="column-kind" value={kind} onChange={(event) => setKind(event.target.value as ColumnKind)}>
              {Object.entries(KINDS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor="column-name">Heading (optional)</label>
            <input id="column-name" maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          </div>
        </div>
        {kind === "NUMBER" && (
          <div className="field">
            <label htmlFor="column-unit">Unit (optional)</label>
            <input id="column-unit" maxLength={40} value={unit} onChange={(event) => setUnit(event.target.value)} />
          </div>
        )}
        {kind === "CHOICE" && (
          <div className="field">
            <label htmlFor="column-choices">Values, one per line</label>
            <textarea
              id="column-choices"
              required
              rows={4}
              value={choices}
              onChange={(event) => setChoices(event.target.value)}
            />
          </div>
        )}
        <fieldset className="choices">
          <legend>Answered by</legend>
          {(Object.keys(READERS) as ColumnReader[]).map((reader) => (
            <label key={reader} className="choice">
              <input type="radio" name="reader" checked={reader === readBy} onChange={() => setReadBy(reader)} />
              <span>
                {READERS[reader][0]} <span className="quiet">{READERS[reader][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {readBy === "MODEL" && (
          <>
            <ColumnQuote input={input} />
            <div className="field">
              <label htmlFor="column-cap">Never more than (US dollars)</label>
              <p className="field-hint" id="column-cap-hint">
                For all answers of this column, those for later companies included. You can change it later.
              </p>
              <input
                id="column-cap"
                type="number"
                required
                min={0}
                step="any"
                aria-describedby="column-cap-hint"
                value={maxCostUsd}
                onChange={(event) => setMaxCost(event.target.value)}
              />
            </div>
          </>
        )}
        <p className="quiet">
          Answers come from the stored records, pages and articles. Each has the words that say it; without such words,
          it is “not said”.
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
        <footer className="modal-foot">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-main" disabled={fetching}>
            {fetching ? "Adding…" : "Add the column"}
          </button>
        </footer>
      </form>
    </Modal>
  );
}

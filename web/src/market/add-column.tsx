import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import { AddColumnDocument, type ColumnKind } from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { ErrorNotice } from "../parts/notice.tsx";

const KINDS = {
  TEXT: "Words",
  NUMBER: "A number",
  YES_NO: "Yes or no",
  CHOICE: "One of several values",
} as const satisfies Record<ColumnKind, string>;

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
  const [{ fetching, error, data }, add] = useMutation(AddColumnDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = choices
      .split("\n")
      .map((one) => one.trim())
      .filter((one) => one !== "");
    const answer = await add({
      input: {
        marketId,
        question,
        kind,
        name: name.trim() || null,
        unit: kind === "NUMBER" ? unit.trim() || null : null,
        choices: kind === "CHOICE" ? values : null,
      },
    });
    if (answer.data === undefined) return;
    onAdded();
    if (answer.data.addMarketColumn.readAs != null) onClose();
  };
  if (data !== undefined && data.addMarketColumn.readAs == null)
    return (
      <Modal title="Added, but not understood" onClose={onClose}>
        <p>
          The rules cannot read this question, so every company will be “not said”. They read, for example, “Who is the
          CEO?”, “How many employees do they have?” and “Do they export to Japan?”.
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
        <p className="quiet">
          Answered from the records, pages and articles that are stored, each with the words that say it. It costs
          nothing.
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
        <footer className="modal-foot">
          <button type="button" className="button" onClick={onClose}>
            Not now
          </button>
          <button type="submit" className="button button-main" disabled={fetching}>
            {fetching ? "Adding…" : "Add the column"}
          </button>
        </footer>
      </form>
    </Modal>
  );
}

import { type FormEvent, useState } from "react";
import { Icon } from "../parts/icon.tsx";

const EXAMPLES = [
  "Find 30 makers of wind turbine components in Germany, Denmark and Spain, not wind farm operators",
  "Software providers for hospitals in France with at least 200 employees",
  "Companies like vestas.com in Asia",
];

interface QuestionFormProps {
  initial?: string;
  busy?: boolean;
  onQuestion: (question: string) => void;
}

/** A form for a market question; Enter submits it. */
export function QuestionForm({ initial = "", busy = false, onQuestion }: QuestionFormProps) {
  const [question, setQuestion] = useState(initial);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (question.trim() !== "") onQuestion(question.trim());
  };
  return (
    <form className="question" onSubmit={submit}>
      <div className="question-box">
        <label htmlFor="question" className="unseen">
          Your question
        </label>
        <textarea
          id="question"
          rows={2}
          maxLength={4000}
          placeholder="Find 30 makers of … in …, not …"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              submit();
            }
          }}
        />
        <button type="submit" className="button button-main" disabled={busy || question.trim() === ""}>
          {busy ? "Reading…" : "Read the question"}
          <Icon name="arrow" />
        </button>
      </div>
      {initial === "" && (
        <ul className="examples" aria-label="Examples">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button type="button" onClick={() => setQuestion(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

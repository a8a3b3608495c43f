import { useEffect, useState } from "react";
import { useMutation } from "urql";
import { useSearchParams } from "wouter";
import { ReadQuestionDocument, type ReadQuestionMutation } from "../generated/graphql.ts";
import { Icon } from "../parts/icon.tsx";
import { ErrorNotice, Loading } from "../parts/notice.tsx";
import { useTitle } from "../parts/use-title.ts";
import { CriteriaForm } from "./criteria-form.tsx";
import { QuestionForm } from "./question-form.tsx";

type Reading = ReadQuestionMutation["generateSearchCriteria"];

/** A question, then the criteria read from it, to correct and to start. */
export default function Ask() {
  const [parameters, setParameters] = useSearchParams();
  const question = parameters.get("question") ?? "";
  const [{ fetching, error }, read] = useMutation(ReadQuestionDocument);
  const [reading, setReading] = useState<{ question: string; criteria: Reading } | null>(null);
  useTitle("Ask");

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each question
  useEffect(() => {
    if (question === "") return;
    let isCurrent = true;
    void read({ question }).then(({ data }) => {
      if (isCurrent && data != null) setReading({ question, criteria: data.generateSearchCriteria });
    });
    return () => {
      isCurrent = false;
    };
  }, [question]);

  const isRead = reading !== null && reading.question === question;
  return (
    <>
      <header className="page-head">
        <h1>{isRead ? "Check what was understood" : "Ask"}</h1>
        <ol className="steps" aria-label="Steps">
          <li className={isRead ? "is-done" : "is-now"}>{isRead && <Icon name="check" />}Question</li>
          <li className={isRead ? "is-now" : ""}>Criteria and quote</li>
          <li>Discovery</li>
        </ol>
      </header>
      <QuestionForm
        key={question}
        initial={question}
        busy={fetching}
        onQuestion={(asked) => setParameters({ question: asked })}
      />
      {error !== undefined && <ErrorNotice error={error} onRetry={() => void read({ question })} />}
      {fetching && <Loading rows={4} label="Reading the question" />}
      {isRead && <CriteriaForm key={`criteria of ${reading.question}`} reading={reading.criteria} />}
    </>
  );
}

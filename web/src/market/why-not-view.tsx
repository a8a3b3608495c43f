import { type FormEvent, useState } from "react";
import { useMutation, useQuery } from "urql";
import { useSearchParams } from "wouter";
import { ExtendDiscoveryDocument, WhyNotDocument, type WhyNotQuery } from "../generated/graphql.ts";
import { asInput } from "../graph/as-input.ts";
import { useSession } from "../graph/session-context.ts";
import { VerdictBadge } from "../parts/badge.tsx";
import { Icon } from "../parts/icon.tsx";
import { ErrorNotice, Loading, Note } from "../parts/notice.tsx";
import { CriteriaResults } from "./criteria-results.tsx";

/** Matches how clients of the API write a step: " (constraints.minProbability: 0.062)". The button does it here. */
const CONSTRAINT = / \(constraints\.[^()]*\)/;

type Answer = NonNullable<WhyNotQuery["market"]>["whyNot"];

/** Shows why any company is not in the market, with the smallest change of the criteria that lets it in. */
export default function WhyNotView({ marketId, onChange }: { marketId: number; onChange: () => void }) {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get("domain") ?? "";
  const [domain, setDomain] = useState(asked);
  const [{ data, error, fetching }, again] = useQuery({
    query: WhyNotDocument,
    variables: { marketId, domain: asked },
    pause: asked === "",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (domain.trim() !== "") setParameters({ domain: domain.trim() });
  };
  const answer = asked === "" ? undefined : data?.market?.whyNot;
  return (
    <section className="panel" aria-labelledby="why-not-title">
      <h2 id="why-not-title">Why not this company?</h2>
      <p className="quiet">Any company of the directory, also one that no discovery looked at: it is judged now.</p>
      <form className="line-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="domain">Domain</label>
          <input
            id="domain"
            value={domain}
            placeholder="vestas.com"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setDomain(event.target.value)}
          />
        </div>
        <button type="submit" className="button button-main" disabled={fetching || domain.trim() === ""}>
          Ask why
        </button>
      </form>
      {error !== undefined && <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />}
      {fetching && <Loading rows={4} label="Judging" />}
      {!fetching && answer !== undefined && <WhyNotAnswer marketId={marketId} answer={answer} onChange={onChange} />}
    </section>
  );
}

function WhyNotAnswer({ marketId, answer, onChange }: { marketId: number; answer: Answer; onChange: () => void }) {
  return (
    <article className="why-not" aria-live="polite">
      <h3>
        {answer.company?.name ?? answer.domain} {answer.verdict != null && <VerdictBadge verdict={answer.verdict} />}
      </h3>
      <p>{answer.reason}</p>
      {answer.note != null && <Note>{answer.note}</Note>}
      {answer.criteria.length > 0 && <CriteriaResults criteria={answer.criteria} textOf={() => null} />}
      {answer.smallestChange != null && (
        <SmallestChange marketId={marketId} change={answer.smallestChange} onChange={onChange} />
      )}
    </article>
  );
}

interface SmallestChangeProps {
  marketId: number;
  change: NonNullable<Answer["smallestChange"]>;
  onChange: () => void;
}

function SmallestChange({ marketId, change, onChange }: SmallestChangeProps) {
  const { may } = useSession();
  const [{ fetching, error }, extend] = useMutation(ExtendDiscoveryDocument);
  const search = async () => {
    const { data } = await extend({ marketId, searchCriteria: asInput(change.searchCriteria) });
    if (data != null) onChange();
  };
  return (
    <div className="smallest-change">
      <h4>The smallest change that would include it</h4>
      <ol>
        {change.steps.map(({ condition, sentence }) => (
          <li key={condition}>{sentence.replace(CONSTRAINT, "")}</li>
        ))}
      </ol>
      {may("discovery:write") && (
        <button type="button" className="button" disabled={fetching} onClick={() => void search()}>
          <Icon name="search" />
          {fetching ? "Starting…" : "Search again with this change"}
        </button>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  );
}

import { useQuery } from "urql";
import { QuoteDocument, type SearchCriteriaInput } from "../generated/graphql.ts";
import { ErrorNotice, Loading } from "../parts/notice.tsx";
import { useSettled } from "../parts/use-settled.ts";
import { duration, money } from "../parts/words.ts";

interface QuoteProps {
  criteria: SearchCriteriaInput;
  maxCostUsd: number | null;
  onMaxCost: (usd: number | null) => void;
}

/** Shows the expected time and cost of the discovery by these criteria; read again when they have changed. */
export function Quote({ criteria, maxCostUsd, onMaxCost }: QuoteProps) {
  const settled = useSettled(criteria, 500);
  const [{ data, error }] = useQuery({ query: QuoteDocument, variables: { searchCriteria: settled } });
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (data == null) return <Loading rows={1} label="Asking for a quote" />;
  const { seconds, costUsd, items } = data.quoteDiscovery;
  const isFree = items.length === 0;
  return (
    <div className="quote">
      <dl className="facts">
        <div>
          <dt>Takes</dt>
          <dd>
            about {duration(seconds.p50)}
            <span className="quiet"> · nine times in ten less than {duration(seconds.p90)}</span>
          </dd>
        </div>
        <div>
          <dt>Costs</dt>
          <dd>
            {isFree ? "nothing" : `about ${money(costUsd.p50)}`}
            {!isFree && <span className="quiet"> · nine times in ten less than {money(costUsd.p90)}</span>}
          </dd>
        </div>
      </dl>
      {!isFree && (
        <>
          <ul className="plain quiet">
            {items.map(({ provider, operation, calls }) => (
              <li key={`${provider} ${operation}`}>
                {provider}: {operation}, up to {calls.p90} times
              </li>
            ))}
          </ul>
          <div className="field">
            <label htmlFor="cap">Cost cap (US dollars)</label>
            <input
              id="cap"
              type="number"
              min={0}
              step={0.1}
              placeholder="no cap"
              value={maxCostUsd ?? ""}
              onChange={(event) =>
                onMaxCost(Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber)
              }
            />
          </div>
        </>
      )}
    </div>
  );
}

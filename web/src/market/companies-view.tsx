import { useEffect, useState } from "react";
import { useQuery } from "urql";
import { useSearchParams } from "wouter";
import { MarketColumnsDocument, type Verdict, VerdictCountsDocument } from "../generated/graphql.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { allCountries, count } from "../parts/words.ts";
import { ColumnsBar } from "./columns-bar.tsx";
import { OthersTable } from "./others-table.tsx";
import { TakenTable } from "./taken-table.tsx";

/** Polling interval of a fill's progress. */
const FILL_POLL_MS = 1_500;

const SHOWN: readonly Verdict[] = ["IN", "BELOW_CUT", "RELATED", "FAILED", "EXCLUDED", "DUPLICATE"];

interface CompaniesViewProps {
  marketId: number;
  /** Number of companies in the market, reviews included. */
  total: number;
  /** The newest completed discovery; null where there is none. */
  jobId: number | null;
  onOpen: (domain: string) => void;
  onChange: () => void;
}

/** Shows the companies of a market, and separately those that it did not take, by verdict. */
export function CompaniesView({ marketId, total, jobId, onOpen, onChange }: CompaniesViewProps) {
  const [parameters, setParameters] = useSearchParams();
  const [search, setSearch] = useState("");
  const [country, setCountry] = useState("");
  const [{ data }] = useQuery({
    query: VerdictCountsDocument,
    variables: { jobId: jobId ?? 0 },
    pause: jobId === null,
  });
  const [own, readOwn] = useQuery({ query: MarketColumnsDocument, variables: { marketId } });
  const { columns = [], columnFill: fill } = own.data?.market ?? {};
  const isFilling = fill?.status === "QUEUED" || fill?.status === "RUNNING";
  useEffect(() => {
    if (!isFilling) return;
    const timer = setInterval(() => readOwn({ requestPolicy: "network-only" }), FILL_POLL_MS);
    return () => clearInterval(timer);
  }, [isFilling, readOwn]);
  const answered = columns.reduce((all, { cells }) => all + cells.said + cells.notSaid, 0);
  const counts = new Map(data?.discoveryJob?.verdictCounts.map((one) => [one.verdict, one.count]));
  const verdict = SHOWN.find((one) => one === parameters.get("verdict")) ?? "IN";
  // Kept in the address, so that the view can be shared.
  const show = (one: Verdict) => setParameters({ verdict: one });
  const isJudged = jobId !== null;
  const list = { marketId, search, country, isJudged, onOpen, onChange };
  return (
    <section className="panel" aria-label="Companies">
      <fieldset className="segments">
        <legend className="unseen">Verdict</legend>
        {SHOWN.filter((one) => one === "IN" || one === verdict || (counts.get(one) ?? 0) > 0).map((one) => (
          <label key={one} className="segment">
            <input type="radio" name="verdict" checked={one === verdict} onChange={() => show(one)} />
            <span>
              {VERDICTS[one].words}
              {one === "IN" ? <em>{count(total)}</em> : <em>{count(counts.get(one) ?? 0)}</em>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="filters filters-wide">
        <SearchField
          label="Search companies"
          placeholder="Name, domain or reason"
          value={search}
          onChange={setSearch}
        />
        <label>
          <span className="unseen">Country</span>
          <select value={country} onChange={(event) => setCountry(event.target.value)}>
            <option value="">Every country</option>
            {allCountries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {verdict === "IN" ? (
        <>
          {own.error !== undefined && (
            <ErrorNotice error={own.error} onRetry={() => readOwn({ requestPolicy: "network-only" })} />
          )}
          {jobId !== null && (
            <ColumnsBar
              marketId={marketId}
              columns={columns}
              fill={fill ?? null}
              onChange={() => readOwn({ requestPolicy: "network-only" })}
            />
          )}
          <TakenTable {...list} ownColumns={columns} answered={answered} />
        </>
      ) : (
        <OthersTable {...list} verdict={verdict} />
      )}
    </section>
  );
}

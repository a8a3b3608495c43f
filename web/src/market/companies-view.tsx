import { useEffect } from "react";
import { useQuery } from "urql";
import { MarketColumnsDocument, type Verdict, VerdictCountsDocument } from "../generated/graphql.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { ErrorNotice, Loading } from "../parts/notice.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useParameters } from "../parts/use-parameters.ts";
import { allCountries, count } from "../parts/words.ts";
import { columnFilters, hasColumnFilters, readCondition } from "./column-filter.ts";
import { ColumnFilters } from "./column-filters.tsx";
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
  // What is shown is kept in the address, so that the view can be shared.
  const [parameters, set] = useParameters();
  const filter = (name: string, value: string) => set(name, value, { replace: true });
  const search = parameters.get("search") ?? "";
  const countries = allCountries();
  const country = countries.find(({ code }) => code === parameters.get("country"))?.code ?? "";
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
  const filters = columnFilters(columns, parameters);
  // Which condition an address has on a column is known once the columns are.
  const isUnread = own.data === undefined && own.error === undefined && hasColumnFilters(parameters);
  const answered = columns.reduce((all, { cells }) => all + cells.said + cells.notSaid, 0);
  const counts = new Map(data?.discoveryJob?.verdictCounts.map((one) => [one.verdict, one.count]));
  const verdict = SHOWN.find((one) => one === parameters.get("verdict")) ?? "IN";
  const isJudged = jobId !== null;
  const list = { marketId, search, country, isJudged, onOpen, onChange };
  return (
    <section className="panel" aria-label="Companies">
      <fieldset className="segments">
        <legend className="unseen">Verdict</legend>
        {SHOWN.filter((one) => one === "IN" || one === verdict || (counts.get(one) ?? 0) > 0).map((one) => (
          <label key={one} className="segment">
            <input type="radio" name="verdict" checked={one === verdict} onChange={() => set("verdict", one)} />
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
          onChange={(text) => filter("search", text)}
        />
        <label>
          <span className="unseen">Country</span>
          <select value={country} onChange={(event) => filter("country", event.target.value)}>
            <option value="">Every country</option>
            {countries.map(({ code, name }) => (
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
          {columns.length > 0 && (
            <ColumnFilters
              columns={columns}
              filters={filters}
              conditionOn={(column) => readCondition(column, parameters)}
              onChange={filter}
            />
          )}
          {isUnread ? (
            <Loading rows={8} label="Loading companies" />
          ) : (
            <TakenTable
              {...list}
              ownColumns={columns}
              columnFilters={filters.map(({ asked }) => asked)}
              answered={answered}
            />
          )}
        </>
      ) : (
        <OthersTable {...list} verdict={verdict} />
      )}
    </section>
  );
}

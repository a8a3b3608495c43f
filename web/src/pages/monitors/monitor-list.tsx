import { type FormEvent, useState } from "react";
import { useMutation, useQuery } from "urql";
import { Link, useLocation } from "wouter";
import { CreateMonitorDocument, MarketsDocument, MonitorsDocument } from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Empty, ErrorNotice, Loading } from "../../parts/notice.tsx";
import { Pager } from "../../parts/pager.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { interval } from "../../parts/words.ts";

const PAGE = 20;

/** Shows the monitors of the team, and the form that makes one. */
export default function MonitorList() {
  const { may } = useSession();
  const pages = useCursorPages("monitors");
  useTitle("Monitors");
  const [{ data, error }] = useQuery({
    query: MonitorsDocument,
    variables: { first: PAGE, after: pages.after },
    requestPolicy: "cache-and-network",
  });
  const list = data?.monitors;
  return (
    <>
      <header className="page-head">
        <h1>Monitors</h1>
        <p className="lead">
          A monitor checks a market again and again, and reports which companies enter and leave, and why.
        </p>
      </header>
      {may("discovery:write") && <NewMonitor />}
      <section className="panel" aria-labelledby="monitors-title">
        <header className="panel-head">
          <h2 id="monitors-title">All monitors</h2>
        </header>
        {error !== undefined && <ErrorNotice error={error} />}
        {list === undefined && error === undefined && <Loading rows={4} label="Loading monitors" />}
        {list?.totalCount === 0 && (
          <Empty title="No monitor yet">
            {may("discovery:write") && <p>“New monitor” above makes one for a market.</p>}
          </Empty>
        )}
        {list !== undefined && list.totalCount > 0 && (
          <>
            <ul className="market-list">
              {list.edges.map(({ node }) => (
                <li key={node.id}>
                  <Link href={`/monitors/${node.monitorId}`} className="market-row">
                    <span className="market-row-name">{node.name}</span>
                    <span className="market-row-facts">
                      <span>{node.lastResult === "" ? "Not run yet" : node.lastResult}</span>
                      <span>{node.status === "PAUSED" ? "Paused" : `Checked ${interval(node.everyMinutes)}`}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Pager list={list} pages={pages} size={PAGE} />
          </>
        )}
      </section>
    </>
  );
}

function NewMonitor() {
  const [marketId, setMarket] = useState("");
  const [minutes, setMinutes] = useState("60");
  const [, navigate] = useLocation();
  const [creating, create] = useMutation(CreateMonitorDocument);
  const [{ data }] = useQuery({ query: MarketsDocument, variables: { first: 100, orderBy: "NEWEST" } });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await create({ input: { marketId: Number(marketId), everyMinutes: Number(minutes) } });
    const id = made.data?.createMonitor.monitorId;
    if (id !== undefined) navigate(`/monitors/${id}`);
  };
  return (
    <details className="panel">
      <summary>New monitor</summary>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="monitored-market">Market</label>
            <select id="monitored-market" value={marketId} onChange={(event) => setMarket(event.target.value)}>
              <option value="">Choose…</option>
              {data?.markets.edges.map(({ node }) => (
                <option key={node.marketId} value={node.marketId}>
                  {node.name}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor="monitor-interval">Checked</label>
            <select id="monitor-interval" value={minutes} onChange={(event) => setMinutes(event.target.value)}>
              <option value="1">Every minute, when records have changed</option>
              <option value="60">Every hour</option>
              <option value="1440">Every day</option>
              <option value="10080">Every week</option>
            </select>
          </div>
        </div>
        {creating.error !== undefined && <ErrorNotice error={creating.error} />}
        <button type="submit" className="button button-main" disabled={marketId === "" || creating.fetching}>
          Create
        </button>
      </form>
    </details>
  );
}

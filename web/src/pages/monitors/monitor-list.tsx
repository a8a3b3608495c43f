import { useQuery } from "urql";
import { Link } from "wouter";
import { MonitorsDocument } from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { ListPanel } from "../../parts/list-panel.tsx";
import { ScopeNeeded } from "../../parts/scope-needed.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { filterWords } from "./event-filter.ts";
import { mayMonitor } from "./may-monitor.ts";
import { NewMonitor } from "./new-monitor.tsx";
import { runsWhen } from "./runs-when.ts";

const PAGE = 20;

/** Shows the monitors of the team, and the form that makes one. */
export default function MonitorList() {
  const session = useSession();
  const may = mayMonitor(session);
  const mayCreate = may.markets || may.events;
  const pages = useCursorPages("monitors");
  useTitle("Monitors");
  const [{ data, error }] = useQuery({
    query: MonitorsDocument,
    variables: { first: PAGE, after: pages.after },
    requestPolicy: "cache-and-network",
  });
  return (
    <>
      <header className="page-head">
        <h1>Monitors</h1>
        <p className="lead">
          A monitor checks a market or a filter of events again and again, and reports what enters and leaves, and why.
        </p>
      </header>
      {mayCreate ? <NewMonitor may={may} /> : <ScopeNeeded scope="discovery:write" to="create monitors" />}
      <ListPanel
        name="monitors"
        title="All monitors"
        list={data?.monitors}
        error={error}
        pages={pages}
        size={PAGE}
        empty={{ title: "No monitor yet", advice: mayCreate && <p>“New monitor” above creates one.</p> }}
        keyOf={({ monitorId }) => monitorId}
        row={(node) => (
          <Link href={`/monitors/${node.monitorId}`} className="market-row">
            <span className="market-row-name">
              {node.name}
              <span className="quiet second">
                {node.market == null ? filterWords(node.eventFilter) : `Market #${node.market.marketId}`}
              </span>
            </span>
            <span className="market-row-facts">
              <span>{node.lastResult === "" ? "Not run yet" : node.lastResult}</span>
              <span>{node.status === "PAUSED" ? "Paused" : `Checked ${runsWhen(node)}`}</span>
            </span>
          </Link>
        )}
      />
    </>
  );
}

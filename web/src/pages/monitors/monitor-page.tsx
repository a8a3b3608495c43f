import { useEffect } from "react";
import { useMutation, useQuery } from "urql";
import { Link } from "wouter";
import {
  MonitorPageDocument,
  type MonitorPageQuery,
  PauseMonitorDocument,
  ResumeMonitorDocument,
  RunMonitorDocument,
} from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notice.tsx";
import { Pager } from "../../parts/pager.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { WideTable } from "../../parts/wide-table.tsx";
import { day, interval, spoken } from "../../parts/words.ts";
import { Digests } from "./digests.tsx";
import { Feed } from "./feed.tsx";

const PAGE = 20;
/** A run takes about a second. */
const LOOK_MS = 3_000;

type Monitor = NonNullable<MonitorPageQuery["monitor"]>;
type Told = Monitor["notices"]["edges"][number]["node"];

/** Formats a value before or after a change. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.map(shown).join(", ") || "nothing";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function Why({ causes }: Pick<Told, "causes">) {
  return (
    <ul>
      {causes.map(({ kind, summary, sources, changes }) => (
        <li key={kind}>
          <strong>{spoken(kind)}</strong> {summary}
          {sources.map(({ source, line, url, at }) => (
            <p key={`${source} ${line} ${url}`}>
              {url == null ? source : <a href={url}>{source}</a>}
              {line != null && `, line ${line}`}, {day(at)}
            </p>
          ))}
          {changes.length > 0 && (
            <details>
              <summary>{changes.length === 1 ? "One field" : `${changes.length} fields`}, before and now</summary>
              <dl>
                {changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      <del>{shown(before)}</del> <ins>{shown(after)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows one monitor: pause and run, and its notices. */
export default function MonitorPage({ monitorId }: { monitorId: number }) {
  const { may } = useSession();
  const pages = useCursorPages(String(monitorId));
  const [{ data, error }, again] = useQuery({
    query: MonitorPageDocument,
    variables: { monitorId, first: PAGE, after: pages.after, withDigests: may("teams:read") },
    requestPolicy: "cache-and-network",
  });
  useEffect(() => {
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), LOOK_MS);
    return () => clearInterval(timer);
  }, [again]);
  const [pausing, pause] = useMutation(PauseMonitorDocument);
  const [resuming, resume] = useMutation(ResumeMonitorDocument);
  const [running, run] = useMutation(RunMonitorDocument);
  const monitor = data?.monitor;
  useTitle(monitor?.name ?? "Monitor");
  if (monitor == null) return error === undefined ? <Loading rows={5} /> : <ErrorNotice error={error} />;
  const isPaused = monitor.status === "PAUSED";
  const failed = pausing.error ?? resuming.error ?? running.error;
  const { notices } = monitor;
  return (
    <>
      <header className="page-head">
        <nav aria-label="Breadcrumb" className="breadcrumb">
          <Link href="/monitors">
            <Icon name="back" />
            Monitors
          </Link>
        </nav>
        <h1>{monitor.name}</h1>
        <p className="lead">
          {monitor.lastResult === "" ? "It has not run yet." : monitor.lastResult}{" "}
          {isPaused ? "It is paused." : `It runs ${interval(monitor.everyMinutes)}, at no cost.`}{" "}
          {monitor.market != null && <Link href={`/markets/${monitor.market.marketId}`}>To the market</Link>}
        </p>
        {may("discovery:write") && (
          <div className="button-row">
            <button
              type="button"
              className="button button-small"
              onClick={() => void (isPaused ? resume({ monitorId }) : pause({ monitorId }))}
            >
              {isPaused ? "Resume" : "Pause"}
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={isPaused}
              onClick={() => void run({ monitorId })}
            >
              Run now
            </button>
          </div>
        )}
      </header>
      {failed !== undefined && <ErrorNotice error={failed} />}
      <section className="panel" aria-labelledby="told-title">
        <header className="panel-head">
          <h2 id="told-title">Notices</h2>
        </header>
        {notices.totalCount === 0 ? (
          <Empty title="Nothing has entered or left yet">
            <p>Each company that enters or leaves is listed here, with the change that caused it.</p>
          </Empty>
        ) : (
          <>
            <WideTable label="Notices">
              <table>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">What</th>
                    <th scope="col">Why</th>
                  </tr>
                </thead>
                <tbody>
                  {notices.edges.map(({ node }) => (
                    <tr key={node.id}>
                      <td>{day(node.at)}</td>
                      <td>{node.title}</td>
                      <td>
                        <Why causes={node.causes} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </WideTable>
            <Pager list={notices} pages={pages} size={PAGE} />
          </>
        )}
      </section>
      {may("discovery:write") && <Feed monitorId={monitorId} feedMadeAt={monitor.feedMadeAt} />}
      {may("discovery:write") && monitor.digests !== undefined && (
        <Digests monitorId={monitorId} digests={monitor.digests} />
      )}
    </>
  );
}

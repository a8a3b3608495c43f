import { useEffect, useState } from "react";
import { useMutation, useQuery } from "urql";
import { Link, useLocation } from "wouter";
import {
  DeleteMonitorDocument,
  MonitorPageDocument,
  type MonitorPageQuery,
  PauseMonitorDocument,
  ResumeMonitorDocument,
  RunMonitorDocument,
} from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Icon } from "../../parts/icon.tsx";
import { Modal } from "../../parts/modal.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notice.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { fieldName, moment, spoken } from "../../parts/words.ts";
import { Digests } from "./digests.tsx";
import { filterWords } from "./event-filter.ts";
import { Feed } from "./feed.tsx";
import { mayMonitor } from "./may-monitor.ts";
import { runsWhen } from "./runs-when.ts";

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
              {url == null ? source : <a href={url}>{source || new URL(url).hostname}</a>}
              {line != null && `, line ${line}`}, {moment(at)}
            </p>
          ))}
          {changes.length > 0 && (
            <details>
              <summary>{changes.length === 1 ? "One field" : `${changes.length} fields`}, before and now</summary>
              <dl>
                {changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{fieldName(field)}</dt>
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
  const session = useSession();
  const pages = useCursorPages(String(monitorId));
  const [{ data, error }, again] = useQuery({
    query: MonitorPageDocument,
    variables: { monitorId, first: PAGE, after: pages.after, withDigests: session.may("teams:read") },
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
  const isOfEvents = monitor.kind === "EVENTS";
  const mayChange = isOfEvents ? mayMonitor(session).events : mayMonitor(session).markets;
  const isPaused = monitor.status === "PAUSED";
  const failed = pausing.error ?? resuming.error ?? running.error;
  const { notices, schedule } = monitor;
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
          {isPaused ? "It is paused." : `It runs ${runsWhen(monitor)}, at no cost.`}{" "}
          {schedule?.nextRunAt != null && `Next: ${moment(schedule.nextRunAt)}.`}{" "}
          {monitor.market != null && <Link href={`/markets/${monitor.market.marketId}`}>To the market</Link>}
        </p>
        {schedule?.isPausedByOperator === true && (
          <p className="quiet">
            An operator has paused its schedule{schedule.note === "" ? "." : `: ${schedule.note}.`} Only an operator can
            resume it, in Temporal.
          </p>
        )}
        {isOfEvents && <p className="quiet">Events: {filterWords(monitor.eventFilter)}</p>}
        {mayChange && (
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
            <DeleteMonitor monitorId={monitorId} name={monitor.name} />
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
            <p>
              Each {isOfEvents ? "event" : "company"} that enters or leaves is listed here, with the change that caused
              it.
            </p>
          </Empty>
        ) : (
          <PagedTable
            label="Notices"
            list={notices}
            pages={pages}
            size={PAGE}
            headings={["When", "What", "Why"]}
            row={(node) => (
              <tr key={node.id}>
                <td className="when">{moment(node.at)}</td>
                <td>{node.title}</td>
                <td>
                  <Why causes={node.causes} />
                </td>
              </tr>
            )}
          />
        )}
      </section>
      {mayChange && <Feed monitorId={monitorId} feedMadeAt={monitor.feedMadeAt} />}
      {mayChange && monitor.digests !== undefined && <Digests monitorId={monitorId} digests={monitor.digests} />}
    </>
  );
}

function DeleteMonitor({ monitorId, name }: { monitorId: number; name: string }) {
  const [, navigate] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const [{ fetching, error }, remove] = useMutation(DeleteMonitorDocument);
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setAsked(true)}>
        Delete
      </button>
      {isAsked && (
        <Modal title={`Delete the monitor “${name}”?`} onClose={() => setAsked(false)}>
          <p>Its notices stay in the team's log. Its feed and its digests end. This cannot be undone.</p>
          {error !== undefined && <ErrorNotice error={error} />}
          <footer className="modal-foot">
            <button type="button" className="button" onClick={() => setAsked(false)}>
              Cancel
            </button>
            <button
              type="button"
              className="button button-main"
              disabled={fetching}
              onClick={() =>
                void remove({ monitorId }).then((answer) => {
                  if (answer.error === undefined) navigate("/monitors");
                })
              }
            >
              Delete the monitor
            </button>
          </footer>
        </Modal>
      )}
    </>
  );
}

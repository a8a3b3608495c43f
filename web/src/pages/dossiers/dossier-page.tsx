import { useEffect, useState } from "react";
import { useMutation, useQuery } from "urql";
import { Link } from "wouter";
import {
  CancelDossierDocument,
  DossierPageDocument,
  type DossierPageQuery,
  RunDossierDocument,
} from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { JobBadge } from "../../parts/badge.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notice.tsx";
import { useTitle } from "../../parts/use-title.ts";
import { day, moment, money, spoken } from "../../parts/words.ts";
import { Report } from "./report.tsx";

type Dossier = NonNullable<DossierPageQuery["dossier"]>;
type Task = Dossier["tasks"]["edges"][number]["node"];

/** Polling interval of a running dossier: such runs have no subscription. */
const LOOK_MS = 1_500;

/** Shows a dossier: its report as a document with its sources, and its earlier runs. */
export default function DossierPage({ agentId }: { agentId: string }) {
  const { may } = useSession();
  const [{ data, error }, again] = useQuery({
    query: DossierPageDocument,
    variables: { agentId },
    requestPolicy: "cache-and-network",
  });
  const [running, run] = useMutation(RunDossierDocument);
  const [cancelling, cancel] = useMutation(CancelDossierDocument);
  const [chosen, setChosen] = useState<string | null>(null);
  const dossier = data?.dossier;
  useTitle(dossier?.query);
  const tasks = dossier?.tasks.edges.map(({ node }) => node) ?? [];
  const open = tasks.find(({ status }) => status === "QUEUED" || status === "RUNNING");
  const isOpen = open !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOpen, again]);
  if (dossier == null) {
    if (error !== undefined) return <ErrorNotice error={error} />;
    return data == null ? <Loading rows={8} label="Loading the dossier" /> : <Empty title="There is no such dossier" />;
  }
  const reported = tasks.filter(({ report }) => report != null);
  const shown = reported.find(({ taskId }) => taskId === chosen) ?? reported[0];
  const failure = running.error ?? cancelling.error;
  return (
    <>
      <header className="page-head">
        <nav aria-label="Breadcrumb" className="breadcrumb">
          <Link href="/dossiers">
            <Icon name="back" />
            Dossiers
          </Link>
        </nav>
        <div className="page-head-line">
          <h1>{dossier.query}</h1>
          {may("collections:write") && (
            <button
              type="button"
              className="button button-main page-head-action"
              disabled={running.fetching || cancelling.fetching}
              onClick={() => void (open === undefined ? run({ agentId }) : cancel({ taskId: open.taskId }))}
            >
              {open === undefined ? (tasks.length === 0 ? "Run" : "Run again") : "Cancel"}
            </button>
          )}
        </div>
        <p className="quiet">
          {spoken(dossier.agentType)}
          {dossier.company != null && ` · ${dossier.company.name}`}
          {dossier.market != null && (
            <>
              {" · "}
              <Link href={`/markets/${dossier.market.marketId}`}>{dossier.market.name}</Link>
            </>
          )}
          {` · asked ${day(dossier.createdAt)}`}
        </p>
      </header>
      {failure !== undefined && <ErrorNotice error={failure} />}
      {open !== undefined && (
        <section className="panel" aria-live="polite">
          <h2>
            Running <JobBadge status={open.status} />
          </h2>
          <ol className="log">
            {open.steps.map(({ name, summary }) => (
              <li key={name}>
                <b>{spoken(name)}</b> {summary}
              </li>
            ))}
          </ol>
        </section>
      )}
      {shown === undefined && open === undefined && (
        <Empty title="It has no report yet">{tasks[0]?.error != null && <p>{tasks[0].error}</p>}</Empty>
      )}
      {shown !== undefined && <Document task={shown} />}
      {reported.length > 1 && <Runs tasks={reported} shown={shown?.taskId} onChoose={setChosen} />}
    </>
  );
}

function Document({ task }: { task: Task }) {
  return (
    <div className="columns document">
      <article className="panel">
        <p className="quiet">
          {task.endedAt != null && moment(task.endedAt)}
          {task.isNew === false && " · says the same as the run before"}
          {task.summarisedBy != null && ` · summary by ${task.summarisedBy}`}
          {task.cost.costUsd > 0 && ` · cost ${money(task.cost.costUsd)}`}
        </p>
        <Report markdown={task.report ?? ""} />
      </article>
      <aside className="side panel" aria-labelledby="sources-title">
        <h2 id="sources-title">Sources</h2>
        <ol className="source-list">
          {task.sources.map(({ number, kind, label, url, publisher, publishedAt, retrievedAt }) => (
            <li key={number} id={`source-${number}`}>
              <span className="source-number">{number}</span>
              <div>
                {url == null ? (
                  label
                ) : (
                  <a href={url} target="_blank" rel="noreferrer noopener">
                    {label}
                  </a>
                )}
                <span className="quiet second">
                  {[spoken(kind), publisher, day(publishedAt ?? retrievedAt)].filter((part) => part !== "").join(" · ")}
                </span>
              </div>
            </li>
          ))}
        </ol>
      </aside>
    </div>
  );
}

interface RunsProps {
  tasks: readonly Task[];
  shown: string | undefined;
  onChoose: (taskId: string) => void;
}

function Runs({ tasks, shown, onChoose }: RunsProps) {
  return (
    <section className="panel" aria-labelledby="runs-title">
      <h2 id="runs-title">Earlier reports</h2>
      <ul className="names">
        {tasks.map(({ taskId, createdAt }) => (
          <li key={taskId}>
            <button
              type="button"
              className="suggestion"
              aria-pressed={taskId === shown}
              onClick={() => onChoose(taskId)}
            >
              {moment(createdAt)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

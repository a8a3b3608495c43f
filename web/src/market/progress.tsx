import { useEffect, useRef } from "react";
import { useMutation, useQuery, useSubscription } from "urql";
import {
  CancelDiscoveryDocument,
  CancelPublishDocument,
  FollowMarketDocument,
  type FollowMarketSubscription,
  type FollowMarketSubscriptionVariables,
  JudgedSoFarDocument,
} from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { count, countryName, percent, spoken } from "../parts/words.ts";
import type { JobData, MarketData } from "./market-data.ts";

type Entry = FollowMarketSubscription["discoveryProgress"];

/** The last phases of a job. */
const ENDS: ReadonlySet<string> = new Set(["COMPLETED", "FAILED", "CANCELLED"]);

interface ProgressProps {
  market: MarketData;
  open: JobData[];
  /** Called when a job has ended, while others may still run. */
  onChange: () => void;
  /** Called when nothing runs any more. */
  onEnd: () => void;
}

/** Shows a market's present run: the phase, the counts, the companies as they are judged, and a way to cancel it. */
export function Progress({ market, open, onChange, onEnd }: ProgressProps) {
  const { marketId } = market;
  // A reopened stream repeats the earlier entries.
  const [{ data: entries, fetching, error }, follow] = useSubscription<
    FollowMarketSubscription,
    Entry[],
    FollowMarketSubscriptionVariables
  >({ query: FollowMarketDocument, variables: { marketId, after: 0 } }, (before = [], { discoveryProgress: entry }) =>
    entry.sequence > (before.at(-1)?.sequence ?? 0) ? [...before, entry] : before,
  );
  const wasFollowing = useRef(false);
  useEffect(() => {
    if (wasFollowing.current && !fetching) onEnd();
    wasFollowing.current = fetching;
  }, [fetching, onEnd]);

  // A job that ended has changed the market, even though others may still run.
  const ended = entries?.findLast(({ phase }) => ENDS.has(phase))?.sequence;
  useEffect(() => {
    if (ended !== undefined) onChange();
  }, [ended, onChange]);

  const discovery = open.find(({ kind }) => kind === "DISCOVERY");
  const job = discovery ?? open[0];
  const last = entries?.findLast(({ jobId }) => jobId === job?.jobId) ?? entries?.at(-1);
  const share = last?.progress ?? job?.progress ?? 0;
  return (
    <section className="panel progress" aria-labelledby="progress-title">
      <header className="panel-head">
        <h2 id="progress-title">{discovery === undefined ? "Publishing" : "Discovering"}</h2>
        <CancelButton market={market} isDiscovery={discovery !== undefined} />
      </header>
      <div className="progress-line">
        <progress max={1} value={share} aria-label="Progress" />
        <span>{percent(share)}</span>
      </div>
      <p role="status" className="progress-said">
        <strong>{spoken(last?.phase ?? job?.stage ?? "Queued")}</strong> {last?.message}
      </p>
      {error !== undefined && <ErrorNotice error={error} onRetry={() => follow()} />}
      {discovery !== undefined && <JudgedSoFar jobId={discovery.jobId} sequence={last?.sequence ?? 0} />}
      {entries !== undefined && entries.length > 1 && (
        <details>
          <summary>All {count(entries.length)} steps</summary>
          <ol className="log">
            {entries.map(({ sequence, phase, message, at }) => (
              <li key={sequence}>
                <time dateTime={at}>{new Date(at).toLocaleTimeString("en")}</time> <b>{spoken(phase)}</b> {message}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function CancelButton({ market: { marketId }, isDiscovery }: { market: MarketData; isDiscovery: boolean }) {
  const { may } = useSession();
  const [discovery, cancelDiscovery] = useMutation(CancelDiscoveryDocument);
  const [publish, cancelPublish] = useMutation(CancelPublishDocument);
  if (!may(isDiscovery ? "discovery:write" : "markets:publish")) return null;
  const { fetching, error } = isDiscovery ? discovery : publish;
  return (
    <>
      <button
        type="button"
        className="button button-small"
        disabled={fetching}
        onClick={() => void (isDiscovery ? cancelDiscovery({ marketId }) : cancelPublish({ marketId }))}
      >
        {fetching ? "Cancelling…" : "Cancel"}
      </button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** Shows companies that met every criterion so far, read again with each step of the stream. */
function JudgedSoFar({ jobId, sequence }: { jobId: number; sequence: number }) {
  const [{ data }, again] = useQuery({ query: JudgedSoFarDocument, variables: { jobId } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a reason to look
  useEffect(() => again({ requestPolicy: "network-only" }), [sequence, again]);
  const job = data?.discoveryJob;
  if (job == null || job.verdictCounts.length === 0) return null;
  return (
    <>
      <ul className="tags" aria-label="Verdicts so far">
        {job.verdictCounts.map((one) => (
          <li key={one.verdict}>
            <b>{count(one.count)}</b>{" "}
            {one.verdict === "IN" ? "meet the criteria, as far as known" : VERDICTS[one.verdict].words.toLowerCase()}
          </li>
        ))}
      </ul>
      <ul className="arriving" aria-label="The best so far">
        {job.candidates.map(({ domain, reason, company }) => (
          <li key={domain}>
            <strong>{company.name}</strong>
            <span className="quiet">{company.country == null ? "" : countryName(company.country)}</span>
            <span className="arriving-why">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

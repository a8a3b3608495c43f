import { lazy, Suspense, useCallback, useState } from "react";
import { useQuery } from "urql";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { MarketPageDocument } from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { MarketBadge } from "../parts/badge.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { useParameters } from "../parts/use-parameters.ts";
import { useTitle } from "../parts/use-title.ts";
import { day, many } from "../parts/words.ts";
import { CompaniesView } from "./companies-view.tsx";
import { CompanySheet } from "./company-sheet.tsx";
import { Estimate } from "./estimate.tsx";
import { ExportModal } from "./export-modal.tsx";
import type { JobData, MarketData } from "./market-data.ts";
import { Progress } from "./progress.tsx";
import { PublishModal } from "./publish-modal.tsx";
import { ReviewNote } from "./review-note.tsx";
import { useAwaitedPublish } from "./use-awaited-publish.ts";

const CriteriaView = lazy(() => import("./criteria-view.tsx"));
const HistoryView = lazy(() => import("./history-view.tsx"));
const ReviewsView = lazy(() => import("./reviews-view.tsx"));
const RunsView = lazy(() => import("./runs-view.tsx"));
const LandscapeView = lazy(() => import("./landscape-view.tsx"));
const TopicsView = lazy(() => import("./topics-view.tsx"));
const FeaturesView = lazy(() => import("./features-view.tsx"));
const TimeLineView = lazy(() => import("./time-line-view.tsx"));
const WhyNotView = lazy(() => import("./why-not-view.tsx"));

const VIEWS = [
  ["companies", "Companies"],
  ["landscape", "Landscape"],
  ["topics", "Topics"],
  ["features", "Features"],
  ["time-line", "Time line"],
  ["why-not", "Why not?"],
  ["criteria", "Criteria"],
  ["history", "History"],
  ["reviews", "Reviews"],
  ["runs", "Runs"],
] as const;

/** On a narrow screen the bar of views scrolls: the present one has to be seen. */
const intoView = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "center" });

const isOpen = ({ status }: JobData) => status === "QUEUED" || status === "RUNNING";

/** Shows a market: its present run, and its views. */
export default function MarketPage({ marketId }: { marketId: number }) {
  const [{ data, error }, again] = useQuery({
    query: MarketPageDocument,
    variables: { marketId },
    pause: !Number.isSafeInteger(marketId),
    requestPolicy: "cache-and-network",
  });
  const [version, setVersion] = useState(0);
  const market = data?.market;
  useTitle(market?.name);
  const look = useCallback(() => again({ requestPolicy: "network-only" }), [again]);
  // Once a run has ended, everything of the market is read again. After a review the client itself rereads what it
  // affected.
  const refresh = useCallback(() => {
    look();
    setVersion((before) => before + 1);
  }, [look]);

  const publish = useAwaitedPublish(market?.publishedAt ?? null, look);
  if (!Number.isSafeInteger(marketId)) return <Empty title="There is no such market" isPage />;
  if (market == null) {
    if (error !== undefined) return <ErrorNotice error={error} onRetry={refresh} />;
    return <Loading rows={6} label="Loading the market" />;
  }
  const jobs = market.jobs.edges.map(({ node }) => node);
  const open = jobs.filter(isOpen);
  const newest = jobs.find(({ kind }) => kind === "DISCOVERY");
  return (
    <>
      <MarketHead
        market={market}
        isBusy={open.length > 0 || publish.isAwaited}
        onPublished={() => publish.wait(market.publishedAt ?? null)}
      />
      {open.length > 0 && <Progress market={market} open={open} onChange={refresh} onEnd={refresh} />}
      {open.length === 0 && publish.isAwaited && <Loading rows={1} label="Publishing" />}
      {market.status === "FAILED" && newest !== undefined && (
        <div className="notice notice-bad" role="alert">
          <Icon name="warning" />
          <div>
            <strong>The discovery {newest.status === "CANCELLED" ? "was cancelled" : "failed"}</strong>
            <p>{newest.error ?? "No reason is recorded."}</p>
            <p>Its run under “Runs” leads to the workflow, from which an operator can resume it.</p>
          </div>
        </div>
      )}
      {newest?.estimate != null && <Estimate estimate={newest.estimate} job={newest} market={market} />}
      <MarketViews market={market} jobs={jobs} version={version} onChange={look} />
    </>
  );
}

interface HeadProps {
  market: MarketData;
  isBusy: boolean;
  onPublished: () => void;
}

function MarketHead({ market, isBusy, onPublished }: HeadProps) {
  const { may } = useSession();
  const [isPublishing, setPublishing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  return (
    <header className="page-head">
      <nav aria-label="Breadcrumb" className="breadcrumb">
        <Link href="/">
          <Icon name="back" />
          Markets
        </Link>
      </nav>
      <div className="page-head-line">
        <h1>{market.name}</h1>
        <MarketBadge status={market.status} />
        <div className="button-row page-head-action">
          <button
            type="button"
            className="button"
            disabled={market.companies.totalCount === 0}
            onClick={() => setExporting(true)}
          >
            <Icon name="download" />
            Export
          </button>
          {may("markets:publish") && (
            <button
              type="button"
              className="button button-main"
              disabled={isBusy || market.companies.totalCount === 0}
              onClick={() => setPublishing(true)}
            >
              <Icon name="publish" />
              {market.status === "PUBLISHED" ? "Publish again" : "Publish"}
            </button>
          )}
        </div>
      </div>
      <p className="quiet">
        {many(market.companies.totalCount, "company", "companies")} · asked {day(market.createdAt)} · market #
        {market.marketId}
        {market.publishedAt != null && ` · published ${day(market.publishedAt)}`}
      </p>
      {isExporting && <ExportModal marketId={market.marketId} onClose={() => setExporting(false)} />}
      {isPublishing && (
        <PublishModal
          market={market}
          onClose={() => setPublishing(false)}
          onPublished={() => {
            setPublishing(false);
            onPublished();
          }}
        />
      )}
    </header>
  );
}

interface ViewsProps {
  market: MarketData;
  jobs: JobData[];
  version: number;
  onChange: () => void;
}

function MarketViews({ market, jobs, version, onChange }: ViewsProps) {
  const [path] = useLocation();
  const [parameters, set] = useParameters();
  const opened = parameters.get("company");
  const open = (domain: string) => set("company", domain);
  const base = `/markets/${market.marketId}`;
  const shown = path.slice(base.length + 1).split("/")[0] ?? "";
  const newest = jobs.find(({ kind, status }) => kind === "DISCOVERY" && status === "COMPLETED");
  return (
    <>
      <nav className="views" aria-label="Views of the market">
        {VIEWS.map(([view, words]) => (
          <Link
            key={view}
            href={`${base}/${view}`}
            aria-current={shown === view ? "page" : undefined}
            ref={shown === view ? intoView : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      {(shown === "companies" || shown === "landscape") && <ReviewNote market={market} />}
      <Suspense fallback={<Loading rows={5} />}>
        <Switch key={version}>
          <Route path={base}>
            <Redirect to={`${base}/companies`} replace />
          </Route>
          <Route path={`${base}/companies`}>
            <CompaniesView
              marketId={market.marketId}
              total={market.companies.totalCount}
              jobId={newest?.jobId ?? null}
              onOpen={open}
              onChange={onChange}
            />
          </Route>
          <Route path={`${base}/landscape`}>
            <LandscapeView marketId={market.marketId} onOpen={open} />
          </Route>
          <Route path={`${base}/topics`}>
            <TopicsView marketId={market.marketId} onOpen={open} />
          </Route>
          <Route path={`${base}/features`}>
            <FeaturesView marketId={market.marketId} onOpen={open} />
          </Route>
          <Route path={`${base}/time-line`}>
            <TimeLineView marketId={market.marketId} />
          </Route>
          <Route path={`${base}/why-not`}>
            <WhyNotView marketId={market.marketId} onChange={onChange} />
          </Route>
          <Route path={`${base}/criteria`}>
            <CriteriaView marketId={market.marketId} />
          </Route>
          <Route path={`${base}/history`}>
            <HistoryView market={market} jobs={jobs} onOpen={open} />
          </Route>
          <Route path={`${base}/reviews`}>
            <ReviewsView marketId={market.marketId} onChange={onChange} />
          </Route>
          <Route path={`${base}/runs`}>
            <RunsView jobs={jobs} />
          </Route>
          <Route>
            <Empty title="There is no such view" />
          </Route>
        </Switch>
      </Suspense>
      {opened !== null && (
        <CompanySheet marketId={market.marketId} domain={opened} onClose={() => open("")} onChange={onChange} />
      )}
    </>
  );
}

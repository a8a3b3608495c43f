import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { useQuery } from "urql";
import { Link, Route, Switch, useLocation } from "wouter";
import { SessionDocument } from "../generated/graphql.ts";
import type { Scope } from "../graph/scopes.ts";
import { SessionContext } from "../graph/session-context.ts";
import { FailureBoundary } from "../parts/failure-boundary.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { TopBar } from "./top-bar.tsx";

const Home = lazy(() => import("./home.tsx"));
const Ask = lazy(() => import("./ask.tsx"));
const DossierList = lazy(() => import("./dossiers/dossier-list.tsx"));
const DossierPage = lazy(() => import("./dossiers/dossier-page.tsx"));
const MonitorList = lazy(() => import("./monitors/monitor-list.tsx"));
const MonitorPage = lazy(() => import("./monitors/monitor-page.tsx"));
const WebhookList = lazy(() => import("./webhooks/webhook-list.tsx"));
const WebhookPage = lazy(() => import("./webhooks/webhook-page.tsx"));
const KeyPage = lazy(() => import("./key-page.tsx"));
const MarketPage = lazy(() => import("../market/market-page.tsx"));

/** The pages after sign-in. */
export function SignedIn({ onSignOut }: { onSignOut: () => void }) {
  const [{ data, error }, again] = useQuery({ query: SessionDocument });
  const viewer = data?.viewer;
  const session = useMemo(
    () =>
      viewer === undefined
        ? null
        : {
            viewer,
            may: (...scopes: Scope[]) => scopes.some((one) => viewer.scopes.includes(one)),
            signOut: onSignOut,
          },
    [viewer, onSignOut],
  );
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const page = path.split("/").slice(0, 3).join("/");
  const shown = useRef(page);
  useEffect(() => {
    // After a change of page the keyboard focus starts at the page's beginning.
    if (shown.current !== page) main.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);

  if (session === null)
    return (
      <main className="page">
        {error === undefined ? <Loading /> : <ErrorNotice error={error} onRetry={() => again()} />}
      </main>
    );
  return (
    <SessionContext value={session}>
      <a className="skip" href="#main">
        To the content
      </a>
      <TopBar />
      <main className="page" id="main" ref={main} tabIndex={-1}>
        <FailureBoundary key={page}>
          <Suspense fallback={<Loading rows={5} />}>
            <Switch>
              <Route path="/" component={Home} />
              <Route path="/ask" component={Ask} />
              <Route path="/dossiers" component={DossierList} />
              <Route path="/dossiers/:agentId">{({ agentId }) => <DossierPage agentId={agentId} />}</Route>
              <Route path="/monitors" component={MonitorList} />
              <Route path="/monitors/:monitorId">
                {({ monitorId }) => <MonitorPage monitorId={Number(monitorId)} />}
              </Route>
              <Route path="/webhooks" component={WebhookList} />
              <Route path="/webhooks/:webhookId">
                {({ webhookId }) => <WebhookPage webhookId={Number(webhookId)} />}
              </Route>
              <Route path="/key" component={KeyPage} />
              <Route path="/markets/:marketId/*?">{({ marketId }) => <MarketPage marketId={Number(marketId)} />}</Route>
              <Route>
                <Empty title="There is no such page" isPage>
                  <p>
                    The address may be mistyped. <Link href="/">Go to the markets</Link>
                  </p>
                </Empty>
              </Route>
            </Switch>
          </Suspense>
        </FailureBoundary>
      </main>
    </SessionContext>
  );
}

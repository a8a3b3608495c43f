import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useQuery } from "urql";
import { EmbeddedDocument, type EmbeddedQuery } from "../generated/graphql.ts";
import type { Scope } from "../graph/scopes.ts";
import { SessionContext } from "../graph/session-context.ts";
import { applyTheme } from "../graph/theme.ts";
import { CompanySheet } from "../market/company-sheet.tsx";
import { TakenTable } from "../market/taken-table.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useSettled } from "../parts/use-settled.ts";
import { many } from "../parts/words.ts";

const LandscapeView = lazy(() => import("../market/landscape-view.tsx"));
const TopicsView = lazy(() => import("../market/topics-view.tsx"));
const FeaturesView = lazy(() => import("../market/features-view.tsx"));
const TimeLineView = lazy(() => import("../market/time-line-view.tsx"));

type Permissions = NonNullable<EmbeddedQuery["viewer"]["team"]>["explorerPermissions"];

/** The views by their permission. Details of a company need `dueDiligence`. */
const VIEWS = [
  ["table", "table", "Companies"],
  ["landscape", "bubble", "Landscape"],
  ["features", "featureFit", "Features"],
  ["topics", "featureFit", "Topics"],
  ["time-line", "events", "Time line"],
] as const satisfies readonly (readonly [string, keyof Omit<Permissions, "__typename">, string])[];

type View = (typeof VIEWS)[number][0];

/** The part of a market that the team's permissions allow, in the team's theme. A frame changes nothing. */
export function MarketFrame({ marketId }: { marketId: number }) {
  const [{ data, error }] = useQuery({ query: EmbeddedDocument, variables: { marketId } });
  const viewer = data?.viewer;
  const theme = viewer?.team?.theme;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
  const session = useMemo(
    () =>
      viewer === undefined
        ? null
        : {
            viewer,
            may: (...scopes: Scope[]) => scopes.some((one) => one.endsWith(":read") && viewer.scopes.includes(one)),
            signOut: () => {},
          },
    [viewer],
  );
  if (data?.market == null || session === null)
    return error === undefined ? <Loading rows={6} label="Loading the market" /> : <ErrorNotice error={error} />;
  const permissions = session.viewer.team?.explorerPermissions;
  const views = VIEWS.filter(([, permission]) => permissions?.[permission] === true);
  return (
    <SessionContext value={session}>
      <header className="page-head">
        <h1>{data.market.name}</h1>
        <p className="quiet">{many(data.market.companies.totalCount, "company", "companies")}</p>
      </header>
      {views.length === 0 ? (
        <Empty title="Your team cannot open this page">
          <p>An administrator can allow it with the team's explorer permissions.</p>
        </Empty>
      ) : (
        <FrameViews marketId={marketId} views={views} hasDetails={permissions?.dueDiligence === true} />
      )}
    </SessionContext>
  );
}

interface FrameViewsProps {
  marketId: number;
  views: readonly (typeof VIEWS)[number][];
  hasDetails: boolean;
}

function FrameViews({ marketId, views, hasDetails }: FrameViewsProps) {
  const [chosen, setChosen] = useState<View | undefined>(views[0]?.[0]);
  const [opened, setOpened] = useState<string | null>(null);
  const onOpen = hasDetails ? setOpened : undefined;
  const open = onOpen ?? (() => {});
  return (
    <>
      <nav className="views" aria-label="Views of the market">
        {views.map(([view, , words]) => (
          <button
            key={view}
            type="button"
            aria-current={view === chosen ? "page" : undefined}
            onClick={() => setChosen(view)}
          >
            {words}
          </button>
        ))}
      </nav>
      <Suspense fallback={<Loading rows={5} />}>
        {chosen === "table" && <FrameTable marketId={marketId} onOpen={onOpen} />}
        {chosen === "landscape" && <LandscapeView marketId={marketId} onOpen={open} />}
        {chosen === "features" && <FeaturesView marketId={marketId} onOpen={open} />}
        {chosen === "topics" && <TopicsView marketId={marketId} onOpen={open} />}
        {chosen === "time-line" && <TimeLineView marketId={marketId} />}
      </Suspense>
      {opened !== null && <CompanySheet marketId={marketId} domain={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function FrameTable({ marketId, onOpen }: { marketId: number; onOpen: ((domain: string) => void) | undefined }) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search);
  return (
    <section className="panel" aria-label="Companies">
      <div className="filters filters-wide">
        <SearchField
          label="Search companies"
          placeholder="Name, domain or reason"
          value={search}
          onChange={setSearch}
        />
      </div>
      <TakenTable marketId={marketId} search={settled} country="" isJudged onOpen={onOpen} onChange={() => {}} />
    </section>
  );
}

import { useState } from "react";
import { useQuery } from "urql";
import { Link, useLocation } from "wouter";
import { type MarketOrder, type MarketStatus, MarketsDocument, type MarketsQuery } from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { MarketBadge } from "../parts/badge.tsx";
import { ListPanel } from "../parts/list-panel.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { useSettled } from "../parts/use-settled.ts";
import { useTitle } from "../parts/use-title.ts";
import { day, many, placeName } from "../parts/words.ts";
import { QuestionForm } from "./question-form.tsx";

type MarketNode = MarketsQuery["markets"]["edges"][number]["node"];

const PAGE = 20;
const STATUSES: readonly [MarketStatus, string][] = [
  ["IN_REVIEW", "In review"],
  ["PUBLISHED", "Published"],
  ["DISCOVERING", "Discovering"],
  ["FAILED", "Failed"],
];

/** The first page: a question, and the markets so far. */
export default function Home() {
  const { may } = useSession();
  const [, navigate] = useLocation();
  useTitle("Markets");
  return (
    <>
      {may("discovery:write") && (
        <section className="hero" aria-labelledby="hero-title">
          <h1 id="hero-title">Which market are you looking for?</h1>
          <p className="lead">Ask in plain words. You see what was understood before anything starts.</p>
          <QuestionForm onQuestion={(question) => navigate(`/ask?question=${encodeURIComponent(question)}`)} />
        </section>
      )}
      <MarketList />
    </>
  );
}

/** The most places that a line names. */
const MOST_PLACES = 3;

/** Names the places of a market's newest criteria; markets are often alike in name and differ by these. */
function placesOf({ criteriaHistory: [newest] = [] }: MarketNode): string {
  if (newest === undefined) return "";
  const places = newest.criteria.locations.map(placeName);
  if (places.length === 0) return "Whole world";
  const further = places.length - MOST_PLACES;
  return `${places.slice(0, MOST_PLACES).join("; ")}${further > 0 ? ` and ${many(further, "other", "others")}` : ""}`;
}

function MarketList() {
  const { may } = useSession();
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState<MarketStatus | "">("");
  const [orderBy, setOrder] = useState<MarketOrder>("NEWEST");
  const settled = useSettled(search.trim());
  const pages = useCursorPages(`${settled} ${status} ${orderBy}`);
  const [{ data, error }, again] = useQuery({
    query: MarketsDocument,
    variables: {
      first: PAGE,
      after: pages.after,
      search: settled || null,
      status: status || null,
      orderBy,
      withPlaces: may("discovery:read"),
    },
    requestPolicy: "cache-and-network",
  });
  return (
    <ListPanel
      name="markets"
      title="Markets"
      list={data?.markets}
      error={error}
      onRetry={() => again({ requestPolicy: "network-only" })}
      pages={pages}
      size={PAGE}
      filters={
        <>
          <SearchField label="Search markets by name" value={search} onChange={setSearch} />
          <label>
            <span className="unseen">Status</span>
            <select value={status} onChange={(event) => setStatus(event.target.value as MarketStatus | "")}>
              <option value="">Every status</option>
              {STATUSES.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="unseen">Order</span>
            <select value={orderBy} onChange={(event) => setOrder(event.target.value as MarketOrder)}>
              <option value="NEWEST">Newest first</option>
              <option value="NAME">By name</option>
            </select>
          </label>
        </>
      }
      empty={
        settled !== "" || status !== ""
          ? { title: "No market matches", advice: <p>Try fewer letters, or another status.</p> }
          : { title: "No market yet", advice: <p>Ask a question above to create one.</p> }
      }
      keyOf={({ marketId }) => marketId}
      row={(node) => (
        <Link href={`/markets/${node.marketId}`} className="market-row">
          <span className="market-row-name">
            {node.name}
            <span className="quiet second">{placesOf(node)}</span>
          </span>
          <span className="market-row-facts">
            <span>{many(node.companies.totalCount, "company", "companies")}</span>
            <span>{day(node.createdAt)}</span>
            <span>#{node.marketId}</span>
          </span>
          <MarketBadge status={node.status} />
        </Link>
      )}
    />
  );
}

import type { SortingState } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useQuery } from "urql";
import { MarketVerdictsDocument, type Verdict } from "../generated/graphql.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { Pager } from "../parts/pager.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { countryName } from "../parts/words.ts";
import { type CompanyRow, CompanyTable, fitOf } from "./company-rows.tsx";
import type { ListProps } from "./taken-table.tsx";

/** Maximum number that the graph lists. */
const MOST = 100;
const PAGE = 25;

const byText = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : one.localeCompare(other);
/** The largest first. Companies without the number come last. */
const byNumber = (one: number | null, other: number | null): number => (other ?? -1) - (one ?? -1);
const spokenCountry = ({ country }: CompanyRow) => (country === null ? null : countryName(country));

/** Orders of the list by the table's columns, in place of the closest first. */
const ORDERS: Readonly<Record<string, { desc: boolean; compare: (one: CompanyRow, other: CompanyRow) => number }>> = {
  name: { desc: false, compare: (one, other) => byText(one.name, other.name) },
  country: { desc: false, compare: (one, other) => byText(spokenCountry(one), spokenCountry(other)) },
  employees: { desc: true, compare: (one, other) => byNumber(one.employees, other.employees) },
  fit: { desc: true, compare: (one, other) => byNumber(one.fit, other.fit) },
};

/**
 * Shows companies of one verdict that the newest discovery did not take, the closest first. The graph lists them
 * without orders and pages, and so few that the page sorts and divides them.
 */
export function OthersTable({
  marketId,
  search,
  country,
  verdict,
  onOpen,
  onChange,
}: ListProps & { verdict: Verdict }) {
  const [{ data, error }, again] = useQuery({
    query: MarketVerdictsDocument,
    variables: { marketId, verdicts: [verdict] },
    requestPolicy: "cache-and-network",
  });
  const [column, setColumn] = useState("");
  const pages = useCursorPages(`${verdict} ${column} ${country} ${search}`);
  const candidates = data?.market?.rejected;
  const rows = useMemo(() => {
    const part = search.trim().toLowerCase();
    const matching = (candidates ?? [])
      .filter(({ company }) => country === "" || company.country === country)
      .filter(({ company, domain, reason }) => `${company.name} ${domain} ${reason}`.toLowerCase().includes(part))
      .map(({ company, domain, reason, review, criteria }) => ({
        rank: null,
        name: company.name,
        domain,
        city: company.city ?? null,
        country: company.country ?? null,
        employees: company.employees ?? null,
        reason,
        fit: fitOf(criteria),
        review: review?.decision ?? null,
      }));
    const order = ORDERS[column];
    return order === undefined ? matching : matching.sort(order.compare);
  }, [candidates, search, country, column]);
  const sorting = useMemo<SortingState>(
    () => (column === "" ? [] : [{ id: column, desc: ORDERS[column]?.desc ?? false }]),
    [column],
  );
  const from = Number(pages.after ?? 0);
  const list = useMemo(() => {
    const shown = rows.slice(from, from + PAGE);
    const pageInfo = { hasNextPage: from + PAGE < rows.length, endCursor: String(from + PAGE) };
    return { shown, totalCount: rows.length, edges: shown.map((node) => ({ node })), pageInfo };
  }, [rows, from]);
  if (error !== undefined)
    return <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />;
  if (candidates === undefined) return <Loading rows={8} label="Loading companies" />;
  return (
    <>
      <p className="quiet said">
        {VERDICTS[verdict].meaning}
        {candidates.length === MOST && ` The best ${MOST} are listed.`}
      </p>
      {rows.length === 0 ? (
        <Empty title={candidates.length === 0 ? "There are none" : "No company matches"} />
      ) : (
        <CompanyTable
          marketId={marketId}
          label={VERDICTS[verdict].words}
          rows={list.shown}
          sorting={sorting}
          sortable={Object.keys(ORDERS)}
          // The same column again goes back to the closest first.
          onSort={(chosen) => setColumn(chosen === column ? "" : chosen)}
          onOpen={onOpen}
          onReviewed={onChange}
        />
      )}
      <Pager list={list} pages={pages} size={PAGE} />
    </>
  );
}

import type { SortingState } from "@tanstack/react-table";
import { useMemo } from "react";
import { useQuery } from "urql";
import { MarketVerdictsDocument, type Verdict } from "../generated/graphql.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { CompanyTable, fitOf } from "./company-rows.tsx";
import type { ListProps } from "./taken-table.tsx";

/** Maximum number that the graph lists. */
const MOST = 100;
const UNSORTED: SortingState = [];

/** Shows companies of one verdict that the newest discovery did not take, the closest first. */
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
  const candidates = data?.market?.rejected;
  const rows = useMemo(() => {
    const part = search.trim().toLowerCase();
    return (candidates ?? [])
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
  }, [candidates, search, country]);
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
          rows={rows}
          sorting={UNSORTED}
          sortable={[]}
          onSort={() => {}}
          onOpen={onOpen}
          onReviewed={onChange}
        />
      )}
    </>
  );
}

import type { SortingState } from "@tanstack/react-table";
import { useEffect, useMemo, useState } from "react";
import { useQuery } from "urql";
import {
  type ColumnFilterInput,
  MarketCompaniesDocument,
  type MarketCompanyFilterInput,
  type MarketCompanyOrder,
} from "../generated/graphql.ts";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { Pager } from "../parts/pager.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { useSettled } from "../parts/use-settled.ts";
import { many } from "../parts/words.ts";
import { CompanyTable, fitOf, type OwnColumn, ownColumnId } from "./company-rows.tsx";

const PAGE = 25;

/** The graph's orders by the table's columns. */
const ORDERS: Readonly<Record<string, { orderBy: MarketCompanyOrder; desc: boolean }>> = {
  rank: { orderBy: "RANK", desc: false },
  name: { orderBy: "NAME", desc: false },
  country: { orderBy: "COUNTRY", desc: false },
  employees: { orderBy: "EMPLOYEES", desc: true },
};

export interface ListProps {
  marketId: number;
  search: string;
  /** An ISO code; "" means every country. */
  country: string;
  /** Whether a discovery has completed. */
  isJudged: boolean;
  /** Absent where details of a company are not shown: they are not read then either. */
  onOpen: ((domain: string) => void) | undefined;
  onChange: () => void;
  ownColumns?: readonly OwnColumn[];
  columnFilters?: readonly ColumnFilterInput[];
  /** Number of answered cells; when it grows, they are read again. */
  answered?: number;
}

/** Shows the companies of the market; the graph sorts, filters and pages them. */
export function TakenTable(props: ListProps) {
  const { marketId, isJudged, onOpen, onChange, ownColumns = [], answered = 0 } = props;
  const [column, setColumn] = useState("rank");
  const [isReversed, setReversed] = useState(false);
  // As a text, because an object would be another one at each render, and never settle.
  const asked = useSettled(JSON.stringify(filterOf(props)));
  const filter = useMemo<MarketCompanyFilterInput>(() => JSON.parse(asked), [asked]);
  const isFiltered = Object.keys(filter).length > 0;
  const pages = useCursorPages(`${column} ${isReversed} ${asked}`);
  const { orderBy, desc } = ORDERS[column] ?? { orderBy: "RANK", desc: false };
  const own = ownColumns.find((one) => ownColumnId(one) === column);
  // The graph sorts only the market's own columns both ways.
  const sort = (chosen: string) => {
    setReversed(chosen === column && own !== undefined && !isReversed);
    setColumn(chosen);
  };
  const [{ data, error, fetching }, again] = useQuery({
    query: MarketCompaniesDocument,
    variables: {
      marketId,
      first: PAGE,
      after: pages.after,
      orderBy,
      orderByColumn: own === undefined ? null : { columnId: own.columnId, order: isReversed ? "DESC" : "ASC" },
      filter,
      withDetails: onOpen !== undefined,
    },
    requestPolicy: "cache-and-network",
  });
  // Reads cells that were answered meanwhile.
  useEffect(() => {
    if (answered > 0) again({ requestPolicy: "network-only" });
  }, [answered, again]);
  const list = data?.market?.companies;
  const rows = useMemo(
    () =>
      (list?.edges ?? []).map(({ rank, reason, reasons, review, cells, node }) => ({
        rank,
        reason,
        name: node.name,
        domain: node.domain,
        city: node.city ?? null,
        country: node.country ?? null,
        employees: node.employees ?? null,
        fit: fitOf(reasons ?? []),
        review: review?.decision ?? null,
        answers: cells ?? [],
      })),
    [list],
  );
  const sorting = useMemo<SortingState>(() => [{ id: column, desc: desc || isReversed }], [column, desc, isReversed]);
  const matching = isFiltered && list !== undefined ? many(list.totalCount, "company matches", "companies match") : "";
  const [told, setTold] = useState("");
  // While companies are looked for, the list is still that of the filter before.
  useEffect(() => {
    if (!fetching) setTold(matching);
  }, [fetching, matching]);
  if (error !== undefined)
    return <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />;
  if (list === undefined) return <Loading rows={8} label="Loading companies" />;
  return (
    <div aria-busy={fetching}>
      <p role="status" className="matching">
        {told}
      </p>
      {list.totalCount === 0 ? (
        <NoCompany isFiltered={isFiltered} isJudged={isJudged} />
      ) : (
        <CompanyTable
          marketId={marketId}
          label="Companies of the market"
          rows={rows}
          ownColumns={ownColumns}
          sorting={sorting}
          sortable={[...Object.keys(ORDERS), ...ownColumns.map(ownColumnId)]}
          onSort={sort}
          onOpen={onOpen}
          onReviewed={onChange}
        />
      )}
      <Pager list={list} pages={pages} size={PAGE} />
    </div>
  );
}

/** Returns the conditions that are set, and nothing for the others. */
function filterOf({ search, country, columnFilters = [] }: ListProps): MarketCompanyFilterInput {
  const text = search.trim();
  return {
    ...(text === "" ? {} : { search: text }),
    ...(country === "" ? {} : { countries: [country] }),
    ...(columnFilters.length === 0 ? {} : { columns: [...columnFilters] }),
  };
}

/** Says why the list is empty. */
function NoCompany({ isFiltered, isJudged }: { isFiltered: boolean; isJudged: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No company matches">
        <p>Try fewer letters, another country, or fewer filters by column.</p>
      </Empty>
    );
  if (isJudged)
    return (
      <Empty title="No company is in the market">
        <p>
          “Close, not met” shows the closest companies. With fewer conditions or other places, more companies match.
        </p>
      </Empty>
    );
  return (
    <Empty title="Nothing here yet">
      <p>The companies are listed here once a discovery has completed.</p>
    </Empty>
  );
}

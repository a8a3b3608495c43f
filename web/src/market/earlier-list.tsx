import { useQuery } from "urql";
import { MarketAsOfDocument } from "../generated/graphql.ts";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { Pager } from "../parts/pager.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { WideTable } from "../parts/wide-table.tsx";
import { criteriaLines } from "./criteria-differences.ts";
import { HistoryCompany } from "./history-company.tsx";

const PAGE = 25;

interface EarlierListProps {
  marketId: number;
  at: string;
  onOpen: (domain: string) => void;
}

/** Shows the companies and the criteria of a market at a moment. */
export function EarlierList({ marketId, at, onOpen }: EarlierListProps) {
  const pages = useCursorPages(at);
  const [{ data, error }, again] = useQuery({
    query: MarketAsOfDocument,
    variables: { marketId, at, first: PAGE, after: pages.after },
  });
  if (error !== undefined)
    return <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />;
  const asOf = data?.market?.asOf;
  if (asOf == null) return <Loading rows={5} label="Loading the market as it was" />;
  const { companies, criteria } = asOf;
  if (companies.totalCount === 0) return <Empty title="No company was in the market" />;
  return (
    <>
      <WideTable label="Companies then, table">
        <table aria-label="Companies then" className="history">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Company</th>
              <th scope="col">Score</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {companies.edges.map(({ rank, score, reason, node }) => (
              <tr key={node.id}>
                <td>{rank}</td>
                <td>
                  <HistoryCompany company={node} onOpen={onOpen} />
                </td>
                <td>{score.toFixed(2)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <Pager list={companies} pages={pages} size={PAGE} label="the companies then" />
      {criteria != null && (
        <details className="off">
          <summary>The criteria at that time</summary>
          <dl className="facts">
            {criteriaLines(criteria)
              .filter(({ values }) => values.length > 0)
              .map(({ name, values }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{values.join(", ")}</dd>
                </div>
              ))}
          </dl>
        </details>
      )}
    </>
  );
}

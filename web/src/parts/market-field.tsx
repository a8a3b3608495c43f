import { useQuery } from "urql";
import { MarketsDocument } from "../generated/graphql.ts";
import { day, many } from "./words.ts";

/** The field of a form that chooses one of the newest markets. */
export function MarketField({
  id,
  marketId,
  onChange,
}: {
  id: string;
  marketId: string;
  onChange: (marketId: string) => void;
}) {
  const [{ data }] = useQuery({
    query: MarketsDocument,
    variables: { first: 100, orderBy: "NEWEST", withPlaces: false },
  });
  return (
    <div className="field">
      <label htmlFor={id}>Market</label>
      <select id={id} value={marketId} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose…</option>
        {data?.markets.edges.map(({ node }) => (
          <option key={node.marketId} value={node.marketId}>
            {`${node.name} · ${many(node.companies.totalCount, "company", "companies")} · ${day(node.createdAt)} · #${node.marketId}`}
          </option>
        ))}
      </select>
    </div>
  );
}

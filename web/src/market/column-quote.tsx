import { useQuery } from "urql";
import { type AddMarketColumnInput, QuoteColumnDocument } from "../generated/graphql.ts";
import { ErrorNotice, Loading } from "../parts/notice.tsx";
import { useSettled } from "../parts/use-settled.ts";
import { many, money } from "../parts/words.ts";

/** Shows what a column of the language model would cost; read again when its question has changed. */
export function ColumnQuote({ input }: { input: AddMarketColumnInput }) {
  // Neither the heading nor the cap changes the price.
  const { question, kind, unit, choices } = input;
  const settled = useSettled(JSON.stringify({ question, kind, unit, choices }), 500);
  const [{ data, error, fetching }] = useQuery({
    query: QuoteColumnDocument,
    variables: {
      input: { ...input, ...(JSON.parse(settled) as Partial<AddMarketColumnInput>), name: null, maxCostUsd: null },
    },
    pause: question.trim() === "" || (kind === "CHOICE" && (choices ?? []).length < 2),
  });
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (data == null) return fetching ? <Loading rows={1} label="Asking for a quote" /> : null;
  const { cells, costUsd, basis } = data.quoteMarketColumn;
  return (
    <div className="quote">
      <dl className="facts">
        <div>
          <dt>Costs</dt>
          <dd>
            about {money(costUsd.p50)} for {many(cells, "company", "companies")}
            <span className="quiet"> · nine times in ten less than {money(costUsd.p90)}</span>
            <span className="quiet second">Basis: {basis}.</span>
          </dd>
        </div>
      </dl>
    </div>
  );
}

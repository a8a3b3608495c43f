import { useState } from "react";
import { useQuery } from "urql";
import { type FeatureAnswer, FeatureMapDocument, type FeatureMapQuery } from "../generated/graphql.ts";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { Pager } from "../parts/pager.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { WideTable } from "../parts/wide-table.tsx";
import { spoken } from "../parts/words.ts";
import { Notes } from "./landscape-view.tsx";

type FeatureMap = NonNullable<NonNullable<FeatureMapQuery["market"]>["featureMap"]>;
type Row = FeatureMap["companies"]["edges"][number];
type Cell = Row["cells"][number];

const PAGE = 50;
const ANSWERS: Record<FeatureAnswer, { sign: string; words: string }> = {
  STATED: { sign: "●", words: "stated" },
  IMPLIED: { sign: "◐", words: "implied" },
  NOT_SAID: { sign: "·", words: "not said" },
};

interface FeaturesProps {
  marketId: number;
  onOpen: (domain: string) => void;
}

/** Shows which company claims which feature, with the words that show it. */
export default function FeaturesView({ marketId, onOpen }: FeaturesProps) {
  const pages = useCursorPages(String(marketId));
  const [{ data, error }] = useQuery({ query: FeatureMapDocument, variables: { marketId, after: pages.after } });
  const [chosen, setChosen] = useState<{ row: Row; cell: Cell } | null>(null);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (data === undefined) return <Loading rows={8} label="Loading the feature map" />;
  const map = data.market?.featureMap;
  if (map == null)
    return (
      <Empty title="Not computed yet">
        <p>Publish the market with “Feature map” chosen.</p>
      </Empty>
    );
  return (
    <section className="panel" aria-labelledby="features-title">
      <header className="panel-head">
        <h2 id="features-title">Which company claims which feature</h2>
        <span className="quiet">● stated, ◐ implied, · not said, which is no proof</span>
      </header>
      <Notes notes={map.notes} />
      <div className="quote-line" role="status">
        {chosen === null ? (
          <span className="quiet">Choose a cell: the words behind it are shown here.</span>
        ) : (
          <>
            <strong>{chosen.row.node.name}</strong>, {chosen.cell.feature}:{" "}
            {chosen.cell.quote == null ? (
              ANSWERS[chosen.cell.answer].words
            ) : (
              <q>
                <mark>{chosen.cell.quote}</mark>
              </q>
            )}
            {chosen.cell.field != null && <span className="quiet"> in {spoken(chosen.cell.field).toLowerCase()}</span>}
          </>
        )}
      </div>
      <Matrix map={map} onOpen={onOpen} onChoose={setChosen} />
      <Pager list={map.companies} pages={pages} size={PAGE} />
    </section>
  );
}

interface MatrixProps {
  map: FeatureMap;
  onOpen: (domain: string) => void;
  onChoose: (chosen: { row: Row; cell: Cell }) => void;
}

function Matrix({ map, onOpen, onChoose }: MatrixProps) {
  return (
    <WideTable label="Feature map" className="matrix-frame">
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">Company</th>
            {map.features.map(({ feature, origin, stated, implied }) => (
              <th
                key={feature}
                scope="col"
                title={`${stated} stated, ${implied} implied; ${origin === "CRITERIA" ? "from the criteria" : "a typical phrase"}`}
              >
                <span>{feature}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.companies.edges.map((row) => (
            <tr key={row.node.id}>
              <th scope="row">
                <button type="button" className="company-name" onClick={() => onOpen(row.node.domain)}>
                  <strong>{row.node.name}</strong>
                </button>
              </th>
              {map.features.map(({ feature }) => {
                const cell = row.cells.find((one) => one.feature === feature);
                if (cell === undefined) return <td key={feature} />;
                const { sign, words } = ANSWERS[cell.answer];
                return (
                  <td key={feature} className={`cell-${cell.answer.toLowerCase().replace("_", "-")}`}>
                    {cell.quote == null ? (
                      <>
                        <span aria-hidden="true">{sign}</span>
                        <span className="unseen">{words}</span>
                      </>
                    ) : (
                      <button
                        type="button"
                        title={cell.quote}
                        aria-label={`${words}: ${cell.quote}`}
                        onClick={() => onChoose({ row, cell })}
                      >
                        {sign}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

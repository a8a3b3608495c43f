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
const ANSWERS: Record<FeatureAnswer, string> = { STATED: "stated", IMPLIED: "implied", NOT_SAID: "not said" };

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
  if (data == null) return <Loading rows={8} label="Loading the feature map" />;
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
        <ul className="legend" aria-label="Marks">
          {(Object.keys(ANSWERS) as FeatureAnswer[]).map((answer) => (
            <li key={answer}>
              <Mark answer={answer} />
              {ANSWERS[answer]}
            </li>
          ))}
        </ul>
      </header>
      <p className="quiet said">
        From each company's own record and pages. “Not said” does not mean that it lacks the feature.
      </p>
      <div className="quote-line" role="status">
        {chosen === null ? (
          <span className="quiet">Choose a cell: the words behind it are shown here.</span>
        ) : (
          <>
            <strong>{chosen.row.node.name}</strong>, {chosen.cell.feature}:{" "}
            {chosen.cell.quote == null ? (
              ANSWERS[chosen.cell.answer]
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
      <Notes notes={map.notes} />
    </section>
  );
}

/** A full, a half or a tiny dot. */
function Mark({ answer }: { answer: FeatureAnswer }) {
  return (
    <svg className={`mark mark-${answer.toLowerCase().replace("_", "-")}`} viewBox="0 0 16 16" aria-hidden="true">
      {answer === "NOT_SAID" ? (
        <circle cx="8" cy="8" r="1.5" />
      ) : (
        <circle className="mark-edge" cx="8" cy="8" r="5.5" />
      )}
      {answer === "IMPLIED" && <path d="M8 2.5a5.5 5.5 0 0 0 0 11Z" />}
      {answer === "STATED" && <circle cx="8" cy="8" r="5.5" />}
    </svg>
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
                const words = ANSWERS[cell.answer];
                return (
                  <td key={feature} className={`cell-${cell.answer.toLowerCase().replace("_", "-")}`}>
                    {cell.quote == null ? (
                      <>
                        <Mark answer={cell.answer} />
                        <span className="unseen">{words}</span>
                      </>
                    ) : (
                      <button
                        type="button"
                        title={cell.quote}
                        aria-label={`${words}: ${cell.quote}`}
                        onClick={() => onChoose({ row, cell })}
                      >
                        <Mark answer={cell.answer} />
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

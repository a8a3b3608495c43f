import { useQuery } from "urql";
import { TopicsDocument } from "../generated/graphql.ts";
import { Meter } from "../parts/meter.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { WideTable } from "../parts/wide-table.tsx";
import { count, percent } from "../parts/words.ts";
import { Notes } from "./landscape-view.tsx";

interface TopicsProps {
  marketId: number;
  onOpen: (domain: string) => void;
}

/** Shows the market's topics, and the phrases of its companies. */
export default function TopicsView({ marketId, onOpen }: TopicsProps) {
  const [{ data, error }] = useQuery({ query: TopicsDocument, variables: { marketId } });
  if (error !== undefined) return <ErrorNotice error={error} />;
  const market = data?.market;
  if (market == null) return <Loading rows={8} label="Loading topics" />;
  const { topics, phrases } = market;
  if (topics == null && phrases == null)
    return (
      <Empty title="Not computed yet">
        <p>Publish the market with “Topics” or “Phrases” chosen.</p>
      </Empty>
    );
  return (
    <>
      {topics != null && (
        <section className="panel" aria-labelledby="topics-title">
          <h2 id="topics-title">Topics</h2>
          <Notes notes={topics.notes} />
          <ul className="cards">
            {topics.topics.map(({ label, share, terms, companies }) => (
              <li key={label} className="card">
                <h3>{label}</h3>
                <p className="topic-share">
                  <Meter share={share} label="Share" /> <span className="quiet">of the market's words</span>
                </p>
                <p className="quiet">{terms.map(({ term }) => term).join(" · ")}</p>
                <ul className="names">
                  {companies.edges.map(({ weight, node }) => (
                    <li key={node.id}>
                      <button
                        type="button"
                        className="suggestion"
                        title={`${percent(weight)} of its text`}
                        onClick={() => onOpen(node.domain)}
                      >
                        {node.name}
                      </button>
                    </li>
                  ))}
                  {companies.totalCount > companies.edges.length && (
                    <li className="quiet">and {count(companies.totalCount - companies.edges.length)} more</li>
                  )}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      {phrases != null && (
        <section className="panel" aria-labelledby="phrases-title">
          <h2 id="phrases-title">Typical phrases</h2>
          <Notes notes={phrases.notes} />
          {phrases.phrases.totalCount > 0 && (
            <WideTable label="Phrases">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Phrase</th>
                    <th scope="col" className="number">
                      Companies of the market
                    </th>
                    <th scope="col" className="number">
                      Others
                    </th>
                    <th scope="col" className="number">
                      Likelier here
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {phrases.phrases.edges.map(({ node }) => (
                    <tr key={node.phrase}>
                      <td>{node.phrase}</td>
                      <td className="number">{count(node.inMarket)}</td>
                      <td className="number">{count(node.elsewhere)}</td>
                      <td className="number">{count(Math.round(2 ** node.logRatio))} times</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </WideTable>
          )}
        </section>
      )}
    </>
  );
}

import { useState } from "react";
import { useQuery } from "urql";
import { TimeLineDocument, type TimeLineQuery } from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { Empty, ErrorNotice, Loading, Note } from "../parts/notice.tsx";
import { count, day, many } from "../parts/words.ts";

type Market = NonNullable<TimeLineQuery["market"]>;

const KINDS = { news: "News", esg: "ESG", event: "Events" } as const;
type Kind = keyof typeof KINDS;

/** An item of any of the lists. */
interface Happening {
  id: string;
  kind: Kind;
  at: string;
  title: string;
  text: string;
  url: string | null;
  /** −1 to 1; null where unknown. */
  sentiment: number | null;
  facts: string[];
}

function happeningsOf({ news, esgItems, events }: Market): Happening[] {
  return [
    ...(news?.edges ?? []).map(
      ({ node }): Happening => ({
        id: node.id,
        kind: "news",
        at: node.publishedAt,
        title: node.title,
        text: node.summary,
        url: node.url,
        sentiment: node.sentiment,
        facts: [
          node.publisher,
          ...(node.copies.totalCount > 0 ? [many(node.copies.totalCount, "copy", "copies")] : []),
        ],
      }),
    ),
    ...esgItems.edges.map(
      ({ node }): Happening => ({
        id: node.id,
        kind: "esg",
        at: node.publishedAt ?? node.retrievedAt,
        title: node.title,
        text: node.snippet,
        url: node.url,
        sentiment: node.sentimentScore,
        facts: [
          node.company.name,
          node.source === "INTERNAL" ? "the company itself" : node.publisher,
          ...node.labels.map(({ label }) => label),
        ],
      }),
    ),
    ...(events?.edges ?? []).map(
      ({ node }): Happening => ({
        id: node.id,
        kind: "event",
        at: node.publishedAt,
        title: node.title,
        text: node.summary,
        url: node.references[0]?.url ?? null,
        sentiment: null,
        facts: [
          `${many(node.articleCount, "article", "articles")}, ${many(node.independentSources, "source", "sources")}`,
          ...node.alertTypes.map(({ name }) => name),
          ...node.companies.edges.map((edge) => edge.node.name),
        ],
      }),
    ),
  ].sort((one, other) => other.at.localeCompare(one.at));
}

const tone = (sentiment: number | null): [tone: string, words: string] | null =>
  sentiment === null || Math.abs(sentiment) < 0.2 ? null : sentiment > 0 ? ["good", "Positive"] : ["bad", "Negative"];

/** Shows news, ESG items and events of the market's companies in one order, the newest first. */
export default function TimeLineView({ marketId, mayEvents = true }: { marketId: number; mayEvents?: boolean }) {
  const { may, viewer } = useSession();
  const events = mayEvents && viewer.subscriptions.includes("events-monitor");
  const news = may("impact:read");
  const [{ data, error }] = useQuery({ query: TimeLineDocument, variables: { marketId, news, events } });
  const [kind, setKind] = useState<Kind | null>(null);
  if (error !== undefined && data?.market == null) return <ErrorNotice error={error} />;
  const market = data?.market;
  if (market == null) return <Loading rows={8} label="Loading the time line" />;
  const all = happeningsOf(market);
  const shown = all.filter((one) => kind === null || one.kind === kind);
  return (
    <section className="panel" aria-label="Time line">
      <fieldset className="segments">
        <legend className="unseen">Kind</legend>
        {([null, ...Object.keys(KINDS)] as (Kind | null)[]).map((one) => (
          <label key={one ?? "all"} className="segment">
            <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
            <span>
              {one === null ? "All" : KINDS[one]}
              <em>{count(one === null ? all.length : all.filter(({ kind: of }) => of === one).length)}</em>
            </span>
          </label>
        ))}
      </fieldset>
      {mayEvents && !events && <Note>Events are not part of your key's subscriptions.</Note>}
      {shown.length === 0 ? (
        <Empty title="There is no news about these companies yet">
          <p>Import articles or add feeds, then publish with “News” and “ESG” chosen.</p>
        </Empty>
      ) : (
        <ol className="time-line">
          {shown.map((one) => {
            const felt = tone(one.sentiment);
            return (
              <li key={one.id} className={`happening happening-${one.kind}`}>
                <p className="happening-head">
                  <time dateTime={one.at}>{day(one.at)}</time>
                  <span className="badge badge-quiet">{KINDS[one.kind]}</span>
                  {felt !== null && <span className={`badge badge-${felt[0]}`}>{felt[1]}</span>}
                </p>
                <h3>
                  {one.url === null ? (
                    one.title
                  ) : (
                    <a href={one.url} target="_blank" rel="noreferrer noopener">
                      {one.title}
                    </a>
                  )}
                </h3>
                <p>{one.text}</p>
                <p className="quiet">{one.facts.join(" · ")}</p>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

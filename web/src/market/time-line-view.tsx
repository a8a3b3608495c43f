import { useState } from "react";
import { useQuery } from "urql";
import { TimeLineDocument } from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { Badge } from "../parts/badge.tsx";
import { Empty, ErrorNotice, Loading, Note } from "../parts/notice.tsx";
import { count, day, month } from "../parts/words.ts";
import { EventStory } from "./event-story.tsx";
import { type Happening, happeningsOf, KINDS, type Kind } from "./happenings.ts";

const tone = (sentiment: number | null): [tone: string, words: string] | null =>
  sentiment === null || Math.abs(sentiment) < 0.2 ? null : sentiment > 0 ? ["good", "Positive"] : ["bad", "Negative"];

/** Groups a sorted list by the months of its entries. */
function byMonth(happenings: readonly Happening[]): [month: string, happenings: Happening[]][] {
  const months = new Map<string, Happening[]>();
  for (const one of happenings) {
    const name = one.at === null ? "Without a date" : month(one.at);
    months.set(name, [...(months.get(name) ?? []), one]);
  }
  return [...months];
}

/** Shows news, ESG items and events of the market's companies in one order, the newest first. */
export default function TimeLineView({ marketId, mayEvents = true }: { marketId: number; mayEvents?: boolean }) {
  const { may, viewer } = useSession();
  const events = mayEvents && viewer.subscriptions.includes("events-monitor");
  const news = may("impact:read");
  const [{ data, error }] = useQuery({ query: TimeLineDocument, variables: { marketId, news, events } });
  const [kind, setKind] = useState<Kind | null>(null);
  const [story, setStory] = useState<number | null>(null);
  if (error !== undefined && data?.market == null) return <ErrorNotice error={error} />;
  const market = data?.market;
  if (market == null) return <Loading rows={8} label="Loading the time line" />;
  const all = happeningsOf(market);
  const of = (one: Kind | null) => all.filter(({ kinds }) => one === null || kinds.includes(one));
  const lists = [market.news, market.esgItems, market.events];
  const isCut = lists.some((list) => list != null && list.totalCount > list.edges.length);
  return (
    <section className="panel" aria-label="Time line">
      <fieldset className="segments">
        <legend className="unseen">Kind</legend>
        {([null, ...Object.keys(KINDS)] as (Kind | null)[]).map((one) => (
          <label key={one ?? "all"} className="segment">
            <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
            <span>
              {one === null ? "All" : one === "event" ? "Events" : KINDS[one]}
              <em>{count(of(one).length)}</em>
            </span>
          </label>
        ))}
      </fieldset>
      {isCut && <p className="quiet said">The newest 60 of each kind.</p>}
      {mayEvents && !events && <Note>Events are not part of your key's subscriptions.</Note>}
      {of(kind).length === 0 ? (
        <Empty title="There is no news about these companies yet">
          <p>Import articles or add feeds, then publish with “News” and “ESG” chosen.</p>
        </Empty>
      ) : (
        byMonth(of(kind)).map(([name, happenings]) => (
          <section key={name} className="month">
            <h2>{name}</h2>
            <ol className="time-line">
              {happenings.map((one) => (
                <Entry key={one.id} happening={one} onStory={setStory} />
              ))}
            </ol>
          </section>
        ))
      )}
      {story !== null && <EventStory eventId={story} onClose={() => setStory(null)} />}
    </section>
  );
}

interface EntryProps {
  happening: Happening;
  onStory: (eventId: number) => void;
}

function Entry({ happening: { kinds, at, title, text, url, sentiment, facts, storyOf }, onStory }: EntryProps) {
  const felt = tone(sentiment);
  return (
    <li className={`happening happening-${kinds[0]}`}>
      <p className="happening-head">
        {at !== null && <time dateTime={at}>{day(at)}</time>}
        {kinds.map((kind) => (
          <Badge key={kind} tone="quiet" words={KINDS[kind]} />
        ))}
        {felt !== null && <Badge tone={felt[0]} words={felt[1]} />}
      </p>
      <h3>
        {url === null ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {title}
          </a>
        )}
      </h3>
      {text !== title && <p>{text}</p>}
      <p className="quiet">{facts.filter((fact) => fact !== "").join(" · ")}</p>
      {storyOf !== null && (
        <button type="button" className="button button-small" onClick={() => onStory(storyOf)}>
          Story line<span className="unseen"> of {title}</span>
        </button>
      )}
    </li>
  );
}

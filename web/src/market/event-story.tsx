import { useQuery } from "urql";
import { EventStoryDocument, type EventStoryQuery } from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { day, percent, spoken } from "../parts/words.ts";

type Story = NonNullable<EventStoryQuery["event"]>["storyLine"];
type FollowUp = NonNullable<Story["edges"][number]["node"]["followsUpOn"]>;

interface EventStoryProps {
  eventId: number;
  onClose: () => void;
}

/** Shows the events of one matter in their order: what changed from each to the next, and why they are linked. */
export function EventStory({ eventId, onClose }: EventStoryProps) {
  const [{ data, error }] = useQuery({ query: EventStoryDocument, variables: { id: String(eventId) } });
  const story = data?.event?.storyLine;
  return (
    <Modal title="Story line" place="side" onClose={onClose}>
      {error !== undefined && <ErrorNotice error={error} />}
      {data == null && error === undefined && <Loading rows={5} label="Loading the story line" />}
      {data != null && story === undefined && <Empty title="There is no such event" />}
      {story !== undefined && (
        <>
          <p className="quiet">The events of this matter, the earliest first.</p>
          <ol className="time-line">
            {story.edges.map(({ node }) => (
              <li key={node.id} className="happening happening-event" aria-current={node.eventId === eventId}>
                <p className="happening-head">
                  <time dateTime={node.publishedAt}>{day(node.publishedAt)}</time>
                </p>
                <h3>
                  {node.references[0] === undefined ? (
                    node.title
                  ) : (
                    <a href={node.references[0].url} target="_blank" rel="noreferrer noopener">
                      {node.title}
                    </a>
                  )}
                </h3>
                {node.followsUpOn != null && <Link followUp={node.followsUpOn} />}
              </li>
            ))}
          </ol>
        </>
      )}
    </Modal>
  );
}

function Link({ followUp: { likelihood, sharedNames, sharedTerms, developments, follows } }: { followUp: FollowUp }) {
  const shared = [...sharedNames, ...sharedTerms];
  return (
    <>
      {developments.length > 0 && (
        <ul aria-label="What changed">
          {developments.map(({ frame, role, before, after }) => (
            <li key={`${frame} ${role}`} className="changes">
              {spoken(frame)}, {spoken(role).toLowerCase()}: {before != null && <del>{before}</del>} <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        Follows “{follows.title}”: {likelihood > 0.99 ? "more than 99 %" : percent(likelihood)} likely the same matter
        {shared.length > 0 && `, because both mention ${shared.join(", ")}`}.
      </p>
    </>
  );
}

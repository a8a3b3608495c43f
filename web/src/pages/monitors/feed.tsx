import { useMutation } from "urql";
import {
  CreateMonitorFeedDocument,
  type MonitorFactsFragment,
  RevokeMonitorFeedDocument,
} from "../../generated/graphql.ts";
import { ErrorNotice } from "../../parts/notice.tsx";
import { day } from "../../parts/words.ts";

/** Shows the feed of a monitor: its address is shown when it is made, and never again. */
export function Feed({ monitorId, feedMadeAt }: Pick<MonitorFactsFragment, "monitorId" | "feedMadeAt">) {
  const [made, make] = useMutation(CreateMonitorFeedDocument);
  const [revoked, revoke] = useMutation(RevokeMonitorFeedDocument);
  const address = feedMadeAt == null ? undefined : made.data?.createMonitorFeed;
  const failed = made.error ?? revoked.error;
  return (
    <section className="panel" aria-labelledby="feed-title">
      <header className="panel-head">
        <h2 id="feed-title">Feed</h2>
      </header>
      <p>
        {feedMadeAt == null
          ? "A feed shows the notices in a feed reader. Keep its address secret: it opens the feed without a key."
          : `Its address was created on ${day(feedMadeAt)}. A new address replaces it.`}
      </p>
      {address !== undefined && (
        <dl aria-label="Addresses, shown only once">
          <div>
            <dt>Atom</dt>
            <dd>
              <a href={address.atomUrl}>{address.atomUrl}</a>
            </dd>
          </div>
          <div>
            <dt>RSS</dt>
            <dd>
              <a href={address.rssUrl}>{address.rssUrl}</a>
            </dd>
          </div>
        </dl>
      )}
      <div className="button-row">
        <button type="button" className="button button-small" onClick={() => void make({ monitorId })}>
          {feedMadeAt == null ? "Create an address" : "Create a new address"}
        </button>
        {feedMadeAt != null && (
          <button type="button" className="button button-small" onClick={() => void revoke({ monitorId })}>
            Revoke
          </button>
        )}
      </div>
      {failed !== undefined && <ErrorNotice error={failed} />}
    </section>
  );
}

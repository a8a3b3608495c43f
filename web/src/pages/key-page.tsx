import { SCOPE_WORDS, SCOPES } from "../graph/scopes.ts";
import { useSession } from "../graph/session-context.ts";
import { Badge } from "../parts/badge.tsx";
import { useTitle } from "../parts/use-title.ts";

/** Shows what the key of this tab may do, and how an operator changes keys: the graph has no operation for that. */
export default function KeyPage() {
  const { viewer, may } = useSession();
  useTitle("Your key");
  const team = viewer.team?.teamId;
  return (
    <>
      <header className="page-head">
        <h1>Your key</h1>
        <p className="lead">
          {viewer.keyPrefix},{" "}
          {viewer.isPlatform ? "a key of the platform" : `a key of ${viewer.team?.name ?? "a team"}`}
        </p>
      </header>
      <section className="panel" aria-labelledby="may-title">
        <h2 id="may-title">What it may do</h2>
        <ul className="review-list">
          {SCOPES.map((scope) => (
            <li key={scope}>
              <div>
                {SCOPE_WORDS[scope]}
                <span className="quiet second">{scope}</span>
              </div>
              {may(scope) ? <Badge tone="good" words="Allowed" /> : <Badge tone="quiet" words="Not allowed" />}
            </li>
          ))}
          <li>
            <div>
              Read and monitor events of all companies
              <span className="quiet second">subscription events-monitor, in addition to impact:read</span>
            </div>
            {viewer.subscriptions.includes("events-monitor") ? (
              <Badge tone="good" words="Subscribed" />
            ) : (
              <Badge tone="quiet" words="Not subscribed" />
            )}
          </li>
        </ul>
      </section>
      <section className="panel" aria-labelledby="operator-title">
        <h2 id="operator-title">Other keys</h2>
        <p>
          An operator lists, creates, changes and revokes keys on the server's machine. A key cannot do this, so a
          stolen key cannot make another one.
        </p>
        <ul className="commands">
          <li>
            <code>npm run market -- keys list{team === undefined ? "" : ` --team ${team}`}</code>
          </li>
          <li>
            <code>
              npm run market -- keys create --team {team ?? "1"} --scopes markets:read --networks 203.0.113.0/24
              --expires 90
            </code>
          </li>
          <li>
            <code>npm run market -- keys revoke {viewer.keyPrefix}</code>
          </li>
        </ul>
      </section>
    </>
  );
}

import { useQuery } from "urql";
import { Link } from "wouter";
import { WebhooksDocument } from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Badge } from "../../parts/badge.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notice.tsx";
import { Pager } from "../../parts/pager.tsx";
import { ScopeNeeded } from "../../parts/scope-needed.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { day, many } from "../../parts/words.ts";
import { NewWebhook } from "./new-webhook.tsx";

const PAGE = 20;

/** Shows the webhooks of the team, and the form that makes one. */
export default function WebhookList() {
  const { may } = useSession();
  useTitle("Webhooks");
  return (
    <>
      <header className="page-head">
        <h1>Webhooks</h1>
        <p className="lead">
          A webhook sends what monitors report, and the end of each discovery and publish, to an address of yours. Each
          message is signed.
        </p>
      </header>
      {may("teams:read") ? <Webhooks /> : <ScopeNeeded scope="teams:read" to="read webhooks" />}
    </>
  );
}

function Webhooks() {
  const { may, viewer } = useSession();
  const pages = useCursorPages("webhooks");
  const [{ data, error }, again] = useQuery({
    query: WebhooksDocument,
    variables: { first: PAGE, after: pages.after },
    requestPolicy: "cache-and-network",
  });
  const list = data?.webhooks;
  const look = () => again({ requestPolicy: "network-only" });
  const mayChange = may("teams:write");
  return (
    <>
      {!mayChange && <ScopeNeeded scope="teams:write" to="change webhooks" />}
      {mayChange && viewer.isPlatform && (
        <p className="quiet">A platform key has no team of its own. Use a key of the team to create a webhook.</p>
      )}
      {mayChange && !viewer.isPlatform && <NewWebhook onCreated={look} />}
      <section className="panel" aria-labelledby="webhooks-title">
        <header className="panel-head">
          <h2 id="webhooks-title">All webhooks</h2>
        </header>
        {error !== undefined && <ErrorNotice error={error} onRetry={look} />}
        {list === undefined && error === undefined && <Loading rows={3} label="Loading webhooks" />}
        {list?.totalCount === 0 && (
          <Empty title="No webhook yet">{mayChange && <p>“New webhook” above creates one.</p>}</Empty>
        )}
        {list !== undefined && list.totalCount > 0 && (
          <>
            <ul className="market-list">
              {list.edges.map(({ node }) => (
                <li key={node.id}>
                  <Link href={`/webhooks/${node.webhookId}`} className="market-row">
                    <span className="market-row-name">
                      {node.url}
                      {node.description !== "" && <span className="quiet second">{node.description}</span>}
                    </span>
                    <span className="market-row-facts">
                      <span>
                        {node.kinds.length === 0
                          ? "every notice"
                          : many(node.kinds.length, "kind of notice", "kinds of notices")}
                      </span>
                      <span>{day(node.createdAt)}</span>
                    </span>
                    <WebhookBadge webhook={node} />
                  </Link>
                </li>
              ))}
            </ul>
            <Pager list={list} pages={pages} size={PAGE} />
          </>
        )}
      </section>
    </>
  );
}

export function WebhookBadge({
  webhook: { status, failingSince },
}: {
  webhook: { status: "ACTIVE" | "DISABLED"; failingSince?: string | null };
}) {
  if (status === "DISABLED") return <Badge tone="quiet" words="Disabled" />;
  return failingSince == null ? <Badge tone="good" words="Active" /> : <Badge tone="bad" words="Failing" />;
}

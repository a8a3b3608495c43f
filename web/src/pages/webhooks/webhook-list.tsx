import { useQuery } from "urql";
import { Link } from "wouter";
import { WebhooksDocument } from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Badge } from "../../parts/badge.tsx";
import { ListPanel } from "../../parts/list-panel.tsx";
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
      <ListPanel
        name="webhooks"
        title="All webhooks"
        list={list}
        error={error}
        onRetry={look}
        pages={pages}
        size={PAGE}
        empty={{ title: "No webhook yet", advice: mayChange && <p>“New webhook” above creates one.</p> }}
        keyOf={({ webhookId }) => webhookId}
        row={(node) => (
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
        )}
      />
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

import { useEffect, useState } from "react";
import { useMutation, useQuery } from "urql";
import { Link, useLocation } from "wouter";
import {
  DeleteWebhookDocument,
  DisableWebhookDocument,
  EnableWebhookDocument,
  PingWebhookDocument,
  RotateWebhookSecretDocument,
  WebhookPageDocument,
} from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { Icon } from "../../parts/icon.tsx";
import { Modal } from "../../parts/modal.tsx";
import { ErrorNotice, Loading } from "../../parts/notice.tsx";
import { ScopeNeeded } from "../../parts/scope-needed.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useTitle } from "../../parts/use-title.ts";
import { moment } from "../../parts/words.ts";
import { Deliveries, type DeliveryState } from "./deliveries.tsx";
import { KINDS } from "./kinds.ts";
import { Secret } from "./secret.tsx";
import { WebhookBadge } from "./webhook-list.tsx";

const PAGE = 20;
/** A delivery takes about a second; deliveries have no subscription. */
const LOOK_MS = 3_000;
/** How long the previous secret stays valid after a rotation. */
const OVERLAP_HOURS = 24;

/** Shows one webhook: what is sent, its deliveries, and the possible actions. */
export default function WebhookPage({ webhookId }: { webhookId: number }) {
  const { may } = useSession();
  useTitle("Webhook");
  return (
    <>
      <nav aria-label="Breadcrumb" className="breadcrumb">
        <Link href="/webhooks">
          <Icon name="back" />
          Webhooks
        </Link>
      </nav>
      {may("teams:read") ? <Webhook webhookId={webhookId} /> : <ScopeNeeded scope="teams:read" to="read webhooks" />}
    </>
  );
}

function Webhook({ webhookId }: { webhookId: number }) {
  const { may } = useSession();
  const [status, setStatus] = useState<DeliveryState | null>(null);
  const pages = useCursorPages(`${webhookId} ${status}`);
  const [{ data, error }, again] = useQuery({
    query: WebhookPageDocument,
    variables: { webhookId, first: PAGE, after: pages.after, status },
    requestPolicy: "cache-and-network",
  });
  useEffect(() => {
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), LOOK_MS);
    return () => clearInterval(timer);
  }, [again]);
  const webhook = data?.webhook;
  if (webhook == null) return error === undefined ? <Loading rows={5} /> : <ErrorNotice error={error} />;
  const { url, description, kinds, disabledBecause, failingSince } = webhook;
  const isDisabled = webhook.status === "DISABLED";
  return (
    <>
      <header className="page-head">
        <div className="page-head-line">
          <h1 className="webhook-url">{url}</h1>
          <WebhookBadge webhook={webhook} />
        </div>
        {description !== "" && <p className="lead">{description}</p>}
        <p className="quiet">
          {isDisabled && `Disabled: ${disabledBecause}. Nothing is sent until it is enabled. `}
          {!isDisabled && failingSince != null && `No message was accepted since ${moment(failingSince)}. `}
          Created {moment(webhook.createdAt)}.
        </p>
        {may("teams:write") ? (
          <Actions
            webhookId={webhookId}
            isDisabled={isDisabled}
            onChange={() => again({ requestPolicy: "network-only" })}
          />
        ) : (
          <ScopeNeeded scope="teams:write" to="change webhooks" />
        )}
      </header>
      <section className="panel" aria-labelledby="kinds-title">
        <h2 id="kinds-title">Sent when</h2>
        <ul className="tags webhook-kinds">
          {kinds.length === 0 ? (
            <li>Any notice that the key that created it may read</li>
          ) : (
            kinds.map((kind) => <li key={kind}>{KINDS[kind]}</li>)
          )}
        </ul>
      </section>
      <Deliveries
        list={webhook.deliveries}
        pages={pages}
        size={PAGE}
        status={status}
        onStatus={setStatus}
        mayRedeliver={may("teams:write") && !isDisabled}
        onChange={() => again({ requestPolicy: "network-only" })}
      />
    </>
  );
}

interface ActionsProps {
  webhookId: number;
  isDisabled: boolean;
  onChange: () => void;
}

function Actions({ webhookId, isDisabled, onChange }: ActionsProps) {
  const [, navigate] = useLocation();
  const [pinging, ping] = useMutation(PingWebhookDocument);
  const [enabling, enable] = useMutation(EnableWebhookDocument);
  const [disabling, disable] = useMutation(DisableWebhookDocument);
  const [rotating, rotate] = useMutation(RotateWebhookSecretDocument);
  const [deleting, remove] = useMutation(DeleteWebhookDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const all = [pinging, enabling, disabling, rotating, deleting];
  const failed = all.find(({ error }) => error !== undefined)?.error;
  const isBusy = all.some(({ fetching }) => fetching);
  const button = (words: string, act: () => Promise<unknown>, isOff = false) => (
    <button type="button" className="button button-small" disabled={isBusy || isOff} onClick={() => void act()}>
      {words}
    </button>
  );
  return (
    <>
      <div className="button-row">
        {button("Send a test message", () => ping({ webhookId }).then(onChange), isDisabled)}
        {isDisabled ? button("Enable", () => enable({ webhookId })) : button("Disable", () => disable({ webhookId }))}
        {button("New secret", async () => {
          const { data } = await rotate({ webhookId, overlapHours: OVERLAP_HOURS });
          if (data != null) setSecret(data.rotateWebhookSecret.secret);
        })}
        {button("Delete", async () => setDeleting(true))}
      </div>
      {failed !== undefined && <ErrorNotice error={failed} />}
      {secret !== null && (
        <>
          <Secret secret={secret} onDone={() => setSecret(null)} />
          <p className="quiet">
            For {OVERLAP_HOURS} hours, messages carry a signature with this secret and one with the previous secret.
          </p>
        </>
      )}
      {isDeleting && (
        <Modal title="Delete this webhook?" onClose={() => setDeleting(false)}>
          <p>Its deliveries are deleted too, and pending ones are not sent. This cannot be undone.</p>
          <footer className="modal-foot">
            <button type="button" className="button" onClick={() => setDeleting(false)}>
              Cancel
            </button>
            <button
              type="button"
              className="button button-main"
              disabled={isBusy}
              onClick={() =>
                void remove({ webhookId }).then(({ error }) => {
                  setDeleting(false);
                  if (error === undefined) navigate("/webhooks");
                })
              }
            >
              Delete the webhook
            </button>
          </footer>
        </Modal>
      )}
    </>
  );
}

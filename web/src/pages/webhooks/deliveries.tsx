import { useMutation } from "urql";
import { RedeliverWebhookDocument, type WebhookPageQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Empty, ErrorNotice } from "../../parts/notice.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { CursorPages } from "../../parts/use-cursor-pages.ts";
import { count, moment } from "../../parts/words.ts";
import { messageWords } from "./kinds.ts";

type List = NonNullable<WebhookPageQuery["webhook"]>["deliveries"];
type Delivery = List["edges"][number]["node"];
export type DeliveryState = Delivery["status"];

const STATES = {
  DELIVERED: { tone: "good", words: "Delivered" },
  PENDING: { tone: "busy", words: "Pending" },
  FAILED: { tone: "bad", words: "Failed" },
} as const satisfies Record<DeliveryState, { tone: string; words: string }>;

interface DeliveriesProps {
  list: List;
  pages: CursorPages;
  size: number;
  /** Null means all. */
  status: DeliveryState | null;
  onStatus: (status: DeliveryState | null) => void;
  mayRedeliver: boolean;
  onChange: () => void;
}

/** Shows what was sent to a webhook and what came back; a finished delivery can be sent again. */
export function Deliveries({ list, pages, size, status, onStatus, mayRedeliver, onChange }: DeliveriesProps) {
  const [{ fetching, error }, redeliver] = useMutation(RedeliverWebhookDocument);
  return (
    <section className="panel" aria-labelledby="deliveries-title">
      <header className="panel-head">
        <h2 id="deliveries-title">Deliveries</h2>
        <div className="filters">
          <label>
            <span className="unseen">State of the deliveries</span>
            <select
              value={status ?? ""}
              onChange={(event) => onStatus(event.target.value === "" ? null : (event.target.value as DeliveryState))}
            >
              <option value="">Every state</option>
              {Object.entries(STATES).map(([state, { words }]) => (
                <option key={state} value={state}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </div>
      </header>
      {error !== undefined && <ErrorNotice error={error} />}
      {list.totalCount === 0 ? (
        <Empty title={status === null ? "Nothing was sent yet" : "No delivery is in this state"}>
          {status === null && (
            <p>Each notice, and each test message, is listed here with the answer of the receiver.</p>
          )}
        </Empty>
      ) : (
        <PagedTable
          label="Deliveries"
          list={list}
          pages={pages}
          size={size}
          headings={["Message", "State", "Answer", "Attempts"]}
          action="Action"
          row={(node) => (
            <tr key={node.id}>
              <td>
                {messageWords(node.kind)}
                <span className="quiet second">
                  {moment(node.createdAt)}
                  {node.sequence > 0 && ` · notice ${count(node.sequence)}`}
                </span>
              </td>
              <td>
                <Badge {...STATES[node.status]} />
                {node.nextAttemptAt != null && (
                  <span className="quiet second">next attempt {moment(node.nextAttemptAt)}</span>
                )}
              </td>
              <td data-label="Answer">
                <Answer delivery={node} />
              </td>
              <td data-label="Attempts">
                {count(node.attempts)}
                {node.lastAttemptAt != null && <span className="quiet second">last {moment(node.lastAttemptAt)}</span>}
              </td>
              <td>
                {mayRedeliver && node.status !== "PENDING" && (
                  <button
                    type="button"
                    className="button button-small"
                    disabled={fetching}
                    aria-label={`Send again: ${messageWords(node.kind)}, ${moment(node.createdAt)}`}
                    onClick={() => void redeliver({ deliveryId: node.deliveryId }).then(onChange)}
                  >
                    Send again
                  </button>
                )}
              </td>
            </tr>
          )}
        />
      )}
    </section>
  );
}

function Answer({ delivery: { lastStatus, lastError, attempts } }: { delivery: Delivery }) {
  if (attempts === 0) return <span className="quiet">not sent yet</span>;
  return (
    <>
      {lastStatus == null ? "none" : `HTTP ${lastStatus}`}
      {lastError !== "" && <span className="second field-error">{lastError}</span>}
    </>
  );
}

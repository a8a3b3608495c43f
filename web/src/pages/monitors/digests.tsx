import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import {
  type DigestPeriod,
  type MonitorPageQuery,
  SubscribeToDigestDocument,
  UnsubscribeFromDigestDocument,
} from "../../generated/graphql.ts";
import { ErrorNotice } from "../../parts/notice.tsx";
import { day } from "../../parts/words.ts";

type Digest = NonNullable<NonNullable<MonitorPageQuery["monitor"]>["digests"]>[number];

const PERIODS = { DAILY: "Every day", WEEKLY: "Every week" } as const satisfies Record<DigestPeriod, string>;

/** Shows who gets a monitor by e-mail, and the form that adds one; visible to those who may see the team's users. */
export function Digests({ monitorId, digests }: { monitorId: number; digests: readonly Digest[] }) {
  const [email, setEmail] = useState("");
  const [period, setPeriod] = useState<DigestPeriod>("DAILY");
  const [subscribing, subscribe] = useMutation(SubscribeToDigestDocument);
  const [ending, end] = useMutation(UnsubscribeFromDigestDocument);
  const failed = subscribing.error ?? ending.error;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await subscribe({ input: { monitorId, email, period } });
    if (error === undefined) setEmail("");
  };
  return (
    <section className="panel" aria-labelledby="digests-title">
      <header className="panel-head">
        <h2 id="digests-title">By e-mail</h2>
      </header>
      {digests.length > 0 && (
        <ul>
          {digests.map((digest) => (
            <li key={digest.email}>
              {digest.email}, {PERIODS[digest.period].toLowerCase()}, next on {day(digest.dueAt)}
              {digest.lastError !== "" && ` (the last one waits: ${digest.lastError})`}{" "}
              <button
                type="button"
                className="button button-small"
                aria-label={`End the digest of ${digest.email}`}
                onClick={() => void end({ monitorId, email: digest.email })}
              >
                End
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="digest-email">E-mail address of a user of the team</label>
            <input
              id="digest-email"
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor="digest-period">Sent, if something changed</label>
            <select
              id="digest-period"
              value={period}
              onChange={(event) => setPeriod(event.target.value as DigestPeriod)}
            >
              {Object.entries(PERIODS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        </div>
        <button type="submit" className="button button-small" disabled={subscribing.fetching}>
          Send the digest
        </button>
      </form>
      {failed !== undefined && <ErrorNotice error={failed} />}
    </section>
  );
}

import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import { CreateWebhookDocument, type NoticeKind } from "../../generated/graphql.ts";
import { ErrorNotice } from "../../parts/notice.tsx";
import { KIND_NAMES, KINDS } from "./kinds.ts";
import { Secret } from "./secret.tsx";

/** Asks for the address of a webhook, and shows its secret once. */
export function NewWebhook({ onCreated }: { onCreated: () => void }) {
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [kinds, setKinds] = useState<readonly NoticeKind[]>([]);
  const [secret, setSecret] = useState<string | null>(null);
  const [{ fetching, error }, create] = useMutation(CreateWebhookDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = {
      url: url.trim(),
      description: description.trim() || null,
      kinds: kinds.length > 0 ? [...kinds] : null,
    };
    const { data } = await create({ input });
    if (data == null) return;
    setSecret(data.createWebhook.secret);
    setUrl("");
    setDescription("");
    setKinds([]);
    onCreated();
  };
  if (secret !== null) return <Secret secret={secret} onDone={() => setSecret(null)} />;
  return (
    <details className="panel">
      <summary>New webhook</summary>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="webhook-url">Address</label>
            <input
              id="webhook-url"
              type="url"
              required
              placeholder="https://example.com/hooks/market"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor="webhook-purpose">Purpose (optional)</label>
            <input
              id="webhook-purpose"
              maxLength={500}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          </div>
        </div>
        <fieldset className="choices">
          <legend>Sent when</legend>
          <p className="field-hint">Without a choice, every notice that your key may read is sent.</p>
          {KIND_NAMES.map((kind) => (
            <label key={kind} className="choice">
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={({ target }) =>
                  setKinds(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
                }
              />
              <span>{KINDS[kind]}</span>
            </label>
          ))}
        </fieldset>
        {error !== undefined && <ErrorNotice error={error} />}
        <button type="submit" className="button button-main" disabled={fetching || url.trim() === ""}>
          Create the webhook
        </button>
      </form>
    </details>
  );
}

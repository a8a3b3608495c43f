import { type FormEvent, useState } from "react";
import { Brand } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";
import { useTitle } from "../parts/use-title.ts";

interface SignInProps {
  wasRefused: boolean;
  onKey: (key: string) => void;
}

/** Asks for the API key. It stays in this tab's session storage, and is sent only to this server. */
export function SignIn({ wasRefused, onKey }: SignInProps) {
  const [key, setKey] = useState("");
  useTitle("Sign in");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== "") onKey(key.trim());
  };
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <Brand />
        <h1>Sign in</h1>
        <p className="lead">Ask a market question, watch companies arrive, and see why each one is in.</p>
        {wasRefused && (
          <div className="notice notice-bad" role="alert">
            <Icon name="warning" />
            <div>
              <strong>This key is not valid</strong>
              <p>It may be mistyped, expired or revoked. Paste it whole, from “mk_” to its end.</p>
            </div>
          </div>
        )}
        <form onSubmit={submit}>
          <div className="field">
            <label htmlFor="key">API key</label>
            <input
              id="key"
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={key}
              placeholder="mk_live_…"
              aria-describedby="key-hint"
              onChange={(event) => setKey(event.target.value)}
            />
            <p className="field-hint" id="key-hint">
              It is kept until you close this tab, and never appears in an address.
            </p>
          </div>
          <button type="submit" className="button button-main button-wide">
            Open the explorer
          </button>
        </form>
        <details>
          <summary>Where do I find a key?</summary>
          <p>
            On the machine that the server runs on, <code>npm run ask</code> keeps one in <code>.data/ask.key</code>. An
            operator makes others: <code>npm run market -- keys create --team 1 --scopes all</code>
          </p>
        </details>
      </div>
    </main>
  );
}

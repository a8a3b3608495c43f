import { useState } from "react";
import { Icon } from "../../parts/icon.tsx";
import { Note } from "../../parts/notice.tsx";

interface SecretProps {
  secret: string;
  onDone: () => void;
}

/** Shows a signing secret, which cannot be read again. It is only in the memory of this page. */
export function Secret({ secret, onDone }: SecretProps) {
  const [isCopied, setCopied] = useState(false);
  // The clipboard is closed to pages that are served over plain http from another machine.
  const copy = () =>
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Note title="The signing secret, shown only now">
      <div className="field">
        <label htmlFor="secret">Store it in your receiver, which checks the signatures with it.</label>
        <input
          id="secret"
          className="secret"
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="button-row">
        {navigator.clipboard !== undefined && (
          <button type="button" className="button button-small" onClick={() => void copy()}>
            {isCopied && <Icon name="check" />}
            {isCopied ? "Copied" : "Copy"}
          </button>
        )}
        <button type="button" className="button button-small" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </Note>
  );
}

import type { ReactNode } from "react";
import type { Scope } from "../graph/scopes.ts";
import { useSession } from "../graph/session-context.ts";
import { Note } from "./notice.tsx";

interface ScopeNeededProps {
  /** The scope that the key lacks. */
  scope: Scope;
  /** What the key cannot do: "read webhooks". */
  to: string;
  children?: ReactNode;
}

/** Says why a page or a form is not shown: the key lacks a scope. */
export function ScopeNeeded({ scope, to, children }: ScopeNeededProps) {
  const { viewer } = useSession();
  return (
    <Note title={`Your key cannot ${to}`}>
      <p>
        The key {viewer.keyPrefix} lacks the scope <code>{scope}</code>. An operator can add it:{" "}
        <code>npm run market -- keys change {viewer.keyPrefix} --scopes …</code>
      </p>
      {children}
    </Note>
  );
}

import type { ReactNode } from "react";
import type { CombinedError } from "urql";
import { problemOf } from "../graph/problems.ts";
import { Icon } from "./icon.tsx";

/** Problems that trying again does not change. */
const LASTING: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "INVALID_INPUT"]);

/** Shows what went wrong and what to do about it. */
export function ErrorNotice({ error, onRetry }: { error: CombinedError; onRetry?: () => void }) {
  const { code, title, message, advice } = problemOf(error);
  return (
    <div className="notice notice-bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        {message !== "" && <p className="notice-said">{message}</p>}
        <p>{advice}</p>
        {onRetry !== undefined && !LASTING.has(code) && (
          <button type="button" className="button button-small" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

/** Shows something that the reader should know. */
export function Note({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <div className="notice">
      <Icon name="info" />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** Whether nothing else is on the page, so that the title is its heading. */
  isPage?: boolean;
}

/** Shows an empty list: why, and what would fill it. */
export function Empty({ title, children, isPage = false }: EmptyProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="empty">
      <Title className="empty-title">{title}</Title>
      {children}
    </div>
  );
}

/** Stands in for rows that are loading. */
export function Loading({ rows = 3, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <div key={row} className="loading-bar" />
      ))}
    </div>
  );
}

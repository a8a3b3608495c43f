import { useEffect } from "react";

/** The tab's title; screen readers say it when the page has changed. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? "Explorer · Market Intelligence" : `${title} · Explorer`;
  }, [title]);
}

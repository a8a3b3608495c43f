import { useEffect } from "react";

/** Sets the tab's title, which screen readers announce when the page has changed. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? "Explorer · Market Intelligence" : `${title} · Explorer`;
  }, [title]);
}

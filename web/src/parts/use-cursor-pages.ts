import { useEffect, useState } from "react";

export type CursorPages = ReturnType<typeof useCursorPages>;

/** Keeps the cursors of the pages that were passed; `of` names the list, and another list begins at its first page. */
export function useCursorPages(of: string) {
  const [passed, setPassed] = useState<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, and nothing else, goes back to the beginning
  useEffect(() => setPassed([]), [of]);
  return {
    after: passed.at(-1) ?? null,
    page: passed.length,
    next: (cursor: string | null | undefined) => cursor != null && setPassed([...passed, cursor]),
    previous: () => setPassed(passed.slice(0, -1)),
  };
}

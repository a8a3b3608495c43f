import type { CursorPages } from "./use-cursor-pages.ts";
import { count } from "./words.ts";

/** One page of a list, as the graph returns it. */
export interface PagedList<Node> {
  totalCount: number;
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

interface PagerProps {
  list: PagedList<unknown>;
  pages: CursorPages;
  /** Number of rows on a full page. */
  size: number;
  /** Names the list where a page has several. */
  label?: string;
}

/** Shows a page's position in its list, and links to its neighbours. */
export function Pager({ list: { totalCount: total, edges, pageInfo }, pages, size, label }: PagerProps) {
  if (total === 0) return null;
  const first = pages.page * size + 1;
  return (
    <nav className="pager" aria-label={label === undefined ? "Pages" : `Pages of ${label}`}>
      <span role="status">
        {count(first)}–{count(first + edges.length - 1)} of {count(total)}
      </span>
      <span className="pager-ways">
        <button type="button" className="button button-small" disabled={pages.page === 0} onClick={pages.previous}>
          Previous
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={!pageInfo.hasNextPage}
          onClick={() => pages.next(pageInfo.endCursor)}
        >
          Next
        </button>
      </span>
    </nav>
  );
}

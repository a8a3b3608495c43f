import { count } from "./words.ts";

interface PagerProps {
  /** Pages before this one. */
  page: number;
  size: number;
  total: number;
  shown: number;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** Where a page stands in its list, and the way to its neighbours. */
export function Pager({ page, size, total, shown, hasNext, onPrevious, onNext }: PagerProps) {
  if (total === 0) return null;
  const first = page * size + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <span role="status">
        {count(first)}–{count(first + shown - 1)} of {count(total)}
      </span>
      <span className="pager-ways">
        <button type="button" className="button button-small" disabled={page === 0} onClick={onPrevious}>
          Previous
        </button>
        <button type="button" className="button button-small" disabled={!hasNext} onClick={onNext}>
          Next
        </button>
      </span>
    </nav>
  );
}

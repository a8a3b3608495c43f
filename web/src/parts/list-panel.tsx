import type { ReactNode } from "react";
import type { CombinedError } from "urql";
import { Empty, ErrorNotice, Loading } from "./notice.tsx";
import { type PagedList, Pager } from "./pager.tsx";
import type { CursorPages } from "./use-cursor-pages.ts";

interface ListPanelProps<Node> {
  /** Plural of what is listed, in lower case ("webhooks"). */
  name: string;
  title: string;
  /** Undefined while it is loading. */
  list: PagedList<Node> | undefined;
  error: CombinedError | undefined;
  onRetry?: () => void;
  pages: CursorPages;
  size: number;
  filters?: ReactNode;
  /** Title of the empty list, and what would fill it. */
  empty: { title: string; advice: ReactNode };
  keyOf: (node: Node) => string | number;
  /** The contents of an entry. */
  row: (node: Node) => ReactNode;
}

/** Shows a list of links with its pages, or why it is empty. */
export function ListPanel<Node>({
  name,
  title,
  list,
  error,
  onRetry,
  pages,
  size,
  filters,
  empty,
  keyOf,
  row,
}: ListPanelProps<Node>) {
  return (
    <section className="panel" aria-labelledby={`${name}-title`}>
      <header className="panel-head">
        <h2 id={`${name}-title`}>{title}</h2>
        {filters !== undefined && <div className="filters">{filters}</div>}
      </header>
      {error !== undefined && <ErrorNotice error={error} {...(onRetry === undefined ? {} : { onRetry })} />}
      {list === undefined && error === undefined && <Loading rows={4} label={`Loading ${name}`} />}
      {list?.totalCount === 0 && <Empty title={empty.title}>{empty.advice}</Empty>}
      {list !== undefined && list.totalCount > 0 && (
        <>
          <ul className="market-list">
            {list.edges.map(({ node }) => (
              <li key={keyOf(node)}>{row(node)}</li>
            ))}
          </ul>
          <Pager list={list} pages={pages} size={size} />
        </>
      )}
    </section>
  );
}

import type { ReactNode } from "react";
import { type PagedList, Pager } from "./pager.tsx";
import type { CursorPages } from "./use-cursor-pages.ts";
import { WideTable } from "./wide-table.tsx";

interface PagedTableProps<Node> {
  /** Names the table. */
  label: string;
  className?: string;
  list: PagedList<Node>;
  pages: CursorPages;
  size: number;
  /** Names the list in its pager where a page has several. */
  pagerLabel?: string;
  headings: readonly string[];
  /** Heading of a last column of buttons, for screen readers alone. */
  action?: string;
  /** The row of an entry. */
  row: (node: Node) => ReactNode;
}

/** Shows one page of a list as a table, whose rows are stacked on a phone. */
export function PagedTable<Node>({
  label,
  className = "",
  list,
  pages,
  size,
  pagerLabel,
  headings,
  action,
  row,
}: PagedTableProps<Node>) {
  return (
    <>
      <WideTable label={`${label}, table`}>
        <table aria-label={label} className={`${className} stacked`.trim()}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
              {action !== undefined && (
                <th scope="col">
                  <span className="unseen">{action}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{list.edges.map(({ node }) => row(node))}</tbody>
        </table>
      </WideTable>
      <Pager list={list} pages={pages} size={size} {...(pagerLabel === undefined ? {} : { label: pagerLabel })} />
    </>
  );
}

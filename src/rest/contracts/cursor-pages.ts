import { z } from "zod";
import { pageSize } from "./paging.ts";
import { integer, text } from "./values.ts";

/** Parameters of a list that pages by cursors: rows added meanwhile neither repeat nor hide others. */
export const cursorPage = () => ({
  pageSize: pageSize(),
  after: text().optional().describe("The `nextCursor` of the previous page; by default the first page."),
});

/** The pagination of such a list. */
export const CursorPagination = z
  .strictObject({
    totalItems: integer().describe("The number of entries on all pages."),
    pageSize: integer().describe("The page size of the request."),
    nextCursor: z.string().nullable().describe("The value of `after` for the next page; null on the last page."),
  })
  .meta({ id: "CursorPagination" });

/** Converts a page's parameters to the graph's. */
export const asCursor = ({ pageSize: first, after }: { pageSize: number; after?: string | undefined }) => ({
  first,
  after: after ?? null,
});

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export const cursorPaginationOf = (
  { totalCount, pageInfo }: Page,
  size: number,
): z.output<typeof CursorPagination> => ({
  totalItems: totalCount,
  pageSize: size,
  nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
});

import { expect } from "vitest";

/** A page of a connection, as a test asks for it. */
export interface CursorPage<Node> {
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
  edges: { cursor: string; node: Node }[];
}

/** Reads a list page by page, each by the cursor of the one before. `between` is what happens meanwhile. */
export async function readByCursors<Node>(
  pageAfter: (after: string | null) => Promise<CursorPage<Node>>,
  between: () => Promise<unknown> = async () => {},
): Promise<Node[]> {
  const nodes: Node[] = [];
  let page = await pageAfter(null);
  expect(page.pageInfo.hasPreviousPage).toBe(false);
  for (;;) {
    nodes.push(...page.edges.map(({ node }) => node));
    expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor);
    if (!page.pageInfo.hasNextPage) return nodes;
    await between();
    page = await pageAfter(page.pageInfo.endCursor);
    expect(page.pageInfo.hasPreviousPage).toBe(true);
  }
}

/** The workflow that rebuilds the index, and its only id, so that one runs at a time. */
export const REBUILD_WORKFLOW = "rebuildSearchIndex";
export const REBUILD_ID = "rebuild-search-index";

/** Companies with ids from `from` to `to`, both included. */
export interface RangeInput {
  index: string;
  range: { from: number; to: number };
}

export interface RebuildResult {
  index: string;
  companies: number;
}

/** The views of the explorer that a team may open. */
export const EXPLORER_VIEWS = ["table", "bubble", "events", "featureFit", "dueDiligence"] as const;
export type ExplorerPermissions = Record<(typeof EXPLORER_VIEWS)[number], boolean>;

/** Reads stored permissions; a missing one is not granted. */
export function explorerPermissions(stored: unknown): ExplorerPermissions {
  const given = typeof stored === "object" && stored !== null ? (stored as Partial<Record<string, unknown>>) : {};
  const allowed = (view: (typeof EXPLORER_VIEWS)[number]) => given[view] === true;
  return {
    table: allowed("table"),
    bubble: allowed("bubble"),
    events: allowed("events"),
    featureFit: allowed("featureFit"),
    dueDiligence: allowed("dueDiligence"),
  };
}

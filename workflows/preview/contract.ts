/** The workflow's type name. */
export const PREVIEW_WORKFLOW = "previewDiscovery";

export interface PreviewInput {
  /** As checked. */
  searchCriteria: object & { countIsOpen?: boolean };
  /** Number of companies of each kind to show. */
  first: number;
}

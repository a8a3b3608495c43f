/** The workflow's type name. */
export const PREVIEW_WORKFLOW = "previewDiscovery";

export interface PreviewInput {
  /** As they were checked. */
  searchCriteria: object & { countIsOpen?: boolean };
  /** How many companies of each kind are shown. */
  first: number;
}

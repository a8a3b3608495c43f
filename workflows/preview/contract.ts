/** The workflow's type name. */
export const PREVIEW_WORKFLOW = "previewDiscovery";

/** The type name of the workflow that only plans. */
export const CRITERIA_NOTES_WORKFLOW = "noteCriteria";

export interface CriteriaNotesInput {
  /** As checked. */
  searchCriteria: object & { countIsOpen?: boolean };
}

export interface PreviewInput {
  /** As checked. */
  searchCriteria: object & { countIsOpen?: boolean };
  /** Number of companies of each kind to show. */
  first: number;
}

/** SQL condition that a record came to its company by a merge, over `r` of `source_records`. */
export const IS_MERGED_IN = `EXISTS (SELECT FROM company_moves v
  WHERE v.survivor_id = r.company_id AND v.relation = 'source_records.company_id' AND (v.row ->> 'id')::int = r.id)`;

/**
 * The rule of preference among records, as an ORDER BY over `r`. A company's own records precede those that a merge
 * brought; then come kind (register, directory, page, sample) and date. Within one import the longer description comes
 * first, then the earlier line. Works for `counted_records` and `source_records`, with `is_merged_in`.
 */
export const BEST_FIRST =
  "r.is_merged_in, r.kind, r.recorded_at DESC, length(coalesce(r.facts ->> 'description', '')) DESC, r.line, r.id";
export const WORST_FIRST =
  "r.is_merged_in DESC, r.kind DESC, r.recorded_at, length(coalesce(r.facts ->> 'description', '')), r.line DESC, r.id DESC";

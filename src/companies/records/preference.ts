/** Whether a record came to its company by a merge, as SQL over `r` of `source_records`. */
export const IS_MERGED_IN = `EXISTS (SELECT FROM company_moves v
  WHERE v.survivor_id = r.company_id AND v.relation = 'source_records.company_id' AND (v.row ->> 'id')::int = r.id)`;

/**
 * The rule by which records are preferred, as an ORDER BY over `r`. A company's own come before those that a merge
 * brought, then the kind decides (register, directory, page, sample), then the date. Of one import the longer
 * description comes first, then the earlier line. It serves `counted_records` and `source_records` alike, where they
 * have `is_merged_in`.
 */
export const BEST_FIRST =
  "r.is_merged_in, r.kind, r.recorded_at DESC, length(coalesce(r.facts ->> 'description', '')) DESC, r.line, r.id";
export const WORST_FIRST =
  "r.is_merged_in DESC, r.kind DESC, r.recorded_at, length(coalesce(r.facts ->> 'description', '')), r.line DESC, r.id DESC";

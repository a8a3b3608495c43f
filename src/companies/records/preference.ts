/**
 * The rule by which records are preferred, as an ORDER BY over `r`: the kind (register, directory, page, sample), then the newer,
 * then, of one import, the longer description and the earlier line. It serves `counted_records` and `source_records` alike.
 */
export const BEST_FIRST =
  "r.kind, r.recorded_at DESC, length(coalesce(r.facts ->> 'description', '')) DESC, r.line, r.id";
export const WORST_FIRST =
  "r.kind DESC, r.recorded_at, length(coalesce(r.facts ->> 'description', '')), r.line DESC, r.id DESC";

-- Who asked for the end of a run, for its log; and what the market of a publish was before, so that a cancelled one can give it back.
ALTER TABLE "workflow_runs"
  ADD COLUMN "cancel_requested_by" TEXT,
  ADD COLUMN "market_status_before" "market_status",
  ADD COLUMN "published_before" TIMESTAMPTZ(3);

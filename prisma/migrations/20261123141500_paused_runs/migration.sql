-- Since when operators have a run paused before its next step; null: it is not paused.
ALTER TABLE "workflow_runs" ADD COLUMN "paused_at" TIMESTAMPTZ(3);

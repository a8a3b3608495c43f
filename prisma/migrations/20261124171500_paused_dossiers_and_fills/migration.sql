-- Since when operators have a run paused, who paused it, and why.
ALTER TABLE "workflow_runs" ADD COLUMN "paused_by" TEXT;
ALTER TABLE "dossier_tasks" ADD COLUMN "paused_at" TIMESTAMPTZ(3), ADD COLUMN "paused_by" TEXT;
ALTER TABLE "column_fills" ADD COLUMN "paused_at" TIMESTAMPTZ(3), ADD COLUMN "paused_by" TEXT;

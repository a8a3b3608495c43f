-- The trace of the request that asked for a run of a dossier or a fill, in the form of W3C's traceparent; null where there is none.
ALTER TABLE "dossier_tasks" ADD COLUMN "trace_parent" TEXT;
ALTER TABLE "column_fills" ADD COLUMN "trace_parent" TEXT;

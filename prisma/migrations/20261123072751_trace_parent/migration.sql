-- The trace of the request that asked for a run, in the form of W3C's traceparent; null where requests are not traced.
ALTER TABLE "workflow_runs" ADD COLUMN "trace_parent" TEXT;

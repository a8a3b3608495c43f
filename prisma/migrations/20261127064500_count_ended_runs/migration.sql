-- The metrics count the runs and jobs that have ended (docs/monitoring.md). Without these indexes each look would read the
-- tables, whose rows have plans and reports. While the indexes are made, writers of all four wait: half a minute for a million rows.

CREATE INDEX "workflow_runs_ended" ON "workflow_runs"("kind", "status") WHERE (status = any (array['completed'::job_status, 'failed'::job_status, 'cancelled'::job_status]));
CREATE INDEX "jobs_ended" ON "jobs"("name", "status") WHERE (status = any (array['completed'::job_status, 'failed'::job_status, 'cancelled'::job_status]));
CREATE INDEX "dossier_tasks_ended" ON "dossier_tasks"("status") WHERE (status = any (array['completed'::job_status, 'failed'::job_status, 'cancelled'::job_status]));
CREATE INDEX "column_fills_ended" ON "column_fills"("status") WHERE (status = any (array['completed'::job_status, 'failed'::job_status, 'cancelled'::job_status]));

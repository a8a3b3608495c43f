-- The relay looks for requests to cancel every few seconds. Without these indexes each look would read the tables, whose
-- rows have plans and reports. While the indexes are made, writers of all three wait: half a minute for a million rows.

CREATE INDEX "workflow_runs_to_cancel" ON "workflow_runs"("id") WHERE (cancel_requested_at is not null and cancel_sent_at is null and dispatched_at is not null);
CREATE INDEX "dossier_tasks_to_cancel" ON "dossier_tasks"("created_at", "task_id") WHERE (cancel_requested_at is not null and cancel_sent_at is null and dispatched_at is not null);
CREATE INDEX "column_fills_to_cancel" ON "column_fills"("id") WHERE (cancel_requested_at is not null and cancel_sent_at is null and dispatched_at is not null);

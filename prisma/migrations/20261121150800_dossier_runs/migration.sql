-- What was queued before could not run: nothing took it.
UPDATE "dossier_tasks" SET "status" = 'failed' WHERE "status" IN ('queued', 'running');

-- AlterTable
ALTER TABLE "dossier_tasks" ADD COLUMN     "cancel_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "cancel_sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "content_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "dispatch_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "dispatched_at" TIMESTAMPTZ(3),
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "error" TEXT,
ADD COLUMN     "is_new" BOOLEAN,
ADD COLUMN     "next_dispatch_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "report" TEXT,
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "sources_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "temporal_run_id" TEXT;

-- CreateTable
CREATE TABLE "dossier_sections" (
    "task_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "material" JSONB,

    CONSTRAINT "dossier_sections_pkey" PRIMARY KEY ("task_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "dossier_tasks_one_active_per_dossier" ON "dossier_tasks"("agent_id") WHERE (status = any (array['queued'::job_status, 'running'::job_status]));

-- CreateIndex
CREATE INDEX "dossier_tasks_to_dispatch" ON "dossier_tasks"("next_dispatch_at") WHERE (dispatched_at is null and status = 'queued');

-- AddForeignKey
ALTER TABLE "dossier_sections" ADD CONSTRAINT "dossier_sections_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "dossier_tasks"("task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Themes are looked up in the beginnings of texts: a whole text can be longer than a tsvector may be.
CREATE INDEX "news_items_theme" ON "news_items" USING GIN (to_tsvector('english', left("title" || ' ' || "summary" || ' ' || "text", 2000)));
CREATE INDEX "esg_items_theme" ON "esg_items" USING GIN (to_tsvector('english', left("title" || ' ' || "snippet", 2000)));
CREATE INDEX "events_theme" ON "events" USING GIN (to_tsvector('english', left("title" || ' ' || "summary", 2000)));

-- The platform pays for what belongs to no team: a null team.
ALTER TABLE "team_spend" RENAME TO "spend";
ALTER TABLE "spend" DROP CONSTRAINT "team_spend_pkey",
  ADD COLUMN "id" SERIAL NOT NULL,
  ADD CONSTRAINT "spend_pkey" PRIMARY KEY ("id"),
  ALTER COLUMN "team_id" DROP NOT NULL;
ALTER TABLE "spend" RENAME CONSTRAINT "team_spend_team_id_fkey" TO "spend_team_id_fkey";
CREATE UNIQUE INDEX "spend_team_id_month_key" ON "spend"("team_id", "month") NULLS NOT DISTINCT;

-- One row: what an operator has decided for the platform itself.
CREATE TABLE "platform" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "monthly_budget" BIGINT,

    CONSTRAINT "platform_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "platform_one_row" CHECK ("id" = 1)
);
INSERT INTO "platform" DEFAULT VALUES;

-- What a call was made for.
CREATE TYPE "ledger_purpose" AS ENUM ('job', 'dossier', 'question', 'events', 'directory');
ALTER TABLE "ledger_entries" ALTER COLUMN "team_id" DROP NOT NULL,
  ADD COLUMN "dossier_task_id" UUID,
  ADD COLUMN "purpose" "ledger_purpose" NOT NULL DEFAULT 'question';
UPDATE "ledger_entries" SET "purpose" = 'job' WHERE "job_id" IS NOT NULL;
ALTER TABLE "ledger_entries" ALTER COLUMN "purpose" DROP DEFAULT;
CREATE INDEX "ledger_entries_dossier_task_id_idx" ON "ledger_entries"("dossier_task_id");
CREATE INDEX "ledger_entries_request_hash_idx" ON "ledger_entries"("request_hash");
DROP INDEX "ledger_entries_job_id_request_hash_idx";
CREATE INDEX "ledger_entries_job_id_idx" ON "ledger_entries"("job_id");
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_dossier_task_id_fkey" FOREIGN KEY ("dossier_task_id") REFERENCES "dossier_tasks"("task_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- An answer is kept under a job, under a run of a dossier, or, with neither, for the platform.
ALTER TABLE "recorded_answers" DROP CONSTRAINT "recorded_answers_pkey",
  ADD COLUMN "id" BIGSERIAL NOT NULL,
  ADD CONSTRAINT "recorded_answers_pkey" PRIMARY KEY ("id"),
  ALTER COLUMN "job_id" DROP NOT NULL,
  ADD COLUMN "dossier_task_id" UUID;
CREATE UNIQUE INDEX "recorded_answers_request_hash_job_id_dossier_task_id_key" ON "recorded_answers"("request_hash", "job_id", "dossier_task_id") NULLS NOT DISTINCT;
CREATE INDEX "recorded_answers_job_id_idx" ON "recorded_answers"("job_id");
CREATE INDEX "recorded_answers_dossier_task_id_idx" ON "recorded_answers"("dossier_task_id");
ALTER TABLE "recorded_answers" ADD CONSTRAINT "recorded_answers_dossier_task_id_fkey" FOREIGN KEY ("dossier_task_id") REFERENCES "dossier_tasks"("task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "ledger_state" AS ENUM ('intent', 'settled', 'failed', 'unknown');

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "continues_job_id" INTEGER,
ADD COLUMN     "cost_cap" BIGINT;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "monthly_budget" BIGINT;

-- CreateTable
CREATE TABLE "team_spend" (
    "team_id" INTEGER NOT NULL,
    "month" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "team_spend_pkey" PRIMARY KEY ("team_id","month")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "team_id" INTEGER NOT NULL,
    "month" TEXT NOT NULL,
    "job_id" INTEGER,
    "provider" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "model" TEXT NOT NULL DEFAULT '',
    "request_hash" TEXT NOT NULL,
    "state" "ledger_state" NOT NULL DEFAULT 'intent',
    "cap" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "usage" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recorded_answers" (
    "job_id" INTEGER NOT NULL,
    "request_hash" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "model" TEXT NOT NULL DEFAULT '',
    "request" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recorded_answers_pkey" PRIMARY KEY ("job_id","request_hash")
);

-- CreateIndex
CREATE INDEX "ledger_entries_team_id_created_at_idx" ON "ledger_entries"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "ledger_entries_job_id_request_hash_idx" ON "ledger_entries"("job_id", "request_hash");

-- CreateIndex
CREATE INDEX "ledger_entries_open" ON "ledger_entries"("leased_until") WHERE (state = 'intent');

-- CreateIndex
CREATE INDEX "jobs_continues_job_id_idx" ON "jobs"("continues_job_id");

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_continues_job_id_fkey" FOREIGN KEY ("continues_job_id") REFERENCES "jobs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_spend" ADD CONSTRAINT "team_spend_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recorded_answers" ADD CONSTRAINT "recorded_answers_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

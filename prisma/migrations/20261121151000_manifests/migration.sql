-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "manifest" JSONB;

-- CreateTable
CREATE TABLE "judged_records" (
    "job_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "record" JSONB NOT NULL,

    CONSTRAINT "judged_records_pkey" PRIMARY KEY ("job_id","company_id")
);

-- AddForeignKey
ALTER TABLE "judged_records" ADD CONSTRAINT "judged_records_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

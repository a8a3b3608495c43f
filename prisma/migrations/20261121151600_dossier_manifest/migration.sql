-- AlterTable
ALTER TABLE "dossier_tasks" ADD COLUMN     "manifest" JSONB;

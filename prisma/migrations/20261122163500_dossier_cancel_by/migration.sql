-- A column without a default: no row is rewritten, and the lock is held for a moment.
ALTER TABLE "dossier_tasks" ADD COLUMN     "cancel_requested_by" TEXT;

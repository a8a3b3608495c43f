CREATE TYPE "digest_period" AS ENUM ('daily', 'weekly');

CREATE TABLE "monitor_digests" (
    "id" SERIAL NOT NULL,
    "monitor_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "period" "digest_period" NOT NULL,
    "unsubscribe_token" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sending_after" INTEGER,
    "attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT NOT NULL DEFAULT '',
    "last_sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "monitor_digests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitor_digests_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "monitor_digests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "monitor_digests_monitor_id_user_id_key" ON "monitor_digests"("monitor_id", "user_id");
CREATE UNIQUE INDEX "monitor_digests_unsubscribe_token_key" ON "monitor_digests"("unsubscribe_token");
CREATE INDEX "monitor_digests_user_id_idx" ON "monitor_digests"("user_id");
CREATE INDEX "monitor_digests_due_at_idx" ON "monitor_digests"("due_at");

CREATE TYPE "webhook_status" AS ENUM ('active', 'disabled', 'deleted');
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

CREATE TABLE "webhooks" (
    "id" SERIAL NOT NULL,
    "team_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kinds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "of_markets" BOOLEAN NOT NULL,
    "of_events" BOOLEAN NOT NULL,
    "status" "webhook_status" NOT NULL DEFAULT 'active',
    "disabled_because" TEXT NOT NULL DEFAULT '',
    "secrets" JSONB NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhooks_team_id_id_idx" ON "webhooks"("team_id", "id");

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "notice_id" UUID,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "webhook_deliveries_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at", "id");
CREATE INDEX "webhook_deliveries_notice_id_idx" ON "webhook_deliveries"("notice_id");
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("next_attempt_at") WHERE (status = 'pending');

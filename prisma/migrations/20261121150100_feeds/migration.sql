-- CreateTable
CREATE TABLE "feeds" (
    "id" SERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "every_minutes" INTEGER NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "next_poll_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "last_polled_at" TIMESTAMPTZ(3),
    "last_result" TEXT NOT NULL DEFAULT '',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "inserted" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feeds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "feeds_next_poll_at_idx" ON "feeds"("next_poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "feeds_url_kind_key" ON "feeds"("url", "kind");

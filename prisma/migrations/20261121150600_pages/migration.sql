-- CreateTable
CREATE TABLE "pages" (
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "status" INTEGER,
    "etag" TEXT NOT NULL DEFAULT '',
    "last_modified" TEXT NOT NULL DEFAULT '',
    "content_type" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "content_hash" TEXT NOT NULL DEFAULT '',
    "read_by" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("url")
);

-- CreateIndex
CREATE INDEX "pages_expires_at_idx" ON "pages"("expires_at");

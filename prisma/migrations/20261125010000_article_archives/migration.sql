-- How far the import of a WARC file of articles has come, so that it goes on there; and the terms under which the file is offered.
CREATE TABLE "article_archives" (
    "kind" TEXT NOT NULL,
    "archive_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3),
    "position" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "article_archives_pkey" PRIMARY KEY ("kind", "archive_id")
);

-- Open data as sources: what each record came in, by which key it is known there, and what it identifies its company and the parent by.
CREATE TABLE "sources" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "layout" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "every_hours" INTEGER NOT NULL,
    "next_sync_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "last_result" TEXT NOT NULL DEFAULT '',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sources_name_key" ON "sources"("name");
CREATE INDEX "sources_next_sync_at_idx" ON "sources"("next_sync_at");

CREATE TABLE "source_syncs" (
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "layout" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "validator" TEXT,
    "digest" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "directory_version" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "joined" INTEGER NOT NULL DEFAULT 0,
    "inserted" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unmatched" INTEGER NOT NULL DEFAULT 0,
    "unsure" INTEGER NOT NULL DEFAULT 0,
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "set_aside" INTEGER NOT NULL DEFAULT 0,
    "notes" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "source_syncs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "source_syncs_source_id_idx" ON "source_syncs"("source", "id");

-- No foreign key: a merge must leave it, so that it can be taken back.
CREATE TABLE "companies_to_link" (
    "company_id" INTEGER NOT NULL,

    CONSTRAINT "companies_to_link_pkey" PRIMARY KEY ("company_id")
);

ALTER TABLE "source_records" ADD COLUMN "ref" TEXT NOT NULL DEFAULT '';
ALTER TABLE "source_records" ADD COLUMN "keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "source_records" ADD COLUMN "parent_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "source_records" ADD COLUMN "parent_waits" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "source_records" ADD COLUMN "sync_id" INTEGER;
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_sync_id_fkey" FOREIGN KEY ("sync_id") REFERENCES "source_syncs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

UPDATE source_records r SET
  keys = array_remove(ARRAY['lei:' || (facts ->> 'lei'), 'isin:' || (facts ->> 'isin'), 'ticker:' || (given ->> 'symbol')], NULL),
  parent_waits = readings ? 'parent'
WHERE facts ? 'lei' OR facts ? 'isin' OR given ? 'symbol' OR readings ? 'parent';

CREATE INDEX "source_records_by_ref" ON "source_records"("source", "ref") WHERE (ref <> ''::text);
CREATE INDEX "source_records_by_key" ON "source_records" USING GIN ("keys") WHERE (keys <> '{}'::text[]);
CREATE INDEX "source_records_by_parent_key" ON "source_records" USING GIN ("parent_keys") WHERE (parent_keys <> '{}'::text[]);
CREATE INDEX "source_records_parent_waits" ON "source_records"("id") WHERE parent_waits;
CREATE INDEX "source_records_sync_id_idx" ON "source_records"("sync_id");

-- Extensions: both are trusted, so the owner of the database may install them without being a superuser.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "unaccent";

-- The words a company is found by: its name counts most (A), then its labels (B), then its description (C).
-- A generated column takes immutable functions only. array_to_string is called stable, because it calls the output
-- function of any type; for text arrays that function is immutable, so this wrapper states what is true.
-- The cuts keep one odd record below PostgreSQL's limit of 1 MB for a tsvector, which would fail a whole import.
-- Names are qualified so that the function works under the empty search_path of a restored dump.
CREATE FUNCTION "company_search"("name" TEXT, "keywords" TEXT[], "industries" TEXT[], "description" TEXT) RETURNS TSVECTOR
LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left("name", 1000)), 'A')
    || pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left(
         pg_catalog.concat_ws(' ', pg_catalog.array_to_string("keywords", ' '), pg_catalog.array_to_string("industries", ' ')), 50000)), 'B')
    || pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left("description", 100000)), 'C')
$$;

-- CreateEnum
CREATE TYPE "market_status" AS ENUM ('discovering', 'in_review', 'published', 'failed');

-- CreateEnum
CREATE TYPE "workflow_kind" AS ENUM ('discovery', 'publish');

-- CreateEnum
CREATE TYPE "job_kind" AS ENUM ('discovery', 'pipeline');

-- CreateEnum
CREATE TYPE "job_status" AS ENUM ('queued', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('in', 'below_cut', 'excluded', 'failed', 'duplicate');

-- CreateTable
CREATE TABLE "teams" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "theme" TEXT NOT NULL DEFAULT 'light',
    "max_users" INTEGER NOT NULL DEFAULT 5,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "access_expires_at" TIMESTAMPTZ(3),
    "explorer_permissions" JSONB NOT NULL DEFAULT '{}',
    "feature_permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "monthly_quota" INTEGER DEFAULT 100,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quota_usage" (
    "team_id" INTEGER NOT NULL,
    "month" TEXT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "quota_usage_pkey" PRIMARY KEY ("team_id","month")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "team_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "team_id" INTEGER,
    "name" TEXT NOT NULL DEFAULT '',
    "scopes" TEXT[],
    "subscriptions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collections" (
    "id" SERIAL NOT NULL,
    "team_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "markets" (
    "id" SERIAL NOT NULL,
    "team_id" INTEGER NOT NULL,
    "collection_id" INTEGER,
    "name" TEXT NOT NULL,
    "status" "market_status" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "log_sequence" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow_runs" (
    "id" SERIAL NOT NULL,
    "market_id" INTEGER NOT NULL,
    "kind" "workflow_kind" NOT NULL,
    "status" "job_status" NOT NULL DEFAULT 'queued',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dispatched_at" TIMESTAMPTZ(3),
    "dispatch_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_dispatch_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_sent_at" TIMESTAMPTZ(3),
    "temporal_run_id" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "charged_month" TEXT,
    "skip_review" BOOLEAN NOT NULL DEFAULT false,
    "publish_flags" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "workflow_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" SERIAL NOT NULL,
    "workflow_run_id" INTEGER NOT NULL,
    "market_id" INTEGER NOT NULL,
    "kind" "job_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "status" "job_status" NOT NULL DEFAULT 'queued',
    "stage" TEXT NOT NULL DEFAULT 'queued',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "companies_found" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "plan" JSONB,
    "report" JSONB,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria_versions" (
    "id" SERIAL NOT NULL,
    "market_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "market_name" TEXT NOT NULL,
    "user_prompt" TEXT NOT NULL,
    "market_type" TEXT NOT NULL,
    "market_role" TEXT NOT NULL,
    "features" TEXT[],
    "user" TEXT[],
    "synonyms" TEXT[],
    "irrelevant" TEXT[],
    "seed_domains" TEXT[],
    "count" INTEGER NOT NULL,
    "assertions" JSONB,
    "constraints" JSONB,
    "project_kind" TEXT NOT NULL,
    "perform_search" BOOLEAN NOT NULL,
    "locations" JSONB NOT NULL,
    "judged_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "criteria_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "progress_log" (
    "market_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "phase" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "progress_log_pkey" PRIMARY KEY ("market_id","sequence")
);

-- CreateTable
CREATE TABLE "companies" (
    "id" SERIAL NOT NULL,
    "domain" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "keywords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "industries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "url" TEXT NOT NULL DEFAULT '',
    "country" TEXT,
    "state" TEXT,
    "city" TEXT,
    "postal_code" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "employees" INTEGER,
    "revenue_usd" DOUBLE PRECISION,
    "certifications" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "naics_codes" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "isin" TEXT,
    "source" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "search" tsvector GENERATED ALWAYS AS ("company_search"("name", "keywords", "industries", "description")) STORED,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "companies" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "candidate_hits" (
    "job_id" INTEGER NOT NULL,
    "generator" TEXT NOT NULL,
    "company_id" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "inside" BOOLEAN NOT NULL,

    CONSTRAINT "candidate_hits_pkey" PRIMARY KEY ("job_id","generator","company_id")
);

-- CreateTable
CREATE TABLE "candidates" (
    "job_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "market_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "verdict" "verdict" NOT NULL,
    "rule" TEXT,
    "reason" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "rank" INTEGER,
    "criteria" JSONB NOT NULL,
    "generators" TEXT[],
    "judged_by" TEXT NOT NULL,
    "judged_in_job" INTEGER NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "candidates_pkey" PRIMARY KEY ("job_id","company_id")
);

-- CreateTable
CREATE TABLE "market_companies" (
    "market_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "reason" TEXT NOT NULL,
    "criteria" JSONB NOT NULL,
    "place" JSONB,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "market_companies_pkey" PRIMARY KEY ("market_id","company_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "teams_name_domain_key" ON "teams"("name", "domain");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys"("prefix");

-- CreateIndex
CREATE INDEX "api_keys_team_id_idx" ON "api_keys"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "collections_team_id_name_key" ON "collections"("team_id", "name");

-- CreateIndex
CREATE INDEX "markets_team_id_id_idx" ON "markets"("team_id", "id");

-- CreateIndex
CREATE INDEX "markets_collection_id_idx" ON "markets"("collection_id");

-- CreateIndex
CREATE INDEX "workflow_runs_to_dispatch" ON "workflow_runs"("next_dispatch_at") WHERE (dispatched_at is null and status = 'queued');

-- CreateIndex
CREATE INDEX "workflow_runs_market_id_id_idx" ON "workflow_runs"("market_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_runs_one_active_per_market" ON "workflow_runs"("market_id") WHERE (status = any (array['queued'::job_status, 'running'::job_status]));

-- CreateIndex
CREATE INDEX "jobs_market_id_id_idx" ON "jobs"("market_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_workflow_run_id_name_key" ON "jobs"("workflow_run_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_versions_job_id_key" ON "criteria_versions"("job_id");

-- CreateIndex
CREATE INDEX "criteria_versions_market_id_id_idx" ON "criteria_versions"("market_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "progress_log_job_id_key_key" ON "progress_log"("job_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "companies_domain_key" ON "companies"("domain");

-- CreateIndex
CREATE INDEX "companies_search_idx" ON "companies" USING GIN ("search");

-- CreateIndex
CREATE INDEX "companies_country_idx" ON "companies"("country");

-- CreateIndex
CREATE INDEX "candidates_market_id_domain_idx" ON "candidates"("market_id", "domain");

-- CreateIndex
CREATE INDEX "candidates_company_id_idx" ON "candidates"("company_id");

-- CreateIndex
CREATE INDEX "market_companies_market_id_rank_idx" ON "market_companies"("market_id", "rank");

-- CreateIndex
CREATE INDEX "market_companies_company_id_market_id_idx" ON "market_companies"("company_id", "market_id");

-- AddForeignKey
ALTER TABLE "quota_usage" ADD CONSTRAINT "quota_usage_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_workflow_run_id_fkey" FOREIGN KEY ("workflow_run_id") REFERENCES "workflow_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_versions" ADD CONSTRAINT "criteria_versions_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_versions" ADD CONSTRAINT "criteria_versions_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "progress_log" ADD CONSTRAINT "progress_log_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "progress_log" ADD CONSTRAINT "progress_log_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidate_hits" ADD CONSTRAINT "candidate_hits_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidate_hits" ADD CONSTRAINT "candidate_hits_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "market_companies" ADD CONSTRAINT "market_companies_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "market_companies" ADD CONSTRAINT "market_companies_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "market_companies" ADD CONSTRAINT "market_companies_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

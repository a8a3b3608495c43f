-- A company is found by its certifications too: confirmed or claimed, they count as its labels do (B).
-- PostgreSQL before 17 cannot change the expression of a generated column, so the column is made anew.
CREATE FUNCTION "company_search"("name" TEXT, "keywords" TEXT[], "industries" TEXT[], "certifications" TEXT[], "description" TEXT) RETURNS TSVECTOR
LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left("name", 1000)), 'A')
    || pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left(
         pg_catalog.concat_ws(' ', pg_catalog.array_to_string("keywords", ' '), pg_catalog.array_to_string("industries", ' '),
           pg_catalog.array_to_string("certifications", ' ')), 50000)), 'B')
    || pg_catalog.setweight(pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.left("description", 100000)), 'C')
$$;

-- CreateEnum
CREATE TYPE "dossier_subject" AS ENUM ('company', 'market', 'theme');

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "previous_employees" INTEGER,
ADD COLUMN     "previous_revenue_usd" DOUBLE PRECISION,
ADD COLUMN     "unverified_certifications" TEXT[] DEFAULT ARRAY[]::TEXT[];

DROP INDEX "companies_search_idx";
ALTER TABLE "companies" DROP COLUMN "search";
DROP FUNCTION "company_search"(TEXT, TEXT[], TEXT[], TEXT);
ALTER TABLE "companies" ADD COLUMN "search" tsvector
  GENERATED ALWAYS AS ("company_search"("name", "keywords", "industries", "certifications" || "unverified_certifications", "description")) STORED;
CREATE INDEX "companies_search_idx" ON "companies" USING GIN ("search");

-- CreateTable
CREATE TABLE "directory_words" (
    "word" TEXT NOT NULL,
    "stem" TEXT NOT NULL,
    "companies" INTEGER NOT NULL,

    CONSTRAINT "directory_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "news_items" (
    "id" SERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "image" TEXT NOT NULL DEFAULT '',
    "publisher" TEXT NOT NULL DEFAULT '',
    "sentiment" DOUBLE PRECISION NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "date_precision" SMALLINT NOT NULL DEFAULT 4,
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "news_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_news" (
    "company_id" INTEGER NOT NULL,
    "news_item_id" INTEGER NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_news_pkey" PRIMARY KEY ("company_id","news_item_id")
);

-- CreateTable
CREATE TABLE "esg_items" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "snippet" TEXT NOT NULL DEFAULT '',
    "published_at" TIMESTAMPTZ(3),
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publisher" TEXT NOT NULL,
    "is_internal" BOOLEAN NOT NULL,
    "source_logo_base64" TEXT NOT NULL DEFAULT '',
    "source_logo_url" TEXT,
    "environmental" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "social" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "governance" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sentiment_score" DOUBLE PRECISION NOT NULL,
    "version_date" DATE NOT NULL,
    "awards" BOOLEAN NOT NULL DEFAULT false,
    "certifications" BOOLEAN NOT NULL DEFAULT false,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "esg_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "last_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_start" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "anchor_text" TEXT NOT NULL DEFAULT '',
    "embeddings" DOUBLE PRECISION[] DEFAULT ARRAY[]::DOUBLE PRECISION[],
    "embeddings_model" TEXT NOT NULL DEFAULT '',
    "search_keywords" JSONB NOT NULL DEFAULT '[]',
    "relevant_entities" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observations" (
    "id" SERIAL NOT NULL,
    "event_id" INTEGER,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "publisher" TEXT NOT NULL DEFAULT '',
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "observations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_datapoints" (
    "event_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT,
    "direction" TEXT NOT NULL,
    "quantity" JSONB,

    CONSTRAINT "event_datapoints_pkey" PRIMARY KEY ("event_id","position")
);

-- CreateTable
CREATE TABLE "event_alert_types" (
    "event_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "mapped_from" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "similarity" DOUBLE PRECISION NOT NULL,
    "rationale" TEXT NOT NULL,

    CONSTRAINT "event_alert_types_pkey" PRIMARY KEY ("event_id","position")
);

-- CreateTable
CREATE TABLE "event_impacted_entities" (
    "event_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,
    "mapped_from" TEXT NOT NULL,
    "likelihood" DOUBLE PRECISION NOT NULL,
    "severity" DOUBLE PRECISION NOT NULL,
    "rationale" TEXT NOT NULL,

    CONSTRAINT "event_impacted_entities_pkey" PRIMARY KEY ("event_id","position")
);

-- CreateTable
CREATE TABLE "event_companies" (
    "event_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,

    CONSTRAINT "event_companies_pkey" PRIMARY KEY ("event_id","company_id")
);

-- CreateTable
CREATE TABLE "dossiers" (
    "agent_id" UUID NOT NULL,
    "team_id" INTEGER NOT NULL,
    "collection_id" INTEGER,
    "agent_type" "dossier_subject" NOT NULL,
    "query" TEXT NOT NULL,
    "company_id" INTEGER,
    "market_id" INTEGER,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dossiers_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "dossier_tasks" (
    "task_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "status" "job_status" NOT NULL DEFAULT 'queued',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_reported_by" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "dossier_tasks_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "api_key_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "lease" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "effect" JSONB,
    "status" INTEGER,
    "body" TEXT,
    "headers" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("api_key_id","operation","key")
);

-- CreateIndex
CREATE INDEX "directory_words_stem_idx" ON "directory_words"("stem");

-- CreateIndex
CREATE UNIQUE INDEX "news_items_url_key" ON "news_items"("url");

-- CreateIndex
CREATE INDEX "news_items_content_hash_idx" ON "news_items"("content_hash");

-- CreateIndex
CREATE INDEX "company_news_company_id_published_at_news_item_id_idx" ON "company_news"("company_id", "published_at" DESC, "news_item_id");

-- CreateIndex
CREATE INDEX "company_news_news_item_id_idx" ON "company_news"("news_item_id");

-- CreateIndex
CREATE INDEX "esg_items_company_id_published_at_id_idx" ON "esg_items"("company_id", "published_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "esg_items_company_id_url_key" ON "esg_items"("company_id", "url");

-- CreateIndex
CREATE INDEX "events_last_updated_id_idx" ON "events"("last_updated" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "observations_url_key" ON "observations"("url");

-- CreateIndex
CREATE INDEX "observations_event_id_published_at_id_idx" ON "observations"("event_id", "published_at", "id");

-- CreateIndex
CREATE INDEX "observations_content_hash_idx" ON "observations"("content_hash");

-- CreateIndex
CREATE INDEX "event_companies_company_id_event_id_idx" ON "event_companies"("company_id", "event_id");

-- CreateIndex
CREATE INDEX "dossiers_collection_id_created_at_idx" ON "dossiers"("collection_id", "created_at");

-- CreateIndex
CREATE INDEX "dossiers_team_id_created_at_idx" ON "dossiers"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "dossiers_company_id_idx" ON "dossiers"("company_id");

-- CreateIndex
CREATE INDEX "dossiers_market_id_idx" ON "dossiers"("market_id");

-- CreateIndex
CREATE INDEX "dossier_tasks_agent_id_created_at_idx" ON "dossier_tasks"("agent_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "companies_domain_idx" ON "companies" USING GIN ("domain" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "company_news" ADD CONSTRAINT "company_news_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_news" ADD CONSTRAINT "company_news_news_item_id_fkey" FOREIGN KEY ("news_item_id") REFERENCES "news_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "esg_items" ADD CONSTRAINT "esg_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observations" ADD CONSTRAINT "observations_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_datapoints" ADD CONSTRAINT "event_datapoints_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_alert_types" ADD CONSTRAINT "event_alert_types_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_impacted_entities" ADD CONSTRAINT "event_impacted_entities_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_companies" ADD CONSTRAINT "event_companies_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_companies" ADD CONSTRAINT "event_companies_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dossiers" ADD CONSTRAINT "dossiers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dossiers" ADD CONSTRAINT "dossiers_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dossiers" ADD CONSTRAINT "dossiers_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dossiers" ADD CONSTRAINT "dossiers_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dossier_tasks" ADD CONSTRAINT "dossier_tasks_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "dossiers"("agent_id") ON DELETE CASCADE ON UPDATE CASCADE;



-- The words of a company's record that could be mistyped: of 3 to 40 letters and digits.
CREATE FUNCTION "words_of_company"("name" TEXT, "keywords" TEXT[], "industries" TEXT[], "certifications" TEXT[], "description" TEXT) RETURNS SETOF TEXT
LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM pg_catalog.unnest(pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('pg_catalog.simple', pg_catalog.left(
    pg_catalog.concat_ws(' ', "name", pg_catalog.array_to_string("keywords", ' '), pg_catalog.array_to_string("industries", ' '),
      pg_catalog.array_to_string("certifications", ' '), "description"), 100000)))) AS word
  WHERE pg_catalog.length(word) BETWEEN 3 AND 40 AND word ~ '^[[:alnum:]]+$' AND word ~ '[[:alpha:]]'
$$;

-- In the order of the words, so that two imports at once cannot lock each other out.
CREATE FUNCTION "learn_company_words"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO directory_words AS known (word, stem, companies)
  SELECT found.word, coalesce((tsvector_to_array(to_tsvector('english', found.word)))[1], ''), found.companies
  FROM (
    SELECT word, count(*)::int AS companies
    FROM written c, words_of_company(c.name, c.keywords, c.industries, c.certifications || c.unverified_certifications, c.description) AS word
    GROUP BY word
  ) found
  ORDER BY found.word
  ON CONFLICT (word) DO UPDATE SET companies = known.companies + excluded.companies;
  RETURN NULL;
END
$$;

CREATE TRIGGER "companies_words_inserted" AFTER INSERT ON "companies"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "learn_company_words"();
CREATE TRIGGER "companies_words_updated" AFTER UPDATE ON "companies"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "learn_company_words"();

-- The companies that are there already.
INSERT INTO "directory_words" ("word", "stem", "companies")
SELECT found.word, coalesce((tsvector_to_array(to_tsvector('english', found.word)))[1], ''), found.companies
FROM (
  SELECT word, count(*)::int AS companies
  FROM companies c, words_of_company(c.name, c.keywords, c.industries, c.certifications || c.unverified_certifications, c.description) AS word
  GROUP BY word
) found;

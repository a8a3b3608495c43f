-- CreateEnum
CREATE TYPE "identifier_scheme" AS ENUM ('duns', 'lei');

-- CreateEnum
CREATE TYPE "market_analysis_kind" AS ENUM ('momentum', 'radar', 'topics', 'phrases', 'featureMap');

-- CreateTable
CREATE TABLE "identifier_mappings" (
    "id" SERIAL NOT NULL,
    "scheme" "identifier_scheme" NOT NULL,
    "value" TEXT NOT NULL,
    "domain" TEXT NOT NULL DEFAULT '',
    "isin" TEXT NOT NULL DEFAULT '',
    "name_key" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "source" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identifier_mappings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_identifiers" (
    "company_id" INTEGER NOT NULL,
    "scheme" "identifier_scheme" NOT NULL,
    "value" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "mapping_id" INTEGER NOT NULL,
    "mapped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_identifiers_pkey" PRIMARY KEY ("company_id","scheme")
);

-- CreateTable
CREATE TABLE "market_analyses" (
    "market_id" INTEGER NOT NULL,
    "kind" "market_analysis_kind" NOT NULL,
    "job_id" INTEGER NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "result" JSONB NOT NULL,

    CONSTRAINT "market_analyses_pkey" PRIMARY KEY ("market_id","kind")
);

-- CreateTable
CREATE TABLE "phrase_counts" (
    "version" INTEGER NOT NULL,
    "phrase" TEXT NOT NULL,
    "companies" INTEGER NOT NULL,

    CONSTRAINT "phrase_counts_pkey" PRIMARY KEY ("version","phrase")
);

-- CreateIndex
CREATE INDEX "identifier_mappings_by_domain" ON "identifier_mappings"("domain") WHERE (domain <> ''::text);

-- CreateIndex
CREATE INDEX "identifier_mappings_by_isin" ON "identifier_mappings"("isin") WHERE (isin <> ''::text);

-- CreateIndex
CREATE INDEX "identifier_mappings_by_name" ON "identifier_mappings"("name_key", "country") WHERE (name_key <> ''::text);

-- CreateIndex
CREATE UNIQUE INDEX "identifier_mappings_identity" ON "identifier_mappings"("scheme", "value", "domain", "isin", "name_key", "country", "source");

-- CreateIndex
CREATE INDEX "company_identifiers_mapping_id_idx" ON "company_identifiers"("mapping_id");

-- CreateIndex
CREATE INDEX "market_analyses_job_id_idx" ON "market_analyses"("job_id");

-- AddForeignKey
ALTER TABLE "company_identifiers" ADD CONSTRAINT "company_identifiers_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_identifiers" ADD CONSTRAINT "company_identifiers_mapping_id_fkey" FOREIGN KEY ("mapping_id") REFERENCES "identifier_mappings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "market_analyses" ADD CONSTRAINT "market_analyses_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "market_analyses" ADD CONSTRAINT "market_analyses_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "company_news" ADD COLUMN     "confidence" DOUBLE PRECISION NOT NULL DEFAULT 1,
ADD COLUMN     "is_copy" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "method" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "quote" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "news_items" ADD COLUMN     "name_probes" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "story_id" INTEGER;

-- CreateTable
CREATE TABLE "news_story_keys" (
    "key" BIGINT NOT NULL,
    "news_item_id" INTEGER NOT NULL,

    CONSTRAINT "news_story_keys_pkey" PRIMARY KEY ("key","news_item_id")
);

-- CreateTable
CREATE TABLE "company_names" (
    "key" TEXT NOT NULL,
    "company_id" INTEGER NOT NULL,
    "written" TEXT NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "company_names_pkey" PRIMARY KEY ("key","company_id")
);

-- CreateTable
CREATE TABLE "companies_to_name" (
    "company_id" INTEGER NOT NULL,

    CONSTRAINT "companies_to_name_pkey" PRIMARY KEY ("company_id")
);

-- CreateIndex
CREATE INDEX "company_names_company_id_idx" ON "company_names"("company_id");

-- DropIndex
DROP INDEX "company_news_company_id_published_at_news_item_id_idx";

-- CreateIndex
CREATE INDEX "company_news_newest" ON "company_news"("company_id", "published_at" DESC, "news_item_id" DESC) WHERE (not is_copy);

-- CreateIndex
CREATE INDEX "news_items_story_id_published_at_id_idx" ON "news_items"("story_id", "published_at", "id");

-- CreateIndex
CREATE INDEX "news_story_keys_news_item_id_idx" ON "news_story_keys"("news_item_id");

-- CreateIndex
CREATE INDEX "news_items_name_probes_idx" ON "news_items" USING GIN ("name_probes");

-- AddForeignKey
ALTER TABLE "company_names" ADD CONSTRAINT "company_names_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companies_to_name" ADD CONSTRAINT "companies_to_name_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news_items" ADD CONSTRAINT "news_items_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "news_items"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news_story_keys" ADD CONSTRAINT "news_story_keys_news_item_id_fkey" FOREIGN KEY ("news_item_id") REFERENCES "news_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names are read from records by the program: a trigger only notes which records are new or were renamed.
CREATE FUNCTION "note_new_companies"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO companies_to_name (company_id) SELECT id FROM written ORDER BY id ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION "note_renamed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO companies_to_name (company_id)
  SELECT after.id FROM written after JOIN replaced before ON before.id = after.id
  WHERE before.name <> after.name OR before.domain <> after.domain ORDER BY after.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "companies_names_inserted" AFTER INSERT ON "companies"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_new_companies"();
CREATE TRIGGER "companies_names_updated" AFTER UPDATE ON "companies"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_renamed_companies"();

-- The companies that are there already.
INSERT INTO "companies_to_name" ("company_id") SELECT "id" FROM "companies";

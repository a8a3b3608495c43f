-- AlterTable
ALTER TABLE "esg_items" ADD COLUMN     "derived_from" TEXT;

-- CreateTable
CREATE TABLE "people" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "is_former" BOOLEAN NOT NULL,
    "rank" SMALLINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_sightings" (
    "id" SERIAL NOT NULL,
    "person_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "is_former" BOOLEAN NOT NULL,
    "rank" SMALLINT NOT NULL,
    "quote" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL,
    "news_item_id" INTEGER,

    CONSTRAINT "person_sightings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "people_company_id_is_former_rank_last_seen_at_id_idx" ON "people"("company_id", "is_former", "rank", "last_seen_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "people_company_id_name_key_key" ON "people"("company_id", "name_key");

-- CreateIndex
CREATE INDEX "person_sightings_news_item_id_idx" ON "person_sightings"("news_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_sightings_person_id_url_role_key" ON "person_sightings"("person_id", "url", "role");

-- AddForeignKey
ALTER TABLE "people" ADD CONSTRAINT "people_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_sightings" ADD CONSTRAINT "person_sightings_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_sightings" ADD CONSTRAINT "person_sightings_news_item_id_fkey" FOREIGN KEY ("news_item_id") REFERENCES "news_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "event_lineage_kind" AS ENUM ('merge', 'split');

-- AlterTable
ALTER TABLE "event_companies" ADD COLUMN     "articles" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "confidence" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "method" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "quote" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "content_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "independent_sources" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "event_lineage" (
    "id" SERIAL NOT NULL,
    "kind" "event_lineage_kind" NOT NULL,
    "from_event_id" INTEGER NOT NULL,
    "to_event_id" INTEGER NOT NULL,
    "run_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_lineage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observation_departures" (
    "id" BIGSERIAL NOT NULL,
    "observation_id" INTEGER NOT NULL,
    "event_id" INTEGER,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "observation_departures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_lineage_from_event_id_idx" ON "event_lineage"("from_event_id");

-- CreateIndex
CREATE INDEX "event_lineage_to_event_id_idx" ON "event_lineage"("to_event_id");

-- CreateIndex
CREATE INDEX "observation_departures_published_at_idx" ON "observation_departures"("published_at");

-- CreateIndex
CREATE INDEX "observations_published_at_idx" ON "observations"("published_at");

-- An observation that leaves its event, its week or the table leaves a gap behind: what was grouped with it has to be grouped again.
CREATE FUNCTION "note_observation_departure"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO observation_departures (observation_id, event_id, published_at) VALUES (OLD.id, OLD.event_id, OLD.published_at);
  RETURN NULL;
END
$$;

CREATE TRIGGER "observations_departed" AFTER UPDATE OF "event_id", "published_at" ON "observations"
  FOR EACH ROW WHEN ((OLD.event_id IS NOT NULL AND NEW.event_id IS NULL) OR OLD.published_at <> NEW.published_at)
  EXECUTE FUNCTION "note_observation_departure"();
CREATE TRIGGER "observations_deleted" AFTER DELETE ON "observations"
  FOR EACH ROW EXECUTE FUNCTION "note_observation_departure"();

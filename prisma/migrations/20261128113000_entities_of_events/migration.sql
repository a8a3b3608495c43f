-- Entities of events get an id, by which they can be followed from one event to the next. Stored events get theirs when they are
-- written again.

CREATE TABLE "entities" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,
    "company_id" INTEGER,

    CONSTRAINT "entities_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "entities_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE "event_entities" (
    "event_id" INTEGER NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,

    CONSTRAINT "event_entities_pkey" PRIMARY KEY ("event_id", "entity_id"),
    CONSTRAINT "event_entities_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "event_entities_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "entities"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "entities_key_key" ON "entities"("key");
CREATE INDEX "entities_company_id_idx" ON "entities"("company_id");
CREATE INDEX "event_entities_entity_id_event_id_idx" ON "event_entities"("entity_id", "event_id");

-- The entity of a company that is merged into another leads to the survivor, and back when they are taken apart.
CREATE OR REPLACE FUNCTION "company_relations"() RETURNS TABLE ("relation" TEXT, "owner" TEXT, "keys" TEXT[], "once" TEXT[])
LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('source_records', 'company_id', '{id}'::text[], '{}'::text[]),
    ('market_company_history', 'company_id', '{id}', '{market_id}'),
    ('source_records', 'apart_from', '{id}', '{}'),
    ('market_companies', 'company_id', '{market_id}', '{market_id}'),
    ('market_reviews', 'company_id', '{market_id}', '{market_id}'),
    ('candidates', 'company_id', '{job_id}', '{job_id}'),
    ('candidate_hits', 'company_id', '{job_id,generator}', '{job_id,generator}'),
    ('company_news', 'company_id', '{news_item_id}', '{news_item_id}'),
    ('event_companies', 'company_id', '{event_id}', '{event_id}'),
    ('entities', 'company_id', '{id}', '{}'),
    ('esg_items', 'company_id', '{id}', '{url}'),
    ('people', 'company_id', '{id}', '{name_key}'),
    ('company_identifiers', 'company_id', '{scheme}', '{scheme}'),
    ('dossiers', 'company_id', '{agent_id}', '{}')
$$;

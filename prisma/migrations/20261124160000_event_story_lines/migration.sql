-- Story lines: which event follows which. `event_story_keys` finds the events that may be on one line, `events_to_link` has those
-- whose line is to be found anew.
CREATE TABLE "event_follow_ups" (
    "event_id" INTEGER NOT NULL,
    "follows_event_id" INTEGER NOT NULL,
    "likelihood" DOUBLE PRECISION NOT NULL,
    "shared_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "shared_terms" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "developments" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "event_follow_ups_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "event_follow_ups_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "event_follow_ups_follows_event_id_fkey" FOREIGN KEY ("follows_event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "event_follow_ups_follows_event_id_event_id_idx" ON "event_follow_ups"("follows_event_id", "event_id");

CREATE TABLE "event_story_keys" (
    "event_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_story_keys_pkey" PRIMARY KEY ("event_id", "key"),
    CONSTRAINT "event_story_keys_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "event_story_keys_key_published_at_idx" ON "event_story_keys"("key", "published_at");

CREATE TABLE "events_to_link" (
    "event_id" INTEGER NOT NULL,

    CONSTRAINT "events_to_link_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "events_to_link_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "events_to_link" ("event_id") SELECT "id" FROM "events";

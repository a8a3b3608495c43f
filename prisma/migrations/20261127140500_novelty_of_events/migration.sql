-- A follow-up of a story line is less severe than the first report (src/intelligence/events/story-lines/novelty.ts). These
-- columns keep what the event's own articles say, so that a later change of the line starts from it.

ALTER TABLE "event_impacted_entities" ADD COLUMN "stated_severity" DOUBLE PRECISION, ADD COLUMN "stated_rationale" TEXT;

-- The next run of the grouping links the follow-ups of today again, and so applies it to them.
INSERT INTO "events_to_link" ("event_id") SELECT "event_id" FROM "event_follow_ups" ON CONFLICT DO NOTHING;

-- Monitors that run when records change (docs/monitors.md). The transaction that changes companies or events notes it here, in a row of
-- its own, so that writers do not wait for one another. A process deletes the note and makes the runs due, in one statement.

CREATE TYPE "monitor_trigger" AS ENUM ('schedule', 'records_changed');

ALTER TABLE "monitors" ADD COLUMN "trigger" "monitor_trigger" NOT NULL DEFAULT 'schedule',
  ADD COLUMN "has_changes" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "run_due_at" TIMESTAMPTZ(3);

CREATE TABLE "monitor_changes" (
    "id" BIGSERIAL NOT NULL,
    "kind" "monitor_kind" NOT NULL,

    CONSTRAINT "monitor_changes_pkey" PRIMARY KEY ("id")
);

-- The search path is kept for restores.
CREATE FUNCTION "note_changed_directory"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO monitor_changes (kind) VALUES ('market');
  RETURN NULL;
END
$$;

-- Statements that write no event, such as the deletion of none, note nothing.
CREATE FUNCTION "note_changed_events"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO monitor_changes (kind) SELECT 'events' WHERE EXISTS (SELECT FROM written);
  RETURN NULL;
END
$$;

-- The version of the directory changes with every change of a company.
CREATE TRIGGER "directory_state_changed" AFTER INSERT OR UPDATE ON "directory_state"
  FOR EACH ROW EXECUTE FUNCTION "note_changed_directory"();
CREATE TRIGGER "events_changed_inserted" AFTER INSERT ON "events"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_events"();
CREATE TRIGGER "events_changed_updated" AFTER UPDATE ON "events"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_events"();
CREATE TRIGGER "events_changed_deleted" AFTER DELETE ON "events"
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_events"();

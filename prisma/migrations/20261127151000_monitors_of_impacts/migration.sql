-- Monitors of events ask for the likelihood and the severity of impacts (docs/monitors.md). The novelty of an event changes the severity alone,
-- after the event was written. Other values of an impact change with the event, which is noted already.

-- The search path is kept for restores.
CREATE FUNCTION "note_changed_impacts"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO monitor_changes (kind) SELECT 'events' WHERE EXISTS (
    SELECT event_id, position, likelihood, severity FROM written EXCEPT SELECT event_id, position, likelihood, severity FROM known);
  RETURN NULL;
END
$$;

CREATE TRIGGER "event_impacted_entities_changed" AFTER UPDATE ON "event_impacted_entities"
  REFERENCING OLD TABLE AS known NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_impacts"();

-- Processes know keys and sessions from memory until a change is told, so that every change of what a key or a session allows has to be.
DROP TRIGGER "api_keys_access" ON "api_keys";
CREATE TRIGGER "api_keys_access"
  AFTER DELETE OR UPDATE OF "id", "prefix", "secret_hash", "revoked_at", "scopes", "subscriptions", "team_id" ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('key', 'id');
DROP TRIGGER "teams_access" ON "teams";
CREATE TRIGGER "teams_access" AFTER DELETE OR UPDATE OF "id", "access_expires_at" ON "teams"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('team', 'id');
DROP TRIGGER "sessions_access" ON "sessions";
CREATE TRIGGER "sessions_access"
  AFTER DELETE OR UPDATE OF "id", "user_id", "cookie_hash", "revoked_at", "cookie_expires_at" ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('user', 'user_id');
-- Use moves it forward, which ends nothing.
CREATE TRIGGER "sessions_idle" AFTER UPDATE OF "cookie_used_at" ON "sessions"
  FOR EACH ROW WHEN (NEW."cookie_used_at" < OLD."cookie_used_at") EXECUTE FUNCTION "tell_access_change"('user', 'user_id');

-- TRUNCATE has no rows to tell of.
CREATE FUNCTION "tell_all_access_changed"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', 'all');
  RETURN NULL;
END
$$;

CREATE TRIGGER "api_keys_truncated" AFTER TRUNCATE ON "api_keys" EXECUTE FUNCTION "tell_all_access_changed"();
CREATE TRIGGER "teams_truncated" AFTER TRUNCATE ON "teams" EXECUTE FUNCTION "tell_all_access_changed"();
CREATE TRIGGER "sessions_truncated" AFTER TRUNCATE ON "sessions" EXECUTE FUNCTION "tell_all_access_changed"();
CREATE TRIGGER "memberships_truncated" AFTER TRUNCATE ON "memberships" EXECUTE FUNCTION "tell_all_access_changed"();

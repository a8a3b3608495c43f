-- Streams stay open longer than what let them in may hold. Whoever changes it, by whatever way, tells the processes that serve them:
-- 'key ID', 'team ID' or 'user ID'. The arguments are that word and the column with the id.
CREATE FUNCTION "tell_access_change"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', TG_ARGV[0] || ' ' || (to_jsonb(OLD) ->> TG_ARGV[1]));
  RETURN NULL;
END
$$;

CREATE TRIGGER "api_keys_access" AFTER DELETE OR UPDATE OF "revoked_at", "scopes", "subscriptions", "team_id" ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('key', 'id');
CREATE TRIGGER "teams_access" AFTER UPDATE OF "access_expires_at" ON "teams"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('team', 'id');
CREATE TRIGGER "sessions_access" AFTER DELETE OR UPDATE OF "revoked_at", "cookie_expires_at" ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('user', 'user_id');
CREATE TRIGGER "memberships_access" AFTER DELETE OR UPDATE OF "team_id", "user_id" ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('user', 'user_id');

-- From where a key may be used; none: from anywhere.
ALTER TABLE api_keys ADD COLUMN networks text[] NOT NULL DEFAULT '{}';
-- When a key ends by itself. `revoked_at` is when somebody ended it, or will have.
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz(3);
DROP TRIGGER "api_keys_access" ON "api_keys";
CREATE TRIGGER "api_keys_access"
  AFTER DELETE OR UPDATE OF "id", "prefix", "secret_hash", "revoked_at", "scopes", "subscriptions", "team_id", "networks", "expires_at" ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION "tell_access_change"('key', 'id');

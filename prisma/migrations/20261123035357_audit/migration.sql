-- Who did what, by which key, from where. An entry outlives its team, its key and its user: it refers to none of them.
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "team_id" INTEGER,
    "operation" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "key_id" UUID,
    "key_prefix" TEXT NOT NULL DEFAULT '',
    "user_id" UUID,
    "address" TEXT NOT NULL DEFAULT '',
    "request_id" TEXT NOT NULL DEFAULT '',
    "subject" JSONB NOT NULL DEFAULT '{}',
    "outcome" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entries_team_id_id_idx" ON "audit_entries"("team_id", "id");

-- An entry is written before the deed, and gets its outcome once.
CREATE FUNCTION "keep_audit_entries"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND to_jsonb(NEW) - '{outcome,subject}'::text[] = to_jsonb(OLD) - '{outcome,subject}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'entries of the audit trail are neither changed nor deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_entries_kept" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "keep_audit_entries"();
CREATE TRIGGER "audit_entries_not_truncated" BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_entries"();

-- Keys are made and changed by commands on the database, so that the database itself notes it, in the same transaction.
-- The name of the connection stands for who it was: a command of the product has its process id there.
CREATE FUNCTION "note_key_change"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
DECLARE
  k api_keys := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  operation TEXT := CASE
    WHEN TG_OP = 'INSERT' THEN 'createKey'
    WHEN TG_OP = 'DELETE' THEN 'deleteKey'
    WHEN NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN 'revokeKey'
    ELSE 'changeKey' END;
BEGIN
  INSERT INTO audit_entries (team_id, operation, via, request_id, address, outcome, subject)
  VALUES (k.team_id, operation, 'database', coalesce(current_setting('application_name', true), ''),
    coalesce(host(inet_client_addr()), ''), 'done', jsonb_strip_nulls(jsonb_build_object('keyPrefix', k.prefix, 'name', k.name,
      'scopes', to_jsonb(k.scopes), 'subscriptions', to_jsonb(k.subscriptions), 'networks', to_jsonb(k.networks),
      'expiresAt', k.expires_at, 'revokedAt', k.revoked_at)));
  RETURN NULL;
END
$$;
CREATE TRIGGER "api_keys_noted"
  AFTER INSERT OR DELETE OR UPDATE OF "revoked_at", "scopes", "subscriptions", "networks", "team_id", "expires_at", "name" ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION "note_key_change"();

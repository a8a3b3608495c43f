-- How large the tables were, a day: what `doctor` tells of their growth.
CREATE TABLE "table_sizes" (
    "day" DATE NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "table_sizes_pkey" PRIMARY KEY ("day","name")
);

-- As before, but for entries that are older than an operator has configured: the retention names the days in its own transaction, at least
-- ninety.
CREATE OR REPLACE FUNCTION "keep_audit_entries"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
DECLARE
  kept_days INTEGER := nullif(current_setting('market.audit_days', true), '')::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND to_jsonb(NEW) - '{outcome,subject}'::text[] = to_jsonb(OLD) - '{outcome,subject}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' AND kept_days IS NOT NULL THEN
    IF OLD.at < now() - make_interval(days => greatest(kept_days, 90)) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'entries of the audit trail are neither changed nor deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;

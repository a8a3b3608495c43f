-- What a team is told: one ordered log of each team, of jobs that have ended and of what its monitors saw.
CREATE TABLE "notice_logs" (
    "team_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "notice_logs_pkey" PRIMARY KEY ("team_id"),
    CONSTRAINT "notice_logs_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TYPE "monitor_kind" AS ENUM ('market', 'events');
CREATE TYPE "monitor_status" AS ENUM ('active', 'paused', 'deleted');

CREATE TABLE "monitors" (
    "id" SERIAL NOT NULL,
    "team_id" INTEGER NOT NULL,
    "kind" "monitor_kind" NOT NULL,
    "market_id" INTEGER,
    "event_filter" JSONB,
    "name" TEXT NOT NULL,
    "every_minutes" INTEGER NOT NULL,
    "status" "monitor_status" NOT NULL DEFAULT 'active',
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "last_run_at" TIMESTAMPTZ(3),
    "last_result" TEXT NOT NULL DEFAULT '',
    "matching" INTEGER NOT NULL DEFAULT 0,
    "basis" JSONB,
    "schedule_wanted" INTEGER NOT NULL DEFAULT 1,
    "schedule_made" INTEGER NOT NULL DEFAULT 0,
    "run_wanted" INTEGER NOT NULL DEFAULT 0,
    "run_asked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "monitors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitors_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "monitors_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitors_team_id_id_idx" ON "monitors"("team_id", "id");
CREATE INDEX "monitors_market_id_idx" ON "monitors"("market_id");

CREATE TABLE "monitor_subjects" (
    "monitor_id" INTEGER NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "is_in" BOOLEAN NOT NULL,
    "digest" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "criteria" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "monitor_subjects_pkey" PRIMARY KEY ("monitor_id", "subject_id"),
    CONSTRAINT "monitor_subjects_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "team_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "title" TEXT NOT NULL,
    "monitor_id" INTEGER,
    "market_id" INTEGER,
    "company_id" INTEGER,
    "event_id" INTEGER,
    "is_of_events" BOOLEAN NOT NULL DEFAULT false,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notices_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "notices_team_id_sequence_key" ON "notices"("team_id", "sequence");
CREATE INDEX "notices_monitor_id_sequence_idx" ON "notices"("monitor_id", "sequence");

-- The end of a job is told in the transaction that ends it, whoever ends it. Its id is made of the run's, so that it is told once.
CREATE FUNCTION "note_ended_run"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
DECLARE
  m markets;
  next INTEGER;
BEGIN
  SELECT * INTO m FROM markets WHERE id = NEW.market_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO notice_logs (team_id, sequence) VALUES (m.team_id, 1)
    ON CONFLICT (team_id) DO UPDATE SET sequence = notice_logs.sequence + 1 RETURNING sequence INTO next;
  INSERT INTO notices (id, team_id, sequence, kind, title, market_id, data)
  VALUES (md5('run/' || NEW.id)::uuid, m.team_id, next, NEW.kind || '.' || NEW.status,
    (CASE NEW.kind WHEN 'discovery' THEN 'Discovery' ELSE 'Publish' END) || ' ' || NEW.status || ': ' || m.name, m.id,
    jsonb_build_object('workflowId', NEW.id, 'status', NEW.status, 'requestedAt', NEW.requested_at, 'endedAt', NEW.ended_at));
  PERFORM pg_notify('notices', m.team_id::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER "workflow_runs_ended" AFTER UPDATE OF "status" ON "workflow_runs"
  FOR EACH ROW WHEN (OLD.status IN ('queued', 'running') AND NEW.status IN ('completed', 'failed', 'cancelled'))
  EXECUTE FUNCTION "note_ended_run"();

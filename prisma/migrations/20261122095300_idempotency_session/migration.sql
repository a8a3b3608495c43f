-- Key of the advisory lock that the process of an attempt holds as long as it is connected.
ALTER TABLE "idempotency_records" ADD COLUMN "session" BIGINT;

-- From when on the companies of a market are known at each moment. A migration of its own: the lock on markets ends with it, and the
-- next one, which waits for writers of market_companies, holds up nobody who reads markets.
ALTER TABLE "markets" ADD COLUMN "history_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

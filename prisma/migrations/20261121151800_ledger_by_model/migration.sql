-- What one call of a model costs is told from its newest ones for the same purpose.
CREATE INDEX "ledger_entries_of_model" ON "ledger_entries"("provider", "model", "purpose", "created_at") WHERE (state = 'settled');

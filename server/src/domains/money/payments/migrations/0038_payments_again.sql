-- A payment that is approved again after two officers ended its credit becomes a new deposit: one that was sent back keeps the transaction, and
-- no other two deposits share one.
ALTER TABLE payments.deposit DROP CONSTRAINT deposit_provider_transaction_id_key;
CREATE UNIQUE INDEX deposit_provider_transaction_once ON payments.deposit (provider_transaction_id) WHERE state <> 'RETURNED';
CREATE INDEX deposit_provider_transaction ON payments.deposit (provider_transaction_id);
CREATE INDEX anomaly_taken_back ON payments.anomaly (provider, checked_at) WHERE kind = 'deposit_taken_back';

-- The signer judges an intent by what it is for, not by a hash that who wrote the intent could make as well. Fees are the signer's too.
ALTER TABLE blockchain.intent DROP COLUMN hash;
CREATE INDEX intent_decided ON blockchain.intent (decided_at, operation_id) WHERE state = 'decided';

-- What the operation sells, mints or burns, as the signer read it: what its limits count.
ALTER TABLE blockchain.chain_transaction ADD COLUMN asset text;
ALTER TABLE blockchain.chain_transaction ADD COLUMN amount numeric(78,0) CHECK (amount > 0);
CREATE INDEX chain_transaction_signed_of_asset ON blockchain.chain_transaction (kind, asset, created_at);
CREATE INDEX chain_transaction_reserved ON blockchain.chain_transaction (operation_id) WHERE signed IS NULL;

-- A wallet is its address: another key, another row. Everything that it sent up to seen_block is known here.
ALTER TABLE blockchain.wallet DROP CONSTRAINT wallet_pkey;
UPDATE blockchain.wallet SET address = lower(address);
ALTER TABLE blockchain.wallet ADD PRIMARY KEY (address);
ALTER TABLE blockchain.wallet ADD COLUMN seen_block bigint;

-- nonce NULL: it was used by another transaction, and the operation waits for a new one. mined_hash: which of its attempts the chain took.
ALTER TABLE blockchain.chain_transaction ADD COLUMN address text;
UPDATE blockchain.chain_transaction SET address = coalesce((SELECT address FROM blockchain.wallet WHERE name = chain_transaction.wallet), '');
ALTER TABLE blockchain.chain_transaction ALTER COLUMN address SET NOT NULL;
ALTER TABLE blockchain.chain_transaction ALTER COLUMN nonce DROP NOT NULL;
ALTER TABLE blockchain.chain_transaction DROP CONSTRAINT chain_transaction_wallet_nonce_key;
ALTER TABLE blockchain.chain_transaction ADD UNIQUE (address, nonce);
ALTER TABLE blockchain.chain_transaction ADD COLUMN mined_hash text;
ALTER TABLE blockchain.chain_transaction DROP CONSTRAINT chain_transaction_state_check;
ALTER TABLE blockchain.chain_transaction ADD CHECK (state IN ('reserved', 'signed', 'sent', 'mined', 'confirmed', 'reverted', 'superseded'));
DROP INDEX blockchain.chain_transaction_open;
CREATE INDEX chain_transaction_open ON blockchain.chain_transaction (address, nonce)
  WHERE state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed;

-- Everything that was ever signed: replacements with a higher fee share their nonce. operation_id NULL: of our key, and known to nobody here.
CREATE TABLE blockchain.attempt (
  hash             text PRIMARY KEY,
  operation_id     uuid,
  address          text NOT NULL,
  nonce            bigint NOT NULL,
  signed           text,
  max_fee_wei      numeric(78,0),
  priority_fee_wei numeric(78,0),
  signed_at        timestamptz NOT NULL
);
CREATE INDEX attempt_operation ON blockchain.attempt (operation_id);
CREATE INDEX attempt_unknown ON blockchain.attempt (address) WHERE operation_id IS NULL;
INSERT INTO blockchain.attempt (hash, operation_id, address, nonce, signed, signed_at)
  SELECT hash, operation_id, address, nonce, signed, updated_at FROM blockchain.chain_transaction WHERE signed IS NOT NULL;

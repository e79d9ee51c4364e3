-- Number and hash: another block at the same height is another history. disagreed_at: since when a settled operation is not as it was settled.
ALTER TABLE blockchain.chain_transaction ADD COLUMN block_hash text;
ALTER TABLE blockchain.chain_transaction ADD COLUMN disagreed_at timestamptz;
CREATE INDEX chain_transaction_final ON blockchain.chain_transaction (block_number) WHERE state IN ('confirmed', 'reverted') AND agreed;

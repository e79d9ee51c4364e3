-- When its loss froze its assets: a loss freezes once, so that what two officers lift stays lifted.
ALTER TABLE blockchain.chain_transaction ADD COLUMN stopped_at timestamptz;

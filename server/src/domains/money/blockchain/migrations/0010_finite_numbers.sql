-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE blockchain.attempt
  ADD CHECK (max_fee_wei <> 'NaN') NOT VALID,
  ADD CHECK (priority_fee_wei <> 'NaN') NOT VALID;
ALTER TABLE blockchain.chain_transaction ADD CHECK (amount <> 'NaN') NOT VALID;

-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE ledger.account
  ADD CHECK (floor <> 'NaN') NOT VALID,
  ADD CHECK (held <> 'NaN') NOT VALID,
  ADD CHECK (posted <> 'NaN') NOT VALID;
ALTER TABLE ledger.hold ADD CHECK (left_amount <> 'NaN') NOT VALID;
ALTER TABLE ledger.transfer
  ADD CHECK (amount <> 'NaN') NOT VALID,
  ADD CHECK (credit_held <> 'NaN') NOT VALID,
  ADD CHECK (credit_posted <> 'NaN') NOT VALID,
  ADD CHECK (debit_held <> 'NaN') NOT VALID,
  ADD CHECK (debit_posted <> 'NaN') NOT VALID;

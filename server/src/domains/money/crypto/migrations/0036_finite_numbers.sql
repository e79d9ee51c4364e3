-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE crypto.deposit
  ADD CHECK (amount <> 'NaN') NOT VALID,
  ADD CHECK (too_few_for <> 'NaN') NOT VALID,
  ADD CHECK (value_cop <> 'NaN') NOT VALID;
ALTER TABLE crypto.dispute_decision ADD CHECK (missing <> 'NaN') NOT VALID;
ALTER TABLE crypto.swept ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE crypto.unrecognized ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE crypto.withdrawal
  ADD CHECK (amount <> 'NaN') NOT VALID,
  ADD CHECK (fee <> 'NaN') NOT VALID,
  ADD CHECK (value_cop <> 'NaN') NOT VALID;

-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE reconciliation.difference
  ADD CHECK (actual <> 'NaN') NOT VALID,
  ADD CHECK (expected <> 'NaN') NOT VALID;
ALTER TABLE reconciliation.figure
  ADD CHECK (actual <> 'NaN') NOT VALID,
  ADD CHECK (expected <> 'NaN') NOT VALID;

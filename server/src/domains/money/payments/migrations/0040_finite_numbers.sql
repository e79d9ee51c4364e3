-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE payments.anomaly
  ADD CHECK (amount <> 'NaN') NOT VALID,
  ADD CHECK (booked <> 'NaN') NOT VALID;
ALTER TABLE payments.anomaly_booking ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE payments.deposit ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE payments.refund ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE payments.statement
  ADD CHECK (closing <> 'NaN') NOT VALID,
  ADD CHECK (opening <> 'NaN') NOT VALID;
ALTER TABLE payments.statement_line ADD CHECK (amount <> 'NaN') NOT VALID;
ALTER TABLE payments.taken_back ADD CHECK (loss <> 'NaN') NOT VALID;
ALTER TABLE payments.withdrawal ADD CHECK (amount <> 'NaN') NOT VALID;

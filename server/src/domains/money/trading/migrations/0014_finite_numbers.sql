-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE trading.trade
  ADD CHECK (amount_in <> 'NaN') NOT VALID,
  ADD CHECK (amount_out <> 'NaN') NOT VALID,
  ADD CHECK (estimated_fee_wei <> 'NaN') NOT VALID,
  ADD CHECK (expected_in <> 'NaN') NOT VALID,
  ADD CHECK (expected_out <> 'NaN') NOT VALID,
  ADD CHECK (fee_usd_micros <> 'NaN') NOT VALID,
  ADD CHECK (gas_usd_micros <> 'NaN') NOT VALID,
  ADD CHECK (house_fee_out <> 'NaN') NOT VALID,
  ADD CHECK (maximum_in <> 'NaN') NOT VALID,
  ADD CHECK (minimum_out <> 'NaN') NOT VALID,
  ADD CHECK (network_fee_out <> 'NaN') NOT VALID,
  ADD CHECK (quoted_in <> 'NaN') NOT VALID,
  ADD CHECK (quoted_out <> 'NaN') NOT VALID,
  ADD CHECK (value_cop <> 'NaN') NOT VALID;

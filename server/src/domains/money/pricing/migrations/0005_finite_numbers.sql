-- NaN is greater than every number, so that `> 0` admits it. Not valid: what stands there already must not stop an upgrade, nor a large table be locked.
-- compatible: the version before writes only finite numbers, which each of these checks accepts
ALTER TABLE pricing.candle
  ADD CHECK (close <> 'NaN') NOT VALID,
  ADD CHECK (high <> 'NaN') NOT VALID,
  ADD CHECK (low <> 'NaN') NOT VALID,
  ADD CHECK (open <> 'NaN') NOT VALID;
ALTER TABLE pricing.price
  ADD CHECK (ask <> 'NaN') NOT VALID,
  ADD CHECK (bid <> 'NaN') NOT VALID,
  ADD CHECK (confirmed_price <> 'NaN') NOT VALID,
  ADD CHECK (price <> 'NaN') NOT VALID;

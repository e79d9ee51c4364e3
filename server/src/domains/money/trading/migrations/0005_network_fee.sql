-- The customer pays the network fee: from what is bought, as it was quoted. Trades from before it paid nothing.
-- gas_usd_micros: what the chain really took, in millionths of a dollar; null when nothing was sent.
ALTER TABLE trading.trade
  ADD COLUMN network_fee_out numeric(78,0) NOT NULL DEFAULT 0 CHECK (network_fee_out >= 0),
  ADD COLUMN gas_usd_micros numeric(78,0);
CREATE INDEX trade_ended ON trading.trade (settled_at);

-- What a customer was quoted and how the network filled it, for the receipt. The quoted amounts are those of their sealed quote, or the
-- price of the order without one; like the expected ones they contain the fees. Null: from before these columns.
ALTER TABLE trading.trade
  ADD COLUMN quoted_in numeric(78,0) CHECK (quoted_in > 0),
  ADD COLUMN quoted_out numeric(78,0) CHECK (quoted_out > 0),
  ADD COLUMN block_number bigint,
  ADD COLUMN transaction_hash text;

-- In base units of what is bought or sold, as on chain; the customer receives the bought amounts without both fees.
CREATE VIEW trading.trade_execution AS
  SELECT id, trade_type, quoted_in, quoted_out, maximum_in, minimum_out, amount_in, amount_out,
    network_fee_out AS network_fee, house_fee_out AS house_fee, routes, block_number, transaction_hash
  FROM trading.trade;
-- trading.trade_fee stays for one release: processes of the earlier one read it during a rolling upgrade.

-- In base units of what is bought or sold, as on chain; the customer receives the bought amounts without both fees.
CREATE OR REPLACE VIEW trading.trade_execution AS
  SELECT id, trade_type, quoted_in, quoted_out, maximum_in, minimum_out, amount_in, amount_out,
    network_fee_out AS network_fee, house_fee_out AS house_fee, routes, block_number, transaction_hash
  FROM trading.trade;

-- Exchanges of everybody, for the reports of officers. Token ids are those of chain/tokens.ts. The pair as people quote it: so many of
-- `against` for one `asset`; pesos are never the asset, dollars only against pesos. Whoever pays with `against` buys.
CREATE VIEW reports.trade_order AS
  SELECT id, account_id, trade_type AS type, state, sold, bought,
    CASE WHEN rank_sold < rank_bought THEN bought ELSE sold END AS asset,
    CASE WHEN rank_sold < rank_bought THEN sold ELSE bought END AS against,
    CASE WHEN rank_sold < rank_bought THEN 'buy' ELSE 'sell' END AS side,
    amount_sold, amount_bought,
    CASE WHEN rank_sold < rank_bought THEN amount_bought ELSE amount_sold END AS amount,
    CASE WHEN rank_sold < rank_bought THEN amount_sold ELSE amount_bought END AS value,
    expected_in, expected_out, maximum_in, minimum_out, network_fee, fee_usd_micros, gas_usd_micros, created_at, settled_at
  FROM (
    SELECT id, account_id, trade_type, state, expected_in, expected_out, maximum_in, minimum_out, network_fee_out AS network_fee,
      fee_usd_micros, gas_usd_micros, created_at, settled_at,
      CASE token_in WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS sold,
      CASE token_out WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS bought,
      CASE token_in WHEN 0 THEN 1 WHEN 31 THEN 2 WHEN 30 THEN 3 END AS rank_sold,
      CASE token_out WHEN 0 THEN 1 WHEN 31 THEN 2 WHEN 30 THEN 3 END AS rank_bought,
      COALESCE(amount_in, expected_in) AS amount_sold,
      COALESCE(amount_out, expected_out) - network_fee_out AS amount_bought
    FROM trading.trade
  ) AS named;

-- Newest first, over everybody, in the order that the lists ask for.
CREATE INDEX trade_listed ON trading.trade (created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX trade_settled_listed ON trading.trade (settled_at DESC NULLS LAST, id DESC NULLS LAST) WHERE state = 'settled';
CREATE INDEX chain_transaction_of_swap ON blockchain.chain_transaction (ref) WHERE kind = 'swap';

-- Exchanges of everybody, for the reports of officers. The pair as people quote it: so many of `against` for one `asset`; pesos are never
-- the asset, dollars only against pesos. Whoever pays with `against` buys.
-- The house's fee is taken from what is bought, as the network's is.
CREATE OR REPLACE VIEW reports.trade_order AS
  SELECT id, account_id, trade_type AS type, state, sold, bought,
    CASE WHEN rank_sold < rank_bought THEN bought ELSE sold END AS asset,
    CASE WHEN rank_sold < rank_bought THEN sold ELSE bought END AS against,
    CASE WHEN rank_sold < rank_bought THEN 'buy' ELSE 'sell' END AS side,
    amount_sold, amount_bought,
    CASE WHEN rank_sold < rank_bought THEN amount_bought ELSE amount_sold END AS amount,
    CASE WHEN rank_sold < rank_bought THEN amount_sold ELSE amount_bought END AS value,
    expected_in, expected_out, maximum_in, minimum_out, network_fee, fee_usd_micros, gas_usd_micros, created_at, settled_at, house_fee
  FROM (
    SELECT id, account_id, trade_type, state, expected_in, expected_out, maximum_in, minimum_out, network_fee_out AS network_fee,
      house_fee_out AS house_fee, fee_usd_micros, gas_usd_micros, created_at, settled_at,
      asset_sold.code AS sold, asset_bought.code AS bought,
      asset_sold.quote_rank AS rank_sold, asset_bought.quote_rank AS rank_bought,
      COALESCE(amount_in, expected_in) AS amount_sold,
      COALESCE(amount_out, expected_out) - network_fee_out - house_fee_out AS amount_bought
    FROM trading.trade
      LEFT JOIN ledger.asset AS asset_sold ON asset_sold.token_id = token_in
      LEFT JOIN ledger.asset AS asset_bought ON asset_bought.token_id = token_out
  ) AS named;

-- What the history of all rails reads (module movements): the columns are those of payments.deposit_movement. Amounts as executed, until
-- then as asked or expected; what is bought is without the network fee.
-- What is received is without both fees.
CREATE OR REPLACE VIEW trading.trade_movement AS
  SELECT trade.id, account_id, 'SWAP'::text AS kind, 'EXCHANGE'::text AS rail, state,
    sold.code AS asset,
    COALESCE(amount_in, expected_in) AS amount,
    bought.code AS received_asset,
    COALESCE(amount_out, expected_out) - network_fee_out - house_fee_out AS received_amount,
    NULL::integer AS bank_id, NULL::text AS alias, NULL::text AS ending, NULL::text AS address, NULL::text AS reference,
    created_at, settled_at AS ended_at
  FROM trading.trade
    LEFT JOIN ledger.asset AS sold ON sold.token_id = token_in
    LEFT JOIN ledger.asset AS bought ON bought.token_id = token_out;

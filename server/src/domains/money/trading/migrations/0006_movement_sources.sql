-- What the history of all rails reads (module movements): the columns are those of payments.deposit_movement. Amounts as executed, until
-- then as asked or expected; what is bought is without the network fee. Token ids are those of chain/tokens.ts.
CREATE VIEW trading.trade_movement AS
  SELECT id, account_id, 'SWAP'::text AS kind, 'EXCHANGE'::text AS rail, state,
    CASE token_in WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS asset,
    COALESCE(amount_in, expected_in) AS amount,
    CASE token_out WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS received_asset,
    COALESCE(amount_out, expected_out) - network_fee_out AS received_amount,
    NULL::integer AS bank_id, NULL::text AS alias, NULL::text AS ending, NULL::text AS address, NULL::text AS reference,
    created_at, settled_at AS ended_at
  FROM trading.trade;

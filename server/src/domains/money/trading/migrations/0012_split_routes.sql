-- Routes of a trade, with base units of each: as priced when it was placed, and as executed once settled. One or two, without a common pool;
-- null for trades from before. [{"tokens": [address], "pools": [{"address", "fee"}], "amountIn": text, "amountOut": text}]
ALTER TABLE trading.trade ADD COLUMN routes jsonb CHECK (jsonb_array_length(routes) BETWEEN 1 AND 2);

CREATE OR REPLACE VIEW trading.personal_data AS
  SELECT account_id, 'trades' AS section, created_at AS at,
    jsonb_build_object('id', id, 'type', trade_type, 'tokenIn', token_in, 'tokenOut', token_out, 'expectedIn', expected_in::text,
      'expectedOut', expected_out::text, 'maximumIn', maximum_in::text, 'minimumOut', minimum_out::text, 'state', state,
      'amountIn', amount_in::text, 'amountOut', amount_out::text, 'networkFee', network_fee_out::text, 'houseFee', house_fee_out::text,
      'routes', routes, 'createdAt', created_at, 'settledAt', settled_at) AS entry
  FROM trading.trade;

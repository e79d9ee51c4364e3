-- What this module knows of a person, for the copy of their data (module reports). Amounts in base units of their token.
CREATE VIEW trading.personal_data AS
  SELECT account_id, 'trades' AS section, created_at AS at,
    jsonb_build_object('id', id, 'type', trade_type, 'tokenIn', token_in, 'tokenOut', token_out, 'expectedIn', expected_in::text,
      'expectedOut', expected_out::text, 'maximumIn', maximum_in::text, 'minimumOut', minimum_out::text, 'state', state,
      'amountIn', amount_in::text, 'amountOut', amount_out::text, 'createdAt', created_at, 'settledAt', settled_at) AS entry
  FROM trading.trade;

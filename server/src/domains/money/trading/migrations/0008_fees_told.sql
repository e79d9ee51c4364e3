-- Both fees of an exchange stand wherever its owner is told what it was: in the copy of their data, and on its receipt.
CREATE OR REPLACE VIEW trading.personal_data AS
  SELECT account_id, 'trades' AS section, created_at AS at,
    jsonb_build_object('id', id, 'type', trade_type, 'tokenIn', token_in, 'tokenOut', token_out, 'expectedIn', expected_in::text,
      'expectedOut', expected_out::text, 'maximumIn', maximum_in::text, 'minimumOut', minimum_out::text, 'state', state,
      'amountIn', amount_in::text, 'amountOut', amount_out::text, 'networkFee', network_fee_out::text, 'houseFee', house_fee_out::text,
      'createdAt', created_at, 'settledAt', settled_at) AS entry
  FROM trading.trade;

-- In base units of what is bought; what is received (trade_movement) is without them.
CREATE VIEW trading.trade_fee AS SELECT id, network_fee_out AS network_fee, house_fee_out AS house_fee FROM trading.trade;

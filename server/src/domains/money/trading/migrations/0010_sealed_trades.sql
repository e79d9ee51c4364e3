-- Seal of whose a trade is and of its bounds and fees, by the process that placed it (decision 45). Null: from before, or not ours.
ALTER TABLE trading.trade ADD COLUMN seal text;

-- Trades that were open before there were seals, as payments.before_seals: neither changed nor added to by the product's role.
CREATE TABLE trading.before_seals (
  kind text PRIMARY KEY CHECK (kind = 'trade'),
  rows jsonb NOT NULL
);
INSERT INTO trading.before_seals
  SELECT 'trade', coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'tradeType', trade_type, 'tokenIn', token_in,
    'tokenOut', token_out, 'maximumIn', maximum_in::text, 'minimumOut', minimum_out::text, 'networkFeeOut', network_fee_out::text,
    'houseFeeOut', house_fee_out::text)), '[]')
  FROM trading.trade WHERE settled_at IS NULL;

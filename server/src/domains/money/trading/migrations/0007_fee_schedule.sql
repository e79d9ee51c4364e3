-- What two officers decided that the house takes of an exchange. Insert only; the first version came with the product and has no row. In force
-- is the highest version that has begun: a later one replaces what had not begun before it.
CREATE TABLE trading.fee_version (
  version    integer PRIMARY KEY CHECK (version > 1),
  -- by pair: tiers by volume, with basis points of what is bought (contract/src/fee-schedule.ts)
  rates      jsonb NOT NULL,
  from_at    timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  maker_id   uuid NOT NULL,
  checker_id uuid NOT NULL,
  reason     text NOT NULL,
  CHECK (from_at >= decided_at AND maker_id <> checker_id)
);

-- The house's fee, from what is bought, as it was quoted, and the version that it was quoted by. Trades from before it paid none.
-- value_cop: cents, by the prices of when it was placed; its sum over thirty days chooses the tier.
ALTER TABLE trading.trade
  ADD COLUMN house_fee_out numeric(78,0) NOT NULL DEFAULT 0 CHECK (house_fee_out >= 0),
  ADD COLUMN fee_version integer NOT NULL DEFAULT 1,
  ADD COLUMN value_cop numeric(78,0) NOT NULL DEFAULT 0 CHECK (value_cop >= 0);
UPDATE trading.trade SET value_cop = CASE WHEN token_in = 0 THEN COALESCE(amount_in, expected_in) ELSE COALESCE(amount_out, expected_out) END
  WHERE token_in = 0 OR token_out = 0;
CREATE INDEX trade_volume ON trading.trade (account_id, settled_at) INCLUDE (value_cop) WHERE state = 'settled';

-- What is received is without both fees.
CREATE OR REPLACE VIEW trading.trade_movement AS
  SELECT id, account_id, 'SWAP'::text AS kind, 'EXCHANGE'::text AS rail, state,
    CASE token_in WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS asset,
    COALESCE(amount_in, expected_in) AS amount,
    CASE token_out WHEN 0 THEN 'COP' WHEN 30 THEN 'BTC' WHEN 31 THEN 'USDT' END AS received_asset,
    COALESCE(amount_out, expected_out) - network_fee_out - house_fee_out AS received_amount,
    NULL::integer AS bank_id, NULL::text AS alias, NULL::text AS ending, NULL::text AS address, NULL::text AS reference,
    created_at, settled_at AS ended_at
  FROM trading.trade;

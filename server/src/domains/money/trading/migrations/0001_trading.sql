CREATE SCHEMA trading;

CREATE TABLE trading.trade (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL,
  request_hash     text NOT NULL,
  trade_type       text NOT NULL CHECK (trade_type IN ('input', 'output')),
  token_in         integer NOT NULL,
  token_out        integer NOT NULL,
  expected_in      numeric(78,0) NOT NULL CHECK (expected_in > 0),
  expected_out     numeric(78,0) NOT NULL CHECK (expected_out > 0),
  -- held in the ledger, and enforced on chain
  maximum_in       numeric(78,0) NOT NULL CHECK (maximum_in > 0),
  minimum_out      numeric(78,0) NOT NULL CHECK (minimum_out > 0),
  path             jsonb NOT NULL,
  estimated_fee_wei numeric(78,0) NOT NULL CHECK (estimated_fee_wei > 0),
  -- millionths of a dollar: the estimate, then what was paid
  fee_usd_micros   numeric(78,0) NOT NULL,
  state            text NOT NULL CHECK (state IN ('pending', 'sent', 'confirming', 'settled', 'refunded')),
  amount_in        numeric(78,0),
  amount_out       numeric(78,0),
  created_at       timestamptz NOT NULL,
  settled_at       timestamptz,
  CHECK ((state = 'settled') = (amount_in IS NOT NULL)),
  CHECK ((state = 'settled') = (amount_out IS NOT NULL)),
  CHECK (amount_in <= maximum_in),
  CHECK (amount_out >= minimum_out)
);
CREATE INDEX trade_of_account ON trading.trade (account_id, created_at DESC, id DESC);

-- Seals quotes: one key for all processes.
CREATE TABLE trading.quote_key (
  id  integer PRIMARY KEY CHECK (id = 1),
  key bytea NOT NULL
);

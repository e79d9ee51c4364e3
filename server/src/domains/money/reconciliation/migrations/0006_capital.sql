-- What the house brought, took out and moved (2026-11-26): who proposed it, who agreed, and which record of the bank or the chain it stands on.
-- The posting in the ledger has the same id. What was booked before stands in the ledger and in the audit trail.
CREATE TABLE reconciliation.capital (
  id         uuid NOT NULL,
  move       text NOT NULL CHECK (move IN ('in', 'out', 'transfer')),
  place      text NOT NULL CHECK (place IN ('bank', 'collection', 'provider', 'hot-wallet', 'cold-wallet', 'pools')),
  asset      text NOT NULL CHECK (asset IN ('COP', 'BTC', 'USDT')),
  amount     numeric(78, 0) NOT NULL CHECK (amount > 0 AND amount <> 'NaN'),
  reference  text NOT NULL,
  reason     text,
  maker_id   uuid,
  checker_id uuid,
  -- Of what an operator booked alone.
  operator   text,
  booked_at  timestamptz(3) NOT NULL CHECK (booked_at >= '2000-01-01Z' AND booked_at < '9999-01-01Z'),
  seal       text NOT NULL,
  -- A row that somebody else wrote takes nobody's place.
  PRIMARY KEY (id, seal),
  CHECK ((operator IS NULL) = (maker_id IS NOT NULL AND checker_id IS NOT NULL AND reason IS NOT NULL))
);
CREATE INDEX capital_booked ON reconciliation.capital (booked_at, id);

CREATE SCHEMA retention;

-- Papers that must stay whatever their age: an order of a judge, an investigation. Set by the operator; ended, never deleted.
CREATE TABLE retention.legal_hold (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  reason     text NOT NULL CHECK (reason <> ''),
  placed_by  text NOT NULL,
  placed_at  timestamptz NOT NULL,
  lifted_at  timestamptz
);
CREATE INDEX legal_hold_account ON retention.legal_hold (account_id) WHERE lifted_at IS NULL;

-- Whose files can never be read again, since when and why. Insert only.
CREATE TABLE retention.forgotten (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  closed_at    timestamptz NOT NULL,
  files        integer NOT NULL,
  forgotten_at timestamptz NOT NULL,
  forgotten_by text NOT NULL,
  reason       text NOT NULL,
  -- once for each time that the relation ended
  UNIQUE (account_id, closed_at)
);

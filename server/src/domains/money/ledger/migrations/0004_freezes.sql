-- An asset that nobody takes from while the books are looked into. Insert only: a freeze ends by a lift with a seal, which the database's
-- password alone cannot make.
CREATE TABLE ledger.freeze (
  id     uuid PRIMARY KEY,
  asset  text NOT NULL,
  reason text NOT NULL,
  at     timestamptz(3) NOT NULL
);
CREATE TABLE ledger.freeze_lift (
  freeze_id uuid NOT NULL,
  at        timestamptz(3) NOT NULL,
  seal      bytea NOT NULL,
  PRIMARY KEY (freeze_id, seal)
);

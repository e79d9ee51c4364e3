-- What the provider took back, as sealed rows that only grow: who has the product's role can neither change one nor bring an older one back, and a row
-- without our seal counts for nothing. The newest of a deposit counts. The rows of before had no seal: the provider is asked about their payments at
-- once, and they are noted anew.
DROP TABLE payments.taken_back;
CREATE TABLE payments.taken_back (
  id         uuid PRIMARY KEY,
  deposit_id uuid NOT NULL REFERENCES payments.deposit (id),
  number     int NOT NULL,
  change     text NOT NULL CHECK (change IN ('taken_back', 'restored', 'ended')),
  status     text NOT NULL,
  at         timestamptz NOT NULL,
  -- Of an end by two officers: what the platform bore, and who they were.
  loss       numeric(78,0),
  maker_id   uuid,
  checker_id uuid,
  seal       text NOT NULL
);
CREATE INDEX taken_back_of ON payments.taken_back (deposit_id, id);
UPDATE payments.anomaly SET checked_at = checked_at - interval '1 day'
  WHERE state = 'OPEN' AND (kind = 'deposit_taken_back' OR booked_at IS NOT NULL);

-- Deposits whose sender was on a list of sanctions, whatever the row says later: two officers decide about them. Only grows.
CREATE TABLE crypto.listed_deposit (
  deposit_id uuid PRIMARY KEY,
  at timestamptz NOT NULL
);
INSERT INTO crypto.listed_deposit SELECT id, updated_at FROM crypto.deposit WHERE sanctions = 'listed';

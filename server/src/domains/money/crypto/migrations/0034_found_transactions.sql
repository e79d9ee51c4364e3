-- What two officers said that a transaction of our wallets is which no operation of the books had (docs/decisions/0084-found-transactions-are-booked-by-two-officers.md):
-- a withdrawal, or, without one, none. Insert only; the seal names all of it. Another role that may insert could occupy a key: any number of rows, of
-- which those with our seal count.
CREATE TABLE crypto.found_booking (
  id            uuid PRIMARY KEY,
  hash          text NOT NULL,
  block_hash    text NOT NULL,
  withdrawal_id uuid REFERENCES crypto.withdrawal (id),
  moved         text NOT NULL,
  maker_id      uuid NOT NULL,
  checker_id    uuid NOT NULL,
  at            timestamptz NOT NULL,
  seal          text NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX found_booking_of_hash ON crypto.found_booking (hash, id);
CREATE INDEX found_booking_of_withdrawal ON crypto.found_booking (withdrawal_id, id) WHERE withdrawal_id IS NOT NULL;

-- What two officers decided about a transaction that was booked to suspense (docs/decisions/0085-unidentified-transfers-are-settled-by-two-officers.md): it is of a
-- customer, or, without one, the platform bears it. Insert only; the seal names all of it. Another role that may insert could occupy a key: any number
-- of rows, of which those with our seal count.
CREATE TABLE crypto.found_settlement (
  id          uuid PRIMARY KEY,
  hash        text NOT NULL,
  booking_id  uuid NOT NULL REFERENCES crypto.found_booking (id),
  account_id  uuid,
  moved       text NOT NULL,
  maker_id    uuid NOT NULL,
  checker_id  uuid NOT NULL,
  at          timestamptz NOT NULL,
  seal        text NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX found_settlement_of_hash ON crypto.found_settlement (hash, id);
CREATE INDEX found_settlement_of_account ON crypto.found_settlement (account_id, id) WHERE account_id IS NOT NULL;

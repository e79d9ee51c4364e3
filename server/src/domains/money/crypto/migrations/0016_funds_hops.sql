-- What monitoring makes hops between customers of, one end each instead of the join: whoever searches says how many rows of an address it reads, and
-- an address that pays everybody costs no more than another. `place`: the address, so that what one customer paid to it meets what came from it.
-- `size`: the amount in steps of about a fifth; two of them hold all that is within a tenth. By it and time, what came next of nearly the amount is
-- found at once, however much else went through the address.
DROP VIEW crypto.account_hop;
CREATE VIEW crypto.funds_sent AS
  SELECT id, account_id, receiver_id, address AS place, asset, amount, floor(ln(amount::double precision) * 5)::integer AS size, value_cop,
    created_at AS at, ended_at
  FROM crypto.withdrawal WHERE state = 'CONFIRMED';
CREATE VIEW crypto.funds_received AS
  SELECT id, account_id, from_address AS place, asset, amount, floor(ln(amount::double precision) * 5)::integer AS size, created_at AS at
  FROM crypto.deposit WHERE state = 'COMPLETED';
CREATE INDEX withdrawal_to_place ON crypto.withdrawal (address, asset, (floor(ln(amount::double precision) * 5)::integer), created_at)
  WHERE state = 'CONFIRMED' AND receiver_id IS NULL;
CREATE INDEX deposit_from_place ON crypto.deposit (from_address, asset, (floor(ln(amount::double precision) * 5)::integer), created_at)
  WHERE state = 'COMPLETED';

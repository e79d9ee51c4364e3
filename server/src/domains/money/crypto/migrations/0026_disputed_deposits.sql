-- Credits that the chain lost beyond the final depth: two officers decide about them (docs/decisions/0070-officers-decide-over-lost-deposits.md).
-- The highest block that was ever read: while blocks are taken back one by one, how deep the first of them was is known only by it.
CREATE TABLE crypto.highest_block (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number  bigint NOT NULL
);
INSERT INTO crypto.highest_block (number) SELECT coalesce(max(number), 0) FROM crypto.block;

-- How many blocks were on the deposit's own when the chain lost it. NULL of what was lost before: it counts as beyond the final depth.
ALTER TABLE crypto.deposit ADD COLUMN lost_depth bigint;
CREATE INDEX deposit_disputed ON crypto.deposit (updated_at, id) WHERE state = 'DISPUTED';

-- What two officers decided about a dispute, once for each. Insert only; the seal names all of it. Another role that may insert could occupy a key of
-- the dispute: any number of rows, of which those with our seal count.
CREATE TABLE crypto.dispute_decision (
  id          uuid PRIMARY KEY,
  deposit_id  uuid NOT NULL REFERENCES crypto.deposit (id),
  disputed_at timestamptz NOT NULL,
  decision    text NOT NULL CHECK (decision IN ('reverse', 'write_off')),
  missing     numeric(78,0) NOT NULL CHECK (missing >= 0),
  maker_id    uuid NOT NULL,
  checker_id  uuid NOT NULL,
  at          timestamptz NOT NULL,
  seal        text NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX dispute_decision_of ON crypto.dispute_decision (deposit_id, disputed_at, id);

-- How often a deposit or a sweep was posted is what the ledger proves: a row that said so could be written by somebody else.
ALTER TABLE crypto.deposit DROP COLUMN credits;
ALTER TABLE crypto.swept DROP COLUMN times;
ALTER TABLE crypto.swept DROP COLUMN is_posted;

-- Its arrival stands in the ledger. Deposits of before got none: theirs is booked when they are credited.
ALTER TABLE crypto.deposit ADD COLUMN is_booked boolean NOT NULL DEFAULT false;

-- What the control lists said of its sender when they were last asked.
ALTER TABLE crypto.deposit ADD COLUMN sanctions text CHECK (sanctions IN ('clear', 'listed', 'no_list'));
CREATE INDEX deposit_listed ON crypto.deposit (created_at, id) WHERE state = 'IN_REVIEW' AND sanctions = 'listed';
CREATE INDEX deposit_unscreened ON crypto.deposit (updated_at) WHERE state = 'COMPLETED' AND sanctions = 'no_list';

-- Where tokens may lie, and what is in nobody's balance: what the reconciliation compares with the chain and with the ledger.
CREATE INDEX deposit_lying ON crypto.deposit (account_id, asset)
  WHERE (swept_block IS NULL OR swept_block = block_number) AND state NOT IN ('ORPHANED', 'REVERSED');
CREATE INDEX deposit_uncredited ON crypto.deposit (asset, is_booked, amount)
  WHERE state IN ('PENDING', 'IN_REVIEW', 'BELOW_MINIMUM', 'DISPUTED') AND is_booked = (state <> 'DISPUTED');

-- Deposits from listed addresses: what two officers decided, with the seal of whoever wrote it. Insert only.
CREATE TABLE crypto.deposit_decision (
  id         uuid PRIMARY KEY,
  deposit_id uuid NOT NULL REFERENCES crypto.deposit (id),
  decision   text NOT NULL CHECK (decision IN ('credit', 'retain')),
  maker_id   uuid NOT NULL,
  checker_id uuid NOT NULL,
  at         timestamptz NOT NULL,
  seal       text NOT NULL
);
CREATE INDEX deposit_decision_newest ON crypto.deposit_decision (deposit_id, at DESC, id DESC);

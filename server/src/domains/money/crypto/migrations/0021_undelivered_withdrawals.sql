-- UNDELIVERED: the chain took a settled transfer back and can never pay it. undelivered_since: since when the chain says so; only a second look with
-- time between makes it a claim of the customer.
ALTER TABLE crypto.withdrawal DROP CONSTRAINT withdrawal_state_check;
ALTER TABLE crypto.withdrawal ADD CONSTRAINT withdrawal_state_check CHECK (state IN ('REQUESTED', 'IN_REVIEW', 'APPROVED', 'SIGNING', 'SENT',
  'CONFIRMED', 'UNDELIVERED', 'REJECTED', 'FAILED', 'CANCELLED'));
ALTER TABLE crypto.withdrawal ADD COLUMN undelivered_since timestamptz;

-- What two officers decided about a claim, once for each time that one began. Insert only; the seal names all of it.
CREATE TABLE crypto.claim_decision (
  withdrawal_id uuid NOT NULL REFERENCES crypto.withdrawal (id),
  claim         integer NOT NULL CHECK (claim >= 0),
  decision      text NOT NULL CHECK (decision IN ('give_back', 'send_again')),
  maker_id      uuid NOT NULL,
  checker_id    uuid NOT NULL,
  at            timestamptz NOT NULL,
  seal          text NOT NULL,
  PRIMARY KEY (withdrawal_id, claim),
  CHECK (maker_id <> checker_id)
);

-- Claims wait for officers too.
CREATE OR REPLACE VIEW crypto.review_withdrawal AS
  SELECT id, account_id, (SELECT max(at) FROM crypto.state_history WHERE subject_id = withdrawal.id::text AND to_state = withdrawal.state) AS since
  FROM crypto.withdrawal WHERE state IN ('IN_REVIEW', 'UNDELIVERED');
CREATE INDEX withdrawal_undelivered ON crypto.withdrawal (id) WHERE state = 'UNDELIVERED';

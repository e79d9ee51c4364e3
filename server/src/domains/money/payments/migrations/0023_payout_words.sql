-- What two officers read of a payout at the bank, when the provider gives no definite answer: one for each withdrawal, for good.
CREATE TABLE payments.payout_word (
  withdrawal_id  uuid PRIMARY KEY REFERENCES payments.withdrawal (id),
  outcome        text NOT NULL CHECK (outcome IN ('paid', 'not_paid')),
  -- by which the bank knows what it says
  bank_reference text NOT NULL,
  reason         text NOT NULL,
  maker_id       uuid NOT NULL,
  checker_id     uuid NOT NULL,
  at             timestamptz NOT NULL,
  seal           text NOT NULL,
  CHECK (maker_id <> checker_id)
);

CREATE INDEX deposit_open ON payments.deposit (created_at) WHERE ended_at IS NULL;

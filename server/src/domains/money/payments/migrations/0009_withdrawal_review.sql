-- IN_REVIEW: the money is held, and the withdrawal waits for officers before it may leave.
ALTER TABLE payments.withdrawal DROP CONSTRAINT withdrawal_state_check, DROP CONSTRAINT withdrawal_check;
ALTER TABLE payments.withdrawal
  ADD CONSTRAINT withdrawal_state_check
    CHECK (state IN ('HELD', 'IN_REVIEW', 'SENDING', 'UNKNOWN', 'PROCESSING', 'COMPLETED', 'RETURNED', 'CANCELLED')),
  ADD CONSTRAINT withdrawal_ended_check CHECK ((ended_at IS NULL) = (state IN ('HELD', 'IN_REVIEW', 'SENDING', 'UNKNOWN', 'PROCESSING'))),
  -- AUTOMATIC: nobody had to be asked.
  ADD COLUMN approval_state text NOT NULL DEFAULT 'AUTOMATIC'
    CHECK (approval_state IN ('AUTOMATIC', 'PENDING', 'APPROVED', 'REJECTED')),
  ADD COLUMN approver_id uuid,
  -- Why it went to review: the rule, or 'officer'.
  ADD COLUMN review_cause text CHECK (review_cause IN ('large', 'in_and_out', 'officer'));

-- Lists of officers: newest first, and what waits for them.
CREATE INDEX withdrawal_listed ON payments.withdrawal (created_at DESC, id DESC);
CREATE INDEX withdrawal_in_review ON payments.withdrawal (created_at, id) WHERE state = 'IN_REVIEW';
CREATE INDEX withdrawal_to_number ON payments.withdrawal (account_number) WHERE state = 'COMPLETED';
CREATE INDEX deposit_listed ON payments.deposit (created_at DESC, id DESC);

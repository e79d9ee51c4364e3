-- IN_REVIEW: the pesos came, above the limit of the month, and wait for an officer; RETURNED: they were sent back.
ALTER TABLE payments.deposit DROP CONSTRAINT deposit_state_check, DROP CONSTRAINT deposit_check;
ALTER TABLE payments.deposit
  ADD CONSTRAINT deposit_state_check CHECK (state IN ('PENDING', 'IN_REVIEW', 'COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED')),
  ADD CONSTRAINT deposit_ended_check CHECK ((ended_at IS NULL) = (state IN ('PENDING', 'IN_REVIEW')));
CREATE INDEX deposit_in_review ON payments.deposit (created_at) WHERE state = 'IN_REVIEW';

-- Two officers may take back what two officers wrote down, or write something else, as long as it was not followed: the newest of a withdrawal that
-- carries our seal counts. A row without it, which somebody else wrote, takes nobody's place.
ALTER TABLE payments.payout_word
  DROP CONSTRAINT payout_word_pkey,
  DROP CONSTRAINT payout_word_outcome_check,
  ADD COLUMN number integer NOT NULL DEFAULT 1 CHECK (number > 0),
  ADD PRIMARY KEY (withdrawal_id, number),
  ADD CHECK (outcome IN ('paid', 'not_paid', 'withdrawn'));

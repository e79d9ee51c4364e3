-- A row without our seal may have any number: it takes nobody's place, also with the largest there is.
ALTER TABLE payments.payout_word
  DROP CONSTRAINT payout_word_pkey,
  ADD PRIMARY KEY (withdrawal_id, number, seal);

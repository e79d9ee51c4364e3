-- Small deposits of senders on our own black list add up apart, as those of sanctioned ones do. Of deposits from before it is asked when they are
-- credited.
ALTER TABLE crypto.deposit ADD COLUMN is_sender_barred boolean NOT NULL DEFAULT false;
DROP INDEX crypto.deposit_small;
CREATE INDEX deposit_small ON crypto.deposit (account_id, asset, ((is_sender_barred OR sanctions IS NOT DISTINCT FROM 'listed')), amount)
  WHERE state = 'BELOW_MINIMUM' AND NOT is_summed;

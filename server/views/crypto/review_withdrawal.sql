-- Withdrawals that wait for officers, for their deadlines (module deadlines).
-- Claims wait for officers too.
CREATE OR REPLACE VIEW crypto.review_withdrawal AS
  SELECT id, account_id, (SELECT max(at) FROM crypto.state_history WHERE subject_id = withdrawal.id::text AND to_state = withdrawal.state) AS since
  FROM crypto.withdrawal WHERE state IN ('IN_REVIEW', 'UNDELIVERED');

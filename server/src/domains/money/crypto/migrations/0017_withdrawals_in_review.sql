-- Withdrawals that wait for officers, for their deadlines (module deadlines).
CREATE VIEW crypto.review_withdrawal AS
  SELECT id, account_id, (SELECT max(at) FROM crypto.state_history WHERE subject_id = withdrawal.id::text AND to_state = 'IN_REVIEW') AS since
  FROM crypto.withdrawal WHERE state = 'IN_REVIEW';

-- Withdrawals that wait for officers, for their deadlines (module deadlines).
CREATE VIEW payments.review_withdrawal AS
  SELECT id, account_id, (SELECT max(at) FROM payments.state_history WHERE subject_id = withdrawal.id::text AND to_state = 'IN_REVIEW') AS since
  FROM payments.withdrawal WHERE state = 'IN_REVIEW';

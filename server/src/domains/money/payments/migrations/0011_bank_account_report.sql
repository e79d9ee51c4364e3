-- What rules about customers read (module monitoring): when each bank account came, changed and went, whether money used it, and when it was
-- first paid to as it is now.
CREATE VIEW payments.bank_account_report AS
  SELECT id, account_id, right(number, 4) AS ending, created_at, changed_at, deleted_at,
    EXISTS (SELECT 1 FROM payments.withdrawal w WHERE w.account_id = bank_account.account_id AND w.bank_account_id = bank_account.id)
      OR EXISTS (SELECT 1 FROM payments.deposit d WHERE d.account_id = bank_account.account_id AND d.bank_account_id = bank_account.id) AS is_used,
    (SELECT min(w.ended_at) FROM payments.withdrawal w WHERE w.account_id = bank_account.account_id AND w.bank_account_id = bank_account.id
      AND w.state = 'COMPLETED' AND w.ended_at >= bank_account.changed_at) AS first_paid_at
  FROM payments.bank_account;
CREATE INDEX bank_account_owner ON payments.bank_account (account_id, created_at);

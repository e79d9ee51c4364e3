-- Which saved account a movement used, and from when a withdrawal may be paid: for screens that repeat one or say how long it waits.
CREATE OR REPLACE VIEW payments.movement AS
  SELECT id, 'DEPOSIT' AS kind, account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         bank_reference, payment_url, created_at, ended_at, bank_account_id, NULL::timestamptz AS pay_after FROM payments.deposit
  UNION ALL
  SELECT id, 'WITHDRAWAL', account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         payout_id, NULL, created_at, ended_at, bank_account_id, pay_after FROM payments.withdrawal;

-- Link analysis of people (module reports): whole numbers of bank accounts, also of those that were taken out, with when and how often money
-- used them.
CREATE VIEW payments.bank_account_use AS
  SELECT account_id, bank_id, number, created_at AS first_at, greatest(changed_at, used.last_at) AS last_at, used.uses
  FROM payments.bank_account CROSS JOIN LATERAL (
    SELECT max(created_at) AS last_at, count(*)::integer AS uses FROM (
      SELECT w.created_at FROM payments.withdrawal w WHERE w.account_id = bank_account.account_id AND w.bank_account_id = bank_account.id
      UNION ALL
      SELECT d.created_at FROM payments.deposit d WHERE d.account_id = bank_account.account_id AND d.bank_account_id = bank_account.id
    ) AS movement) AS used;
CREATE INDEX bank_account_number_use ON payments.bank_account (number, bank_id);

-- For the timeline of a person (module reports): the ends of the numbers only.
CREATE OR REPLACE VIEW payments.bank_account_change_report AS
  SELECT id, account_id, bank_account_id, change, at, right(number, 4) AS ending,
    lag(right(number, 4)) OVER (PARTITION BY account_id, bank_account_id ORDER BY at, id) AS ending_before
  FROM payments.bank_account_change;

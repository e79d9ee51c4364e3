CREATE OR REPLACE VIEW payments.destination_report AS
  SELECT id, account_id, 'bank ' || bank_id || ' ' || account_number AS destination, state, created_at, ended_at FROM payments.withdrawal;

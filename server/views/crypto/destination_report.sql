CREATE OR REPLACE VIEW crypto.destination_report AS
  SELECT id, account_id, address AS destination, state, created_at, ended_at FROM crypto.withdrawal;

-- COP cents when it was credited. NULL of what was credited before this column: its value is not known.
ALTER TABLE crypto.deposit ADD COLUMN value_cop numeric(78,0);

-- What came in and what goes out, for rules about money that passes through within a day, as payments does (0036). In pesos, with the time that counts.
CREATE VIEW crypto.money_flow AS
  SELECT account_id, 'in'::text AS direction, value_cop, updated_at AS at FROM crypto.deposit WHERE state = 'COMPLETED'
  UNION ALL
  SELECT receiver_id, 'in', value_cop, ended_at FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED'
  UNION ALL
  SELECT account_id, 'out', value_cop, created_at FROM crypto.withdrawal WHERE state NOT IN ('REJECTED', 'FAILED', 'CANCELLED');

-- What came in and what goes out, for rules about money that passes through within a day, as payments.money_flow does. In pesos, with the time that counts.
CREATE OR REPLACE VIEW crypto.money_flow AS
  SELECT account_id, 'in'::text AS direction, value_cop, updated_at AS at FROM crypto.deposit WHERE state = 'COMPLETED'
  UNION ALL
  SELECT receiver_id, 'in', value_cop, ended_at FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED'
  UNION ALL
  SELECT account_id, 'out', value_cop, created_at FROM crypto.withdrawal WHERE state NOT IN ('REJECTED', 'FAILED', 'CANCELLED');

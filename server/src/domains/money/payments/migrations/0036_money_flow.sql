-- What came in and what goes out, for rules about money that passes through within a day, as crypto does (0030). In pesos, with the time that counts.
CREATE VIEW payments.money_flow AS
  SELECT account_id, 'in'::text AS direction, amount AS value_cop, ended_at AS at FROM payments.deposit WHERE state = 'COMPLETED'
  UNION ALL
  SELECT account_id, 'out', amount, created_at FROM payments.withdrawal WHERE state NOT IN ('RETURNED', 'CANCELLED');

-- Pesos of one customer that came to another, for rules about customers (module monitoring): paid out to a bank account from which the other paid
-- nearly as much (a tenth more or less) by PSE afterwards.
CREATE INDEX deposit_bank_account ON payments.deposit (account_number, bank_id, created_at) WHERE state = 'COMPLETED';
CREATE VIEW payments.account_hop AS
  SELECT paid.account_id AS from_id, came.account_id AS to_id, paid.id AS out_id, came.id AS in_id, paid.created_at AS out_at,
    came.created_at AS in_at, paid.amount AS value_cop
  FROM payments.withdrawal paid JOIN payments.deposit came ON came.account_number = paid.account_number AND came.bank_id = paid.bank_id
    AND came.account_id <> paid.account_id AND came.created_at >= paid.created_at AND came.amount BETWEEN paid.amount * 0.9 AND paid.amount * 1.1
  WHERE paid.state = 'COMPLETED' AND came.state = 'COMPLETED' AND came.method = 'PSE';

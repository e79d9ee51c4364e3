-- Who else paid into an account, and where a customer's pesos go, for rules about customers (module monitoring). A payer that the bank does not
-- name is one and the same. PSE tells nobody's name back, and stands in neither.
CREATE VIEW payments.third_party_deposit AS
  SELECT deposit.id, deposit.account_id, 'bank ' || coalesce(nullif(line.payer ->> 'document', ''), nullif(line.payer ->> 'account', ''), '') AS payer,
    deposit.state, deposit.created_at, deposit.ended_at
  FROM payments.deposit LEFT JOIN payments.statement_line line ON line.id = deposit.id WHERE deposit.is_of_other_payer;
CREATE VIEW payments.destination_report AS
  SELECT id, account_id, 'bank ' || bank_id || ' ' || account_number AS destination, state, created_at, ended_at FROM payments.withdrawal;

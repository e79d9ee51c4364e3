-- What monitoring makes hops between customers of, one end each, as crypto does (0016). `place`: the bank account with its bank. Nobody's pesos go
-- inside to another customer.
DROP VIEW payments.account_hop;
DROP INDEX payments.deposit_bank_account;
CREATE VIEW payments.funds_sent AS
  SELECT id, account_id, NULL::uuid AS receiver_id, account_number || ' ' || bank_id::text AS place, 'COP'::text AS asset, amount,
    floor(ln(amount::double precision) * 5)::integer AS size, amount AS value_cop, created_at AS at, ended_at
  FROM payments.withdrawal WHERE state = 'COMPLETED';
CREATE VIEW payments.funds_received AS
  SELECT id, account_id, account_number || ' ' || bank_id::text AS place, 'COP'::text AS asset, amount,
    floor(ln(amount::double precision) * 5)::integer AS size, created_at AS at
  FROM payments.deposit WHERE state = 'COMPLETED' AND method = 'PSE';
CREATE INDEX withdrawal_to_place ON payments.withdrawal
  ((account_number || ' ' || bank_id::text), (floor(ln(amount::double precision) * 5)::integer), created_at) WHERE state = 'COMPLETED';
CREATE INDEX deposit_from_place ON payments.deposit
  ((account_number || ' ' || bank_id::text), (floor(ln(amount::double precision) * 5)::integer), created_at)
  WHERE state = 'COMPLETED' AND method = 'PSE';

-- What the history of all rails reads (module movements): one view a table, all with the same columns, each in the order of its index.
CREATE VIEW payments.deposit_movement AS
  SELECT id, account_id, 'DEPOSIT'::text AS kind, 'PSE'::text AS rail, state, 'COP'::text AS asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, bank_id, account_alias AS alias, right(account_number, 4) AS ending, NULL::text AS address,
    bank_reference AS reference, created_at, ended_at
  FROM payments.deposit;
CREATE VIEW payments.withdrawal_movement AS
  SELECT id, account_id, 'WITHDRAWAL'::text AS kind, 'BANK'::text AS rail, state, 'COP'::text AS asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, bank_id, account_alias AS alias, right(account_number, 4) AS ending, NULL::text AS address,
    payout_id AS reference, created_at, ended_at
  FROM payments.withdrawal;
DROP INDEX payments.deposit_account;
CREATE INDEX deposit_account ON payments.deposit (account_id, created_at DESC, id DESC);
DROP INDEX payments.withdrawal_account;
CREATE INDEX withdrawal_account ON payments.withdrawal (account_id, created_at DESC, id DESC);

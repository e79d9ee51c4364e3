-- What the history of all rails reads (module movements): one view a table, all with the same columns, each in the order of its index.
CREATE OR REPLACE VIEW payments.deposit_movement AS
  SELECT id, account_id, 'DEPOSIT'::text AS kind, CASE method WHEN 'PSE' THEN 'PSE' ELSE 'BANK' END::text AS rail, state, 'COP'::text AS asset,
    amount, NULL::text AS received_asset, NULL::numeric(78,0) AS received_amount, bank_id, account_alias AS alias,
    right(account_number, 4) AS ending, NULL::text AS address, bank_reference AS reference, created_at, ended_at
  FROM payments.deposit;

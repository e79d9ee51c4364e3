CREATE OR REPLACE VIEW payments.withdrawal_movement AS
  SELECT id, account_id, 'WITHDRAWAL'::text AS kind, 'BANK'::text AS rail, state, 'COP'::text AS asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, bank_id, account_alias AS alias, right(account_number, 4) AS ending, NULL::text AS address,
    payout_id AS reference, created_at, ended_at
  FROM payments.withdrawal;

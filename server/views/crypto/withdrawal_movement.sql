-- What the history of all rails reads (module movements). What another customer sent inside is a deposit of the one who got it.
CREATE OR REPLACE VIEW crypto.withdrawal_movement AS
  SELECT id, account_id, 'WITHDRAWAL'::text AS kind, 'ERC20'::text AS rail, state, asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, NULL::integer AS bank_id, alias, NULL::text AS ending, address, NULL::text AS reference, created_at,
    ended_at
  FROM crypto.withdrawal
  UNION ALL
  SELECT id, receiver_id, 'DEPOSIT', 'ERC20', 'COMPLETED', asset, amount, NULL, NULL, NULL, NULL, NULL, address, NULL, ended_at, ended_at
  FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';

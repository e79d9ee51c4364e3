-- What the history of all rails reads (module movements): the columns are those of payments.deposit_movement.
CREATE VIEW crypto.deposit_movement AS
  SELECT id, account_id, 'DEPOSIT'::text AS kind, 'ERC20'::text AS rail, state, asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, NULL::integer AS bank_id, NULL::text AS alias, NULL::text AS ending, address,
    transaction_hash AS reference, created_at,
    CASE WHEN state IN ('COMPLETED', 'BELOW_MINIMUM', 'REVERSED') THEN updated_at END AS ended_at
  FROM crypto.deposit;

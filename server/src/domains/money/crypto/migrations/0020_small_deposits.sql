-- Small deposits (docs/decisions/0066-small-deposits-add-up.md): each is credited once those of its customer and asset reach the minimum together.
-- is_summed: they did.
ALTER TABLE crypto.deposit ADD COLUMN is_summed boolean NOT NULL DEFAULT false;
CREATE INDEX deposit_small ON crypto.deposit (account_id, asset, ((sanctions IS NOT DISTINCT FROM 'listed')), amount)
  WHERE state = 'BELOW_MINIMUM' AND NOT is_summed;
CREATE INDEX deposit_summed ON crypto.deposit (try_at, id) WHERE state = 'BELOW_MINIMUM' AND is_summed;

-- A small deposit has not ended: it waits for others.
CREATE OR REPLACE VIEW crypto.deposit_movement AS
  SELECT id, account_id, 'DEPOSIT'::text AS kind, 'ERC20'::text AS rail, state, asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, NULL::integer AS bank_id, NULL::text AS alias, NULL::text AS ending, address,
    transaction_hash AS reference, created_at,
    CASE WHEN state IN ('COMPLETED', 'REVERSED') THEN updated_at END AS ended_at
  FROM crypto.deposit;
CREATE OR REPLACE VIEW crypto.third_party_deposit AS
  SELECT id, account_id, from_address AS payer, state, created_at,
    CASE WHEN state IN ('COMPLETED', 'REVERSED') THEN updated_at END AS ended_at
  FROM crypto.deposit WHERE NOT EXISTS (SELECT 1 FROM crypto.saved_address saved
    WHERE saved.account_id = deposit.account_id AND saved.address = deposit.from_address AND saved.created_at <= deposit.created_at)
  UNION ALL
  SELECT id, receiver_id, account_id::text, 'COMPLETED', ended_at, ended_at FROM crypto.withdrawal
  WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';

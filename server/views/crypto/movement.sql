-- Everything that came and went, as its owner sees it: what another customer sent inside is a deposit of the one who got it.
CREATE OR REPLACE VIEW crypto.movement AS
  SELECT id, account_id, 'DEPOSIT' AS kind, asset, amount, 0::numeric AS fee, address, NULL AS alias, state, reason, transaction_hash,
    block_number, false AS is_internal, created_at
  FROM crypto.deposit
  UNION ALL
  SELECT id, account_id, 'WITHDRAWAL', asset, amount, fee, address, alias, state, reason, NULL, NULL, receiver_id IS NOT NULL, created_at
  FROM crypto.withdrawal
  UNION ALL
  SELECT id, receiver_id, 'DEPOSIT', asset, amount, 0, address, NULL, 'COMPLETED', NULL, NULL, NULL, true, ended_at
  FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';

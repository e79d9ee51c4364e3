-- Token movements of everybody, for the reports of officers. What pays a fee or was approved says so.
CREATE VIEW reports.token_movement AS
  SELECT id, 'DEPOSIT' AS kind, account_id, asset, amount, 0::numeric AS fee, state, created_at,
    CASE WHEN state = 'COMPLETED' THEN updated_at END AS confirmed_at, from_address, address AS to_address, transaction_hash,
    NULL::uuid AS approver_id
  FROM crypto.deposit;

-- Newest first, over everybody.
CREATE INDEX token_deposit_listed ON crypto.deposit (created_at DESC, id DESC);

-- Token withdrawals join the movements that officers read: with the transaction that pays them, and whoever decided about them.
CREATE OR REPLACE VIEW reports.token_movement AS
  SELECT id, 'DEPOSIT' AS kind, account_id, asset, amount, 0::numeric AS fee, state, created_at,
    CASE WHEN state = 'COMPLETED' THEN updated_at END AS confirmed_at, from_address, address AS to_address, transaction_hash,
    NULL::uuid AS approver_id
  FROM crypto.deposit
  UNION ALL
  SELECT id, 'WITHDRAWAL', account_id, asset, amount, fee, state, created_at,
    CASE WHEN state = 'CONFIRMED' THEN ended_at END, NULL, address,
    (SELECT hash FROM blockchain.chain_transaction WHERE kind = 'transfer' AND ref = withdrawal.id ORDER BY created_at DESC LIMIT 1),
    CASE WHEN state = 'REJECTED' THEN (SELECT actor_id FROM crypto.state_history WHERE subject_id = withdrawal.id::text
      AND machine = 'crypto.withdrawal' AND to_state = 'REJECTED' LIMIT 1) ELSE checker_id END
  FROM crypto.withdrawal;

CREATE INDEX token_withdrawal_listed ON crypto.withdrawal (created_at DESC, id DESC);
CREATE INDEX chain_transaction_of_transfer ON blockchain.chain_transaction (ref, created_at DESC) WHERE kind = 'transfer';

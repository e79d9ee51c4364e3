-- The signer's word that it never signs this operation: it refused it, or another transaction used its nonce and it is too late for a new
-- one. Who can write intents and states cannot say it in the signer's place.
CREATE TABLE blockchain.given_up (
  operation_id uuid PRIMARY KEY,
  reason       text NOT NULL,
  at           timestamptz NOT NULL
);
INSERT INTO blockchain.given_up (operation_id, reason, at)
  SELECT operation_id, refused, decided_at FROM blockchain.intent WHERE state = 'refused'
  UNION ALL
  SELECT operation_id, 'superseded', updated_at FROM blockchain.chain_transaction WHERE state = 'superseded'
  ON CONFLICT DO NOTHING;
CREATE INDEX intent_refused ON blockchain.intent (operation_id) WHERE state = 'refused';

-- outcome_seal: of who saw the end on the chain, over the state and the receipt. ended_before_seals: an end of before there were any; nobody
-- but the migration sets it.
ALTER TABLE blockchain.chain_transaction ADD COLUMN outcome_seal text;
ALTER TABLE blockchain.chain_transaction ADD COLUMN ended_before_seals boolean NOT NULL DEFAULT false;
UPDATE blockchain.chain_transaction SET ended_before_seals = true WHERE state IN ('confirmed', 'reverted');
CREATE INDEX chain_transaction_newest ON blockchain.chain_transaction (created_at DESC, operation_id DESC);
-- Ends that were put right.
CREATE INDEX state_history_corrected ON blockchain.state_history (at)
  WHERE machine = 'blockchain.transaction' AND actor = 'system' AND from_state IN ('confirmed', 'reverted', 'superseded');
CREATE INDEX attempt_nonce ON blockchain.attempt (address, nonce);

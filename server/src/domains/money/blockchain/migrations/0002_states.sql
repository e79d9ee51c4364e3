-- What may be signed is an intent; whether it got its nonce or was refused is its state, never both.
ALTER TABLE blockchain.decision RENAME TO intent;
ALTER TABLE blockchain.intent ADD COLUMN state text NOT NULL DEFAULT 'decided' CHECK (state IN ('decided', 'reserved', 'refused'));
UPDATE blockchain.intent SET state = CASE WHEN refused IS NOT NULL THEN 'refused' ELSE 'reserved' END
  WHERE refused IS NOT NULL OR operation_id IN (SELECT operation_id FROM blockchain.chain_transaction);
ALTER TABLE blockchain.intent ADD CHECK ((state = 'refused') = (refused IS NOT NULL));

-- Who moved an intent or a transaction from which state to which, and when. Insert only.
CREATE TABLE blockchain.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  subject_id text NOT NULL,
  -- null: it began
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON blockchain.state_history (subject_id, id);

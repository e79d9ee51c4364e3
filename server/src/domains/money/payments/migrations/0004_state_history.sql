-- The timeline of a deposit or withdrawal becomes the history of its state machine: from where, and by whom.
ALTER TABLE payments.state_change RENAME TO state_history;
ALTER TABLE payments.state_history RENAME COLUMN movement_id TO subject_id;
ALTER TABLE payments.state_history RENAME COLUMN state TO to_state;
ALTER TABLE payments.state_history ALTER COLUMN subject_id TYPE text;
ALTER TABLE payments.state_history
  ADD COLUMN machine text,
  ADD COLUMN from_state text,
  ADD COLUMN actor text,
  ADD COLUMN actor_id uuid;
UPDATE payments.state_history h SET
  machine = CASE WHEN EXISTS (SELECT 1 FROM payments.deposit d WHERE d.id::text = h.subject_id) THEN 'payments.deposit' ELSE 'payments.withdrawal' END,
  from_state = before.state,
  -- Who asked is known of the first state only.
  actor = CASE WHEN before.state IS NULL THEN 'customer' ELSE 'system' END
FROM (SELECT id, lag(to_state) OVER (PARTITION BY subject_id ORDER BY at, id) AS state FROM payments.state_history) before
WHERE before.id = h.id;
ALTER TABLE payments.state_history
  ALTER COLUMN machine SET NOT NULL,
  ALTER COLUMN actor SET NOT NULL,
  ADD CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system'));
ALTER INDEX payments.state_change_movement RENAME TO state_history_subject;

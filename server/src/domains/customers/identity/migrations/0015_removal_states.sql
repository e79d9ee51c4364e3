-- A removal of lost factors has its state in its row, and a history of who brought it there. Insert only.
ALTER TABLE identity.factor_removal ADD COLUMN state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'cancelled'));
UPDATE identity.factor_removal SET state = CASE WHEN done_at IS NULL THEN 'cancelled' ELSE 'done' END
  WHERE done_at IS NOT NULL OR cancelled_at IS NOT NULL;
ALTER TABLE identity.factor_removal
  ADD CHECK ((state = 'done') = (done_at IS NOT NULL)),
  ADD CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL));

CREATE TABLE identity.state_history (
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
CREATE INDEX state_history_subject ON identity.state_history (subject_id, id);
